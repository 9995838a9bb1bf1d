import { expect, it } from 'vitest';

import { cardSide } from './card-side.ts';

it.each([
  ['below, where it fits', { above: 500, below: 200 }, 'below'],
  ['above, where it would leave the sight below', { above: 300, below: 100 }, 'above'],
  ['where there is more room, if it fits nowhere', { above: 60, below: 100 }, 'below'],
] as const)('stands %s', (_, room, side) => {
  expect(cardSide(room)).toBe(side);
});
