import { expect, it, vi } from 'vitest';

import { remembered } from './remembered.ts';

it('asks the function once for each key', () => {
  const of = vi.fn((text: string) => text.length);
  const lengthOf = remembered(of);
  expect(['ab', 'c', 'ab'].map(lengthOf)).toEqual([2, 1, 2]);
  expect(of.mock.calls).toEqual([['ab'], ['c']]);
});
