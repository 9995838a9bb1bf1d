import { describe, expect, it } from 'vitest';

import { chartSeries } from '#features/chart/chart-series.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import { addDays, toMilliseconds } from '#lib/calendar-date.ts';

import { comparedBuckets, comparedStops, levelAt, spanningTimeline } from './compared-series.ts';

const today = '2026-03-10';
const entry = (days: number, stockQuantity: number, isMaxLeadTime = false) => ({
  stockDate: addDays(today, days),
  stockQuantity,
  isMaxLeadTime,
  isDeleted: false,
});
const instant = (days: number) => toMilliseconds(addDays(today, days));
const window = { from: instant(-10), to: instant(60) };
const first = readTimeline([entry(-20, 5), entry(-3, 80), entry(7, 40), entry(30, 99_999, true), entry(40, 60)], today);
const second = readTimeline([entry(12, 10), entry(50, 70)], today);
const products = [first, second].map((timeline, index) => ({ productId: index + 1, name: null, unit: null, timeline }));

describe('levelAt', () => {
  const series = chartSeries(first, window, null);
  it.each([
    [-30, null],
    [-5, { level: 5_000, isTheoretical: false }],
    [0, { level: 80_000, isTheoretical: false }],
    [7, { level: 40_000, isTheoretical: false }],
    [30, { level: 40_000, isTheoretical: true }],
    [45, { level: 60_000, isTheoretical: true }],
  ])('tells the level %d days from today', (days, level) => {
    expect(levelAt(series, instant(days))).toEqual(level);
  });

  it('tells the lowest level of a week, where weeks are shown', () => {
    const weeks = chartSeries(first, window, comparedBuckets(first, 'week', window.to));
    expect(levelAt(weeks, instant(6))).toEqual({ level: 40_000, isTheoretical: false });
  });
});

it('rests on each change of any product, on today and on each max lead time', () => {
  const days = comparedStops(products, [null, null]).map(({ date }) => date);
  expect(days).toEqual([-20, -3, 0, 7, 12, 30, 40, 50].map((day) => addDays(today, day)));
});

it('rests on the beginnings of months from today on, where months are shown', () => {
  const days = comparedStops(
    products,
    products.map(({ timeline }) => comparedBuckets(timeline, 'month', window.to)),
  ).map(({ date }) => date);
  expect(days).toEqual([addDays(today, -20), addDays(today, -3), today, '2026-04-01', '2026-04-09', '2026-05-01']);
});

it('spans all calendars', () => {
  const span = spanningTimeline([first, second], today);
  expect([span.steps.at(0)?.date, span.steps.at(-1)?.date, span.maxLeadTimeDate]).toEqual([
    addDays(today, -20),
    addDays(today, 50),
    addDays(today, 30),
  ]);
});
