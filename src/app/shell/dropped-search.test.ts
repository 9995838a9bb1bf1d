import { expect, it } from 'vitest';

import { droppedParams } from './dropped-search.ts';

it.each([
  [{ quantity: 'abc' }, { quantity: undefined, mlt: undefined }, [{ name: 'quantity', value: 'abc', isPart: false }]],
  [{ quantity: '' }, { quantity: undefined }, [{ name: 'quantity', value: '', isPart: false }]],
  [{ quantity: '12.5' }, { quantity: 12.5 }, []],
  [{ mlt: 'false' }, { mlt: false }, []],
  [{ ids: '1,x, 2,,0' }, { ids: [1, 2] }, [{ name: 'ids', value: 'x, 0', isPart: true }]],
  [{ ids: '2,1,2' }, { ids: [2, 1] }, []],
  [{ selected: 'kept' }, { selected: 'kept' }, []],
  [{ campaign: 'x' }, { quantity: undefined }, []],
])('of %j, read as %j, names what was left out', (opened: Record<string, string>, read, dropped) => {
  expect(droppedParams(opened, read)).toEqual(dropped);
});
