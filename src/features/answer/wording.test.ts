import { describe, expect, it } from 'vitest';

import { distanceWords, productWords, quantityWords, weekdayWords } from './wording.ts';

const locale = 'en-GB';
const today = '2026-03-01';

describe('wording', () => {
  it.each([
    ['2026-02-11', 'today'],
    ['2026-03-01', 'today'],
    ['2026-03-02', 'tomorrow'],
    ['2026-03-17', 'in 16 days'],
  ] as const)('says how far %s is', (date, words) => {
    expect(distanceWords({ locale, today }, date)).toBe(words);
  });

  it('names weekdays of the date itself, in whatever zone this runs', () => {
    expect(weekdayWords({ locale }, '2026-03-29')).toBe('Sunday');
    expect(weekdayWords({ locale: 'de' }, '2026-03-17')).toBe('Dienstag');
  });

  it('keeps a figure and its unit on one line', () => {
    expect(quantityWords({ locale, unit: 'm' }, 1_250_500)).toBe('1,250.5\u00a0m');
    expect(quantityWords({ locale, unit: null }, 500)).toBe('0.5');
  });

  it('keeps a name apart that runs from right to left', () => {
    const product = { productId: 1, name: 'قطن', sku: null, unit: null };
    expect(productWords(product)).toBe('\u2068قطن\u2069');
    expect(productWords({ ...product, name: 'Étamine légère' })).toBe('Étamine légère');
  });
});
