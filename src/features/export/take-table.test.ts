import { expect, it } from 'vitest';

import { gatherRows, TooManyRowsError, type WriteProgress } from '#features/export/take-table.ts';

const row = { cells: [1] };
const pages = [
  { rows: [row, row], pages: { done: 1, total: 2 }, expected: 3 },
  { rows: [row], pages: { done: 2, total: 2 }, missing: 'names' },
];
const rows = { scope: 'all', count: null, batches: () => pages } as const;
const { signal } = new AbortController();

it('gathers all rows, says how far it is with each page, and what is missing', async () => {
  const told: WriteProgress[] = [];
  const gathered = await gatherRows(rows, { most: 3, onProgress: (progress) => told.push(progress), signal });
  expect(gathered).toEqual({ rows: [row, row, row], extent: { rows: 3, expected: 3, missing: ['names'] } });
  expect(told).toEqual([
    { rows: 2, expected: 3, pages: { done: 1, total: 2 } },
    { rows: 3, expected: 3, pages: { done: 2, total: 2 } },
  ]);
});

it('stops at more rows than their place takes', async () => {
  await expect(gatherRows(rows, { most: 2, onProgress: () => undefined, signal })).rejects.toThrow(TooManyRowsError);
});
