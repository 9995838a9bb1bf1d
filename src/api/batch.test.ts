import { expect, it, vi } from 'vitest';

import { batched } from './batch.ts';

const upper = (keys: string[]) => Promise.resolve(keys.map((key) => key.toUpperCase()));

it('asks once for what is wanted at the same time, each key once', async () => {
  const load = vi.fn(upper);
  const one = batched(load, 10);
  expect(await Promise.all([one('a'), one('b'), one('a')])).toEqual(['A', 'B', 'A']);
  expect(load.mock.calls).toEqual([[['a', 'b']]]);
});

it('asks anew for what is wanted later', async () => {
  const load = vi.fn(upper);
  const one = batched(load, 10);
  await one('a');
  await one('a');
  expect(load).toHaveBeenCalledTimes(2);
});

it('keeps to the limit', async () => {
  const load = vi.fn(upper);
  const one = batched(load, 2);
  expect(await Promise.all(['a', 'b', 'c'].map((key) => one(key)))).toEqual(['A', 'B', 'C']);
  expect(load.mock.calls).toEqual([[['a', 'b']], [['c']]]);
});

it('fails every key of a call that fails, and no other', async () => {
  const one = batched((keys) => (keys.includes('a') ? Promise.reject(new Error('down')) : upper(keys)), 1);
  const [a, b] = await Promise.allSettled([one('a'), one('b')]);
  expect([a.status, b.status]).toEqual(['rejected', 'fulfilled']);
});
