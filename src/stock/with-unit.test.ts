import { expect, it } from 'vitest';

import { withUnit } from './with-unit.ts';

it.each([
  ['2.5', 'm', '2.5\u00a0m'],
  ['40', 'pcs', '40\u00a0pcs'],
  ['40', 'rlls', '40\u00a0rlls'],
  ['1,250', 'Quadratmeter', '1,250 Quadratmeter'],
])('joins %s and %s', (figure, unit, text) => {
  expect(withUnit(figure, unit)).toBe(text);
});
