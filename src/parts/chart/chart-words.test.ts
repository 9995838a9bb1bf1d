import { expect, it } from 'vitest';

import { commonUnit, spokenQuantity } from './chart-words.ts';

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
