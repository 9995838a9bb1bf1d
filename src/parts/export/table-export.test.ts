import { expect, it } from 'vitest';

import { collectRows, TooManyRowsError, type WriteProgress } from './table-export.ts';
import { secondsLeft } from './use-export-run.ts';

const row = { cells: [1] };
const pages = [
  { rows: [row, row], pages: { done: 1, total: 2 }, expected: 3, retrievedAt: 2000 },
  { rows: [row], pages: { done: 2, total: 2 }, missing: 'names', retrievedAt: 1000 },
];
const rows = { scope: 'all', count: null, batches: () => pages } as const;
const { signal } = new AbortController();
const since = 0;

it('collects all rows, and reports progress by page, missing parts and the oldest retrieval time', async () => {
  const told: WriteProgress[] = [];
  const onProgress = (progress: WriteProgress) => told.push(progress);
  const gathered = await collectRows({ rows, since, onProgress, signal }, 3);
  expect(gathered).toEqual({
    rows: [row, row, row],
    extent: { rows: 3, expected: 3, missing: ['names'] },
    retrievedAt: 1000,
  });
  expect(told).toEqual([
    { rows: 2, expected: 3, pages: { done: 1, total: 2 } },
    { rows: 3, expected: 3, pages: { done: 2, total: 2 } },
  ]);
});

it('rejects more rows than the maximum', async () => {
  await expect(collectRows({ rows, since, onProgress: () => undefined, signal }, 2)).rejects.toThrow(TooManyRowsError);
});

it.each([
  ['nothing at first', { rows: 10, expected: 100, pages: null }, 1, null],
  ['by pages', { rows: 100, expected: null, pages: { done: 1, total: 10 } }, 4, 40],
  ['by rows', { rows: 25, expected: 100, pages: null }, 10, 30],
  ['in steps of five seconds', { rows: 50, expected: 100, pages: null }, 11, 15],
  ['nothing if the total is unknown', { rows: 50, expected: null, pages: null }, 10, null],
  ['nothing at the end', { rows: 100, expected: 100, pages: null }, 10, null],
])('estimates the remaining time: %s', (_, progress, elapsed, left) => {
  expect(secondsLeft(progress, elapsed)).toBe(left);
});
