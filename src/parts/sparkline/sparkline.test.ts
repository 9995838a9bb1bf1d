import { expect, it } from 'vitest';

import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, daysBetween, fromMilliseconds, toMilliseconds } from '#stock/calendar-date.ts';

import { drawSparkline, sparklineWindow } from './sparkline.tsx';

const today = '2026-03-10';
const entry = (days: number, stockQuantity: number, isMaxLeadTime = false) => ({
  stockDate: addDays(today, days),
  stockQuantity,
  isMaxLeadTime,
  isDeleted: false,
});
const window = { from: toMilliseconds(addDays(today, -10)), to: toMilliseconds(addDays(today, 90)) };
const timeline = readTimeline([entry(-5, 40), entry(20, 100), entry(60, 99_999, true), entry(70, 20)], today);

it('draws past, future and max lead time segments, with the highest level at the top', () => {
  const drawing = drawSparkline(timeline, window, null);
  expect(drawing.past).toBe('M50,58.4H100V58.4');
  expect(drawing.level).toBe('M100,58.4H300V8H700V8');
  expect(drawing.beyond).toBe('M700,8H800V75.2H1000V75.2');
  expect(drawing).toMatchObject({ today: 100, maxLeadTime: 700, quantity: null });
});

it('marks a past max lead time date from the left edge on, and none after the window', () => {
  expect(drawSparkline(readTimeline([entry(-50, 1, true)], today), window, null).maxLeadTime).toBe(0);
  expect(drawSparkline(readTimeline([entry(500, 1, true)], today), window, null).maxLeadTime).toBeNull();
});

it('draws the calendar before a change on the same scale', () => {
  const less = readTimeline([entry(-5, 40), entry(20, 50)], today);
  const drawing = drawSparkline(less, window, null, timeline);
  expect(drawing.level).toBe('M100,58.4H300V50H1000V50');
  expect(drawing.before).toBe('M100,58.4H300V8H700V8M700,8H800V75.2H1000V75.2');
  expect(drawSparkline(less, window, null)).toMatchObject({ level: 'M100,24.8H300V8H1000V8', before: '' });
});

it('includes the quantity, unless that would flatten the levels', () => {
  expect(drawSparkline(timeline, window, 200_000).quantity).toBe(8);
  expect(drawSparkline(timeline, window, 2_000_000).quantity).toBeNull();
});

it('closes the filled area at zero', () => {
  expect(drawSparkline(timeline, window, null).ground).toBe('M100,92H100V58.4H300V8H700V8V92Z');
});

const until = (days: number, isMaxLeadTime = false) =>
  readTimeline([{ stockDate: addDays(today, days), stockQuantity: 5, isMaxLeadTime, isDeleted: false }], today);
const daysOf = (timelines: Parameters<typeof sparklineWindow>[0]) => {
  const { from, to } = sparklineWindow(timelines, today);
  return [from, to].map((at) => daysBetween(today, fromMilliseconds(at)));
};

it('ends shortly after the last date of any product', () => {
  expect(daysOf([until(20), until(100), until(3, true)])).toEqual([-14, 108]);
  expect(daysOf([until(20), until(200, true)])).toEqual([-14, 216]);
});

it('shows at least 8 weeks and at most a year', () => {
  expect(daysOf([until(4)])).toEqual([-14, 56]);
  expect(daysOf([])).toEqual([-14, 56]);
  expect(daysOf([until(7000, true)])).toEqual([-14, 366]);
});
