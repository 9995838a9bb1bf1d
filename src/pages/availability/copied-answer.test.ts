import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import type { Wording } from '#features/answer/wording.ts';

import { copiedAnswer } from './copied-answer.ts';

const wording: Wording = {
  i18n: setupI18n({ locale: 'en', messages: { en: {} } }),
  locale: 'en-GB',
  today: '2026-03-01',
  unit: 'm',
};
const product = { productId: 12345, name: 'Twill <extra> & "fine"', sku: 'MT-100', unit: 'm' };
const asked = { product, quantity: 250_000, mostAvailable: null, asOf: '1 March 2026 at 14:32' };

describe('copiedAnswer', () => {
  it('promises an expected date with its condition and time', () => {
    const { text } = copiedAnswer(wording, { ...asked, answer: { kind: 'expected', date: '2026-03-17' } });
    expect(text.split('\n')).toEqual([
      'Twill <extra> & "fine" (MT-100)',
      expect.stringMatching(/^250\u00a0m can leave on Tuesday,? 17 March 2026\.$/),
      'This is the day on which the goods can leave, not a delivery date.',
      'As of 1 March 2026 at 14:32.',
    ]);
  });

  it('stands in HTML as a sentence and a table, escaped', () => {
    const { html } = copiedAnswer(wording, { ...asked, answer: { kind: 'in-stock', date: '2026-02-17' } });
    expect(html).toMatch(/^<p>250\u00a0m can leave from stock today, Sunday,? 1 March 2026\.<\/p><style>/);
    expect(html).toContain(
      '<tr><td>Twill &lt;extra&gt; &amp; &quot;fine&quot; (MT-100)</td><td>250\u00a0m</td><td>1 March 2026</td></tr>',
    );
  });

  it('names the max lead time in the table too', () => {
    const { html } = copiedAnswer(wording, { ...asked, answer: { kind: 'max-lead-time', date: '2026-06-12' } });
    expect(html).toContain('<td><em>12 June 2026, subject to the maximum lead time</em></td>');
  });

  it('makes the max lead time conditional', () => {
    const { text } = copiedAnswer(wording, { ...asked, answer: { kind: 'max-lead-time', date: '2026-06-12' } });
    expect(text).toContain('subject to the maximum lead time');
  });

  it('offers the largest quantity where this one is not available', () => {
    const { text } = copiedAnswer(wording, { ...asked, answer: { kind: 'not-available' }, mostAvailable: 90_000 });
    expect(text).toContain('250\u00a0m is not available at present.\nThe largest quantity available is 90\u00a0m.');
  });

  it.each([
    [{ name: 'Merino', sku: null }, 'Merino'],
    [{ name: null, sku: 'MT-100' }, 'MT-100'],
    [{ name: null, sku: null }, '12345'],
  ])('calls the product %j by what a customer knows', (known, title) => {
    const { text } = copiedAnswer(wording, {
      ...asked,
      product: { ...product, ...known },
      answer: { kind: 'not-available' },
    });
    expect(text.split('\n')[0]).toBe(title);
  });
});
