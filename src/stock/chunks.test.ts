import { expect, it } from 'vitest';

import { chunksOf } from './chunks.ts';

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('splits %j into pairs', (items, chunks) => expect(chunksOf<number>(items, 2)).toEqual(chunks));
