import { expect, it } from 'vitest';

import { fillTarget, rangeOf } from './cell-range.ts';

const range = { top: 2, bottom: 3, left: 1, right: 2 };

it('spans the active cell and the one opposite, whichever way it was drawn', () => {
  expect(rangeOf({ active: { row: 3, column: 1 }, head: { row: 2, column: 2 } })).toEqual(range);
});

it.each([
  ['down', { row: 6, column: 2 }, { ...range, top: 4, bottom: 6 }],
  ['up', { row: 0, column: 1 }, { ...range, top: 0, bottom: 1 }],
  ['onward', { row: 3, column: 5 }, { ...range, left: 3, right: 5 }],
  ['back', { row: 2, column: 0 }, { ...range, left: 0, right: 0 }],
  ['the farther way', { row: 4, column: 5 }, { ...range, left: 3, right: 5 }],
  ['nowhere from within', { row: 2, column: 1 }, null],
])('fills %s', (_, to, target) => {
  expect(fillTarget(range, to)).toEqual(target);
});
