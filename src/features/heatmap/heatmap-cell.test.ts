import { expect, it } from 'vitest';

import { readTimeline } from '#domain/stock-timeline.ts';
import { addDays } from '#lib/calendar-date.ts';

import { heatmapCells } from './heatmap-cell.ts';
import { columnGroups, heatmapColumns } from './heatmap-columns.ts';
import { heatmapPaths } from './heatmap-paths.ts';
import { heatmapRuns } from './heatmap-runs.ts';

// A Tuesday.
const today = '2026-03-10';
const entry = (days: number, stockQuantity: number, isMaxLeadTime = false) => ({
  stockDate: addDays(today, days),
  stockQuantity,
  isMaxLeadTime,
  isDeleted: false,
});
const timeline = readTimeline(
  [entry(-3, 100), entry(8, 25), entry(13, 0), entry(22, 99_999, true), entry(30, 5)],
  today,
);
const columns = heatmapColumns([timeline], 'week');
const cells = heatmapCells(timeline, 'week', columns, 100_000);

it('holds the lowest level of each week against the quantity, theory after the max lead time', () => {
  expect(cells.slice(0, 6).map(({ state, share }) => [state, share])).toEqual([
    ['enough', 1],
    ['partly', 0.25],
    ['none', 0],
    ['none', 0],
    ['theoretical', 0],
    ['theoretical', 0.05],
  ]);
});

it('marks the day of the max lead time in the week that holds it', () => {
  expect(cells.map(({ maxLeadTimeAt }) => maxLeadTimeAt).slice(0, 5)).toEqual([null, null, null, 2 / 7, null]);
});

it('covers twelve weeks at least, and two years at most', () => {
  expect(columns[0]).toMatchObject({ start: today, end: '2026-03-15' });
  expect(columns).toHaveLength(13);
  const far = readTimeline([entry(5000, 1)], today);
  expect(heatmapColumns([timeline, far], 'week')).toHaveLength(104 + 1);
  expect(heatmapColumns([], 'week')).toEqual([]);
});

it('heads weeks with the month in which they begin', () => {
  expect(columnGroups(columns, 'week').slice(0, 2)).toEqual([
    { start: today, first: 0, count: 4 },
    { start: '2026-04-06', first: 4, count: 4 },
  ]);
});

it('paints what there is from the bottom up and no level after the max lead time', () => {
  const paths = heatmapPaths(cells.slice(0, 5), { width: 20, height: 32 });
  expect(paths.have).toBe('M1,4h18v24h-18zM21,22h18v6h-18z');
  expect(paths.lack).toBe('M21,4h18v18h-18zM41,4h18v24h-18zM61,4h18v24h-18z');
  expect(paths.theory).toBe('M80,4h20v24h-20z');
  expect(paths.marker).toMatch(/^M67,0/);
});

it('tells neighbours that say the same as one', () => {
  const runs = heatmapRuns(cells).map(({ start, end, state, endLevel }) => [start, end, state, endLevel]);
  expect(runs.slice(0, 5)).toEqual([
    ['2026-03-10', '2026-03-15', 'enough', 100_000],
    ['2026-03-16', '2026-03-22', 'partly', 25_000],
    ['2026-03-23', '2026-03-29', 'none', 0],
    ['2026-03-30', '2026-04-05', 'none', 0],
    ['2026-04-06', '2026-04-12', 'theoretical', 5_000],
  ]);
});
