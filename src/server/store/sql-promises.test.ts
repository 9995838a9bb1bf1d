import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTemporaryStore, type TemporaryStore } from './temporary-store.fixture.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.close());

const lineOf = (place: number) => ({
  letterId: 'letter',
  place,
  line: '{}',
  progress: 'old',
  revision: 1,
  toldAt: 1,
});

test('a line and the texts of its letter change together, or not at all', async () => {
  const { store } = temporary;
  const key = { personId: 'ann', stockDigest: 'a', letterId: 'letter' };
  await store.createLetter(key, [
    { ...lineOf(0), sealedEntry: 'entry', sealedContent: 'first' },
    { ...lineOf(1), sealedEntry: null, sealedContent: null },
  ]);
  const stored = async () => {
    const lines = await store.listPromises(key);
    const { bytes } = await store.measureLines('ann', 'promise');
    return [await store.findLetter(key), ...lines.map(({ progress, revision }) => `${progress} ${revision}`), bytes];
  };
  const change = (place: number, revision: number, from: string, to: string) =>
    store.changeLetter(key, { letterId: 'letter', place, revision, progress: to }, { from, to });

  const { bytes } = await store.measureLines('ann', 'promise');
  expect(await change(1, 1, 'first', 'second')).toBe(true);
  expect(await stored()).toEqual(['second', 'old 1', 'second 2', bytes + 1]);
  // Of other texts, of another revision, of no line.
  expect(await change(0, 1, 'first', 'third')).toBe(false);
  expect(await change(1, 1, 'second', 'third')).toBe(false);
  expect(await change(2, 1, 'second', 'third')).toBe(false);
  expect(await stored()).toEqual(['second', 'old 1', 'second 2', bytes + 1]);
  expect(await change(0, 1, 'second', 'third')).toBe(true);
  expect(await stored()).toEqual(['third', 'third 2', 'second 2', bytes]);
});
