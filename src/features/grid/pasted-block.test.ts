import { describe, expect, it } from 'vitest';

import { pastedBlock } from './pasted-block.ts';

const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });

describe('where pasted cells land', () => {
  it.each([
    ['one cell fills the range', [['x']], at(1, 1, 3, 2), at(1, 1, 3, 2), 0],
    ['a range that holds them twice is filled', [['x'], ['y']], at(0, 0, 3, 1), at(0, 0, 3, 1), 0],
    [
      'any other is where they begin',
      [
        ['x', 'y'],
        ['z', 'w'],
      ],
      at(2, 1, 4, 1),
      at(2, 1, 3, 2),
      0,
    ],
    ['rows may go past the end', [['x'], ['y'], ['z']], at(9, 0), at(9, 0, 11, 0), 0],
    ['columns may not', [['x', 'y', 'z']], at(0, 3), at(0, 3, 0, 4), 1],
  ])('%s', (_, cells, selected, range, cutOff) => {
    expect(pastedBlock(cells, selected, 5)).toMatchObject({ range, cutOff });
  });

  it('repeats its cells, and leaves out what a shorter row lacks', () => {
    const block = pastedBlock([['a', 'b'], ['c']], at(0, 0, 3, 1), 5);
    const rows = [0, 1, 2, 3].map((row) => [block.textAt(row, 0), block.textAt(row, 1)]);
    expect(rows).toEqual([
      ['a', 'b'],
      ['c', undefined],
      ['a', 'b'],
      ['c', undefined],
    ]);
  });
});
