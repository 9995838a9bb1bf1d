import { expect, test } from 'vitest';

import { parseJson } from './parse-json.ts';

test('parses JSON, and returns undefined for any other text', () => {
  expect(['{"a":[1]}', 'null', '', '{', 'undefined'].map(parseJson)).toEqual([
    { a: [1] },
    null,
    undefined,
    undefined,
    undefined,
  ]);
});
