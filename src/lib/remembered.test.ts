import { expect, it, vi } from 'vitest';

import { remembered } from './remembered.ts';

it('asks the function once for each key', () => {
  const of = vi.fn((text: string) => text.length);
  const lengthOf = remembered(of);
  expect(['ab', 'c', 'ab'].map(lengthOf)).toEqual([2, 1, 2]);
  expect(of.mock.calls).toEqual([['ab'], ['c']]);
});

it('keeps what it was told for so many keys and no more', () => {
  const of = vi.fn((text: string) => text.length);
  const lengthOf = remembered(of, 1);
  expect(['ab', 'c', 'ab', 'c'].map(lengthOf)).toEqual([2, 1, 2, 1]);
  expect(of.mock.calls).toEqual([['ab'], ['c'], ['c']]);
});
