import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { answerSentence } from './answer-sentence.ts';
import type { Wording } from './wording.ts';

const wording: Wording = {
  i18n: setupI18n({ locale: 'en', messages: { en: {} } }),
  locale: 'en-GB',
  today: '2026-03-01',
  unit: 'm',
};
const product = { productId: 12345, name: 'Merino Twill', sku: 'MT-100', unit: 'm' };

describe('answerSentence', () => {
  it.each([
    [{ kind: 'in-stock', date: '2026-02-11' }, '250 m of Merino Twill can leave today, from real stock.'],
    [
      { kind: 'expected', date: '2026-03-17' },
      '250 m of Merino Twill can leave on Tuesday, 17 March 2026, from real stock expected by then.',
    ],
    [
      { kind: 'max-lead-time', date: '2026-06-12' },
      'In theory 250 m of Merino Twill can leave from Friday, 12 June 2026: that is the max lead time, and no real stock holds this quantity before.',
    ],
    [{ kind: 'not-available' }, '250 m of Merino Twill is not available on any date: more than stock and plans hold.'],
  ] as const)('%j', (answer, sentence) => {
    expect(plain(answerSentence(wording, product, 250_000, answer))).toBe(sentence);
  });

  it('calls the product by its SKU or id where it has no name', () => {
    const answer = { kind: 'in-stock', date: '2026-03-01' } as const;
    expect(plain(answerSentence(wording, { ...product, name: null }, 1, answer))).toContain('0.001 m of MT-100');
    expect(
      plain(answerSentence({ ...wording, unit: null }, { ...product, name: null, sku: null }, 1, answer)),
    ).toContain('0.001 of 12345');
  });
});

/** Without the marks that keep a figure and its unit together and a name apart. */
function plain(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll('Tuesday 17', 'Tuesday, 17')
    .replaceAll('Friday 12', 'Friday, 12');
}
