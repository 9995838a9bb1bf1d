import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { maxLeadTime, real } from '#stock/entries.arbitrary.ts';
import { readTimeline, type StockTimeline } from '#stock/stock-timeline.ts';
import { addDays, toMilliseconds } from '#stock/calendar-date.ts';

import {
  clampWindow,
  homeWindow,
  panWindow,
  periodOfWindow,
  presetOf,
  presets,
  revealInstant,
  wholeWindow,
  windowOfDays,
  windowOfPeriod,
  windowOfPreset,
  zoomWindow,
  type TimeWindow,
} from './time-window.ts';

const today = '2026-03-10';
const day = 86_400_000;
const at = (days: number) => toMilliseconds(today) + days * day;

function timelineOf(days: readonly number[], leadTime: number | null = null): StockTimeline {
  const steps = days.map((offset) => ({ date: addDays(today, offset), level: 1000 }));
  const inForce = Math.max(
    steps.findLastIndex(({ date }) => date <= today),
    0,
  );
  const maxLeadTimeDate = leadTime === null ? null : addDays(today, leadTime);
  return { today, history: steps.slice(0, inForce), steps: steps.slice(inForce), maxLeadTimeDate, findings: [] };
}

const windows = fc
  .tuple(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: 7, max: 3000 }))
  .map(([from, length]): TimeWindow => ({ from: from * day, to: (from + length) * day }));

describe('wholeWindow', () => {
  it.each([
    { name: 'nothing', timeline: timelineOf([]) },
    { name: 'one entry of today', timeline: timelineOf([0]) },
    { name: 'past and future', timeline: timelineOf([-300, -2, 40]) },
    { name: 'a max lead time after all', timeline: timelineOf([-3, 5], 90) },
    { name: 'a max lead time before all', timeline: timelineOf([5], -400) },
  ])('contains all dates with padding: $name', ({ timeline }) => {
    const { from, to } = wholeWindow(timeline);
    const dates = [timeline.today, timeline.maxLeadTimeDate ?? today, ...timeline.steps.map(({ date }) => date)];
    for (const date of [...dates, ...timeline.history.map((step) => step.date)]) {
      expect(from).toBeLessThan(toMilliseconds(date));
      expect(to).toBeGreaterThan(toMilliseconds(date));
    }
  });
});

it.each(['1900-01-01', '2099-12-31', '4712-12-31', '9999-12-31'] as const)(
  'spans no years because of the placeholder %s',
  (placeholder) => {
    const entries = [real(addDays(today, -3), 5), real(addDays(today, 40), 8)];
    const dated = wholeWindow(readTimeline(entries, today));
    for (const entry of [real(placeholder, 2), maxLeadTime(placeholder)])
      expect(wholeWindow(readTimeline([...entries, entry], today))).toEqual(dated);
  },
);

describe('homeWindow', () => {
  it('is everything if the past is short', () => {
    const timeline = timelineOf([-10, 60]);
    expect(homeWindow(timeline)).toEqual(wholeWindow(timeline));
  });

  it('shortens a long past, but not the future', () => {
    const timeline = timelineOf([-900, -1, 60]);
    const { from, to } = homeWindow(timeline);
    expect(from).toBeGreaterThan(at(-60));
    expect(from).toBeLessThan(at(0));
    expect(to).toBe(wholeWindow(timeline).to);
  });
});

describe('windowOfDays', () => {
  it('ends that many days after today and includes today', () => {
    const { from, to } = windowOfDays(today, 28);
    expect(to).toBe(at(28));
    expect(from).toBeLessThan(at(0));
  });
});

function isWithin({ from, to }: TimeWindow, limits: TimeWindow): boolean {
  return from >= limits.from - 1e-3 && to <= limits.to + 1e-3 && from < to;
}

describe('moving a window', () => {
  it('stays within the limits, and at least a week long if they are', () => {
    fc.assert(
      fc.property(windows, windows, fc.double({ min: 0.01, max: 100, noNaN: true }), (limits, other, factor) => {
        const window = clampWindow(other, limits);
        const anchor = (window.from + window.to) / 2;
        for (const moved of [
          window,
          zoomWindow(window, factor, anchor, limits),
          panWindow(window, factor * day * 10, limits),
          panWindow(window, -factor * day * 10, limits),
          revealInstant(window, limits.from, limits),
          revealInstant(window, limits.to, limits),
        ]) {
          expect(isWithin(moved, limits)).toBe(true);
          expect(moved.to - moved.from).toBeGreaterThanOrEqual(7 * day - 1);
        }
      }),
    );
  });

  it('keeps the position of the anchor when zooming', () => {
    const limits = { from: at(-1000), to: at(1000) };
    const window = { from: at(0), to: at(100) };
    const zoomed = zoomWindow(window, 0.5, at(25), limits);
    expect(zoomed).toEqual({ from: at(12.5), to: at(62.5) });
  });

  it('moves as little as necessary to show an instant', () => {
    const limits = { from: at(-1000), to: at(1000) };
    const window = { from: at(0), to: at(100) };
    expect(revealInstant(window, at(50), limits)).toBe(window);
    expect(revealInstant(window, at(120), limits)).toEqual({ from: at(28), to: at(128) });
    expect(revealInstant(window, at(-20), limits)).toEqual({ from: at(-28), to: at(72) });
  });
});

describe('periodOfWindow', () => {
  it('converts days to a window and back', () => {
    const period = { from: '2026-03-08', to: '2026-11-01' } as const;
    expect(periodOfWindow(windowOfPeriod(period)!)).toEqual(period);
  });

  it('has no window for a reversed period', () => {
    expect(windowOfPeriod({ from: '2026-03-08', to: '2026-03-08' })).toBeNull();
  });
});

describe('presetOf', () => {
  const today = '2026-03-08';
  const limits = { from: toMilliseconds('2026-01-01') + 1, to: toMilliseconds('2026-11-01') + 1 };

  it.each(presets)('knows the preset %s again by its days', (preset) => {
    const period = periodOfWindow(windowOfPreset(preset, today, limits));
    expect(presetOf(period, today, limits)).toBe(preset);
  });

  it('returns null for presets of another day and other periods', () => {
    const period = periodOfWindow(windowOfPreset(28, '2026-03-07', limits));
    expect(presetOf(period, today, limits)).toBeNull();
    expect(presetOf({ from: '2026-03-08', to: '2026-03-09' }, today, limits)).toBeNull();
  });
});
