import { describe, expect, it } from 'vitest';

import { levelBuckets } from '#domain/level-buckets.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import { addDays, daysBetween } from '#lib/calendar-date.ts';

import { chartStops, stopLevel, type ChartStop } from './chart-stops.ts';

const today = '2026-03-10';
const entry = (days: number, stockQuantity: number, isMaxLeadTime = false) => ({
  stockDate: addDays(today, days),
  stockQuantity,
  isMaxLeadTime,
  isDeleted: false,
});
const entries = [entry(-20, 5), entry(-3, 80), entry(7, 40), entry(30, 50), entry(30, 99_999, true), entry(40, 60)];
const timeline = readTimeline(entries, today);
const told = (stops: readonly ChartStop[]) =>
  stops.map((stop) => `${stop.kind} ${daysBetween(today, stop.date)}: ${stopLevel(stop) ?? 'none'}`);

describe('chartStops', () => {
  it('rests at each change, at today, and at the max lead time after real stock of its date', () => {
    expect(told(chartStops(timeline, 'day', null))).toEqual([
      'past -20: 5000',
      'past -3: 80000',
      'today 0: 80000',
      'expected 7: 40000',
      'expected 30: 50000',
      'max-lead-time 30: none',
      'theoretical 40: 60000',
    ]);
  });

  it('rests once at today where an entry is of today, and at 0 where none is in force', () => {
    expect(told(chartStops(readTimeline([entry(0, 3)], today), 'day', null))).toEqual(['today 0: 3000']);
    expect(told(chartStops(readTimeline([entry(2, 3)], today), 'day', null))).toEqual([
      'today 0: 0',
      'expected 2: 3000',
    ]);
  });

  it('rests at buckets from today on', () => {
    const months = levelBuckets(timeline, 'month', addDays(today, 40));
    expect(told(chartStops(timeline, 'month', months))).toEqual([
      'past -20: 5000',
      'past -3: 80000',
      'bucket 0: 40000',
      'bucket 22: 40000',
      'max-lead-time 30: none',
    ]);
  });
});
