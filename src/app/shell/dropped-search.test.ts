import { expect, it } from 'vitest';

import { droppedParams } from './dropped-search.ts';

it.each([
  [{ quantity: 'abc' }, { quantity: undefined, mlt: undefined }, [{ name: 'quantity', value: 'abc' }]],
  [{ quantity: '' }, { quantity: undefined }, [{ name: 'quantity', value: '' }]],
  [{ quantity: '12.5' }, { quantity: 12.5 }, []],
  [{ mlt: 'false' }, { mlt: false }, []],
  [{ campaign: 'x' }, { quantity: undefined }, []],
])('of %j, read as %j, names what was left out', (opened: Record<string, string>, read, dropped) => {
  expect(droppedParams(opened, read)).toEqual(dropped);
});
