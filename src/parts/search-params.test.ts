import { expect, it } from 'vitest';

import { droppedParams } from './search-params.ts';

it.each([
  [
    { quantity: 'abc' },
    { quantity: undefined, mlt: undefined },
    [{ name: 'quantity', value: 'abc', isPartial: false }],
  ],
  [{ quantity: '' }, { quantity: undefined }, [{ name: 'quantity', value: '', isPartial: false }]],
  [{ quantity: '12.5' }, { quantity: 12.5 }, []],
  [{ mlt: 'false' }, { mlt: false }, []],
  [{ ids: '1,x, 2,,0' }, { ids: [1, 2] }, [{ name: 'ids', value: 'x, 0', isPartial: true }]],
  [{ ids: '2,1,2' }, { ids: [2, 1] }, []],
  [{ selected: 'kept' }, { selected: 'kept' }, []],
  [{ campaign: 'x' }, { quantity: undefined }, []],
])('lists the ignored parameters of %j, parsed as %j', (opened: Record<string, string>, read, dropped) => {
  expect(droppedParams(opened, read)).toEqual(dropped);
});
