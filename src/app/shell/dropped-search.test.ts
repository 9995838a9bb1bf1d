import { expect, it } from 'vitest';

import { droppedParams } from './dropped-search.ts';

it.each([
  [{ quantity: 'abc' }, {}, [{ name: 'quantity', value: 'abc' }]],
  [{ quantity: '12.5' }, { quantity: 12.5 }, []],
  [{ mlt: 'false' }, { mlt: false }, []],
  [{ campaign: 'x' }, {}, []],
  [{}, { quantity: 5 }, []],
])(
  'of %j with %j kept, names what was left out',
  (opened: Record<string, string>, kept: Record<string, unknown>, expected) => {
    expect(droppedParams(opened, kept, ['quantity', 'mlt'])).toEqual(expected);
  },
);
