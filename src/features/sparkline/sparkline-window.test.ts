import { expect, it } from 'vitest';

import { readTimeline } from '#domain/stock-timeline.ts';
import { addDays, daysBetween, fromMilliseconds } from '#lib/calendar-date.ts';

import { sparklineWindow } from './sparkline-window.ts';

const today = '2026-03-10';
const until = (days: number, isMaxLeadTime = false) =>
  readTimeline([{ stockDate: addDays(today, days), stockQuantity: 5, isMaxLeadTime, isDeleted: false }], today);
const daysOf = (timelines: Parameters<typeof sparklineWindow>[0]) => {
  const { from, to } = sparklineWindow(timelines, today);
  return [from, to].map((at) => daysBetween(today, fromMilliseconds(at)));
};

it('reaches a little past the last date of any product', () => {
  expect(daysOf([until(20), until(100), until(3, true)])).toEqual([-14, 108]);
  expect(daysOf([until(20), until(200, true)])).toEqual([-14, 216]);
});

it('shows 8 weeks at least and a year at most', () => {
  expect(daysOf([until(4)])).toEqual([-14, 56]);
  expect(daysOf([])).toEqual([-14, 56]);
  expect(daysOf([until(2_900_000, true)])).toEqual([-14, 366]);
});
