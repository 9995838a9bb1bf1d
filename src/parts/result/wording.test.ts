import { describe, expect, it } from 'vitest';

import { localeOf } from '#ui/locale.tsx';

import { wordingOn } from './wording.sample.ts';
import { resultSentence, distanceWords, productWords, shipDateWords } from './wording.ts';

const wording = wordingOn('2026-03-01', 'm');
const chosen = {
  language: 'en',
  format: 'en-GB',
  ownUnit: null,
  timeZone: 'UTC',
  setLanguage: () => undefined,
} as const;

describe('wording', () => {
  it.each([
    ['2026-02-11', 'today'],
    ['2026-03-01', 'today'],
    ['2026-03-02', 'tomorrow'],
    ['2026-03-17', 'in 16 days'],
  ] as const)('formats the distance of %s', (date, words) => {
    expect(distanceWords(wording, date)).toBe(words);
  });

  const elsewhere = { ...wording, ...localeOf({ ...chosen, today: '2026-03-01' }, '2026-02-28'), i18n: wording.i18n };
  it.each([
    [wording, '2026-02-11', { day: 'today', distance: null }],
    [wording, '2026-03-02', { day: '2 March 2026', distance: 'tomorrow' }],
    [elsewhere, '2026-02-11', { day: '1 March', distance: null }],
    [elsewhere, '2026-03-02', { day: '2 March', distance: null }],
    [elsewhere, '2026-03-17', { day: '17 March', distance: 'in 16 days' }],
  ] as const)('formats a ship date, and its distance unless that is the date again', (of, date, words) => {
    expect(shipDateWords({ ...of, formatQuantity: wording.formatQuantity }, date)).toEqual(words);
  });

  it('isolates a right-to-left name', () => {
    const product = { productId: 1, name: 'قطن', sku: null, unit: null };
    expect(productWords(product)).toBe('\u2068قطن\u2069');
    expect(productWords({ ...product, name: 'Étamine légère' })).toBe('Étamine légère');
  });
});

const product = { productId: 12345, name: 'Merino Twill', sku: 'MT-100', unit: 'm' };

describe('resultSentence', () => {
  it.each([
    [{ kind: 'in-stock', date: '2026-02-11' }, '250 m of Merino Twill can ship today from stock.'],
    [
      { kind: 'expected', date: '2026-03-17' },
      '250 m of Merino Twill can ship on Tuesday, 17 March 2026 from expected stock.',
    ],
    [
      { kind: 'max-lead-time', date: '2026-06-12' },
      "250 m of Merino Twill can ship from Friday, 12 June 2026, the max lead time date. Stock doesn't cover this quantity earlier.",
    ],
    [
      { kind: 'not-available' },
      "250 m of Merino Twill can't ship on any date. The quantity exceeds current and expected stock.",
    ],
  ] as const)('%j', (stockResult, sentence) => {
    expect(plain(resultSentence(wording, product, 250_000, stockResult))).toBe(sentence);
  });

  it('uses the SKU or ID of a product without a name', () => {
    const stockResult = { kind: 'in-stock', date: '2026-03-01' } as const;
    expect(plain(resultSentence(wording, { ...product, name: null }, 1, stockResult))).toContain('0.001 m of MT-100');
    expect(
      plain(resultSentence(wordingOn('2026-03-01'), { ...product, name: null, sku: null }, 1, stockResult)),
    ).toContain('0.001 of 12345');
  });
});

/** Removes no-break spaces between quantity and unit, and isolates around a name. */
function plain(text: string): string {
  return text
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll('Tuesday 17', 'Tuesday, 17')
    .replaceAll('Friday 12', 'Friday, 12');
}
