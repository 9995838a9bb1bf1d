import { expect, it } from 'vitest';

import { wordingOn } from '#parts/result/wording.sample.ts';

import { commonUnit, maxByDateWords, spokenQuantity } from './chart-words.ts';

it.each([
  [80_000, 'm', 'en-GB', '80 metres'],
  [1_000, 'm', 'en-US', '1 meter'],
  [80_500, 'lfm', 'de-DE', '80,5 Meter'],
  [12_000, 'kg', 'en-GB', '12 kilograms'],
  [3_000, 'rolls', 'en-GB', '3 rolls'],
  [3_000, 'Kanonen', 'de-DE', '3 Kanonen'],
  [1_234_567, null, 'en-GB', '1,234.567'],
])('%d of unit %s in %s reads %s', (quantity, unit, locale, text) => {
  expect(spokenQuantity(quantity, unit, locale)).toBe(text);
});

it('returns the unit that all products share', () => {
  expect([['m', 'm'], ['m', null], []].map((units) => commonUnit(units.map((unit) => ({ unit }))))).toEqual([
    'm',
    null,
    null,
  ]);
});

it.each([
  ['2026-12-02', 'up to 320.25 m'],
  ['2026-12-08', 'up to 320.25 m until 2 December 2026, 120 m on that day'],
  ['2027-01-20', 'up to 610 m'],
  ['2027-02-20', 'any quantity, at max lead time'],
] as const)('says what can ship by %s: %s', (date, words) => {
  const steps = [
    { date: '2026-11-25', level: 320_250 },
    { date: '2026-12-03', level: 120_000 },
    { date: '2026-12-10', level: 40_000 },
    { date: '2027-01-07', level: 610_000 },
  ] as const;
  const timeline = { today: '2026-11-29', history: [], steps, maxLeadTimeDate: '2027-02-20', findings: [] } as const;
  expect(maxByDateWords(wordingOn('2026-11-29', 'm'), timeline, date).replaceAll('\u00A0', ' ')).toBe(words);
});
