import { expect, it, vi } from 'vitest';

import { memoize } from './memoize.ts';

it('calls the function once per key', () => {
  const of = vi.fn((text: string) => text.length);
  const lengthOf = memoize(of);
  expect(['ab', 'c', 'ab'].map(lengthOf)).toEqual([2, 1, 2]);
  expect(of.mock.calls).toEqual([['ab'], ['c']]);
});

it('caches up to the maximum number of keys', () => {
  const of = vi.fn((text: string) => text.length);
  const lengthOf = memoize(of, 1);
  expect(['ab', 'c', 'ab', 'c'].map(lengthOf)).toEqual([2, 1, 2, 1]);
  expect(of.mock.calls).toEqual([['ab'], ['c'], ['c']]);
});
