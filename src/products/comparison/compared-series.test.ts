import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bucketsUntil, chartSeries } from '#parts/chart/chart-series.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { addDays, later, toMilliseconds } from '#stock/calendar-date.ts';
import { arbitraryEntries, arbitraryQuantity, today as entriesToday } from '#stock/entries.arbitrary.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import { resultFor } from '#stock/stock-result.ts';

import type { CalendarResult } from '#stock/contract/calendars.ts';

import {
  comparedStockDate,
  comparedStops,
  comparePanels,
  keyedPanel,
  seriesStyle,
  spanningTimeline,
} from './compared-series.ts';
import { maxCompared } from '#products/views.ts';

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
const checked = { quantity: null, result: null };
const products = [first, second].map((timeline, index) => ({
  productId: index + 1,
  name: null,
  unit: null,
  timeline,
  checked,
}));

it('stops at each change of any product, at today and at each max lead time date', () => {
  const days = comparedStops(products, [null, null]).map(({ date }) => date);
  expect(days).toEqual([-20, -3, 0, 7, 12, 30, 40, 50].map((day) => addDays(today, day)));
});

it('stops at the starts of months from today on, if months are shown', () => {
  const days = comparedStops(
    products,
    products.map(({ timeline }) => bucketsUntil(timeline, 'month', window.to)),
  ).map(({ date }) => date);
  expect(days).toEqual([addDays(today, -20), addDays(today, -3), today, '2026-04-01', '2026-04-09', '2026-05-01']);
});

const reliable = (kind: 'expected' | 'in-stock' | 'max-lead-time', days: number, earlier?: number): CalendarResult => ({
  kind: 'reliable',
  stockResult: { kind, date: addDays(today, days) },
  earlier: earlier === undefined ? null : { kind: 'expected', date: addDays(today, earlier) },
});

it.each<[string, CalendarResult | null, number | string]>([
  ['the calendar’s without a result', null, 12],
  ['the service’s', reliable('expected', 12), 12],
  ['the service’s, later than the calendar’s', reliable('expected', 20, 12), 20],
  ['today, for a date in the past', reliable('in-stock', -4), 0],
  ['the calendar’s, after a max lead time date', reliable('max-lead-time', 5), 12],
  ['none, if the service confirms only a max lead time date', reliable('max-lead-time', 30, 12), 'none'],
  [
    'none of what is not available',
    { kind: 'reliable', stockResult: { kind: 'not-available' }, earlier: null },
    'none',
  ],
  ['none of a result that is not reliable', { kind: 'not-reliable' }, 'not-reliable'],
  ['none of another unit', { kind: 'other-unit' }, 'other-unit'],
  ['none without a response', { kind: 'no-result' }, 'no-result'],
])('compares the date from stock: %s', (_what, result, date) => {
  const expected = typeof date === 'number' ? addDays(today, date) : date;
  expect(comparedStockDate({ timeline: second, checked: { quantity: 8000, result } }, 8000)).toBe(expected);
  expect(comparedStockDate({ timeline: second, checked: { quantity: 7000, result } }, 8000)).toBe(addDays(today, 12));
  expect(comparedStockDate({ timeline: second, checked: { quantity: 90_000, result: null } }, 90_000)).toBe('none');
});

it('has the date from stock that the quantity breaks have, or one after the max lead time date', () => {
  fc.assert(
    fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
      const timeline = readTimeline(entries, entriesToday);
      const stockResult = resultFor(timeline, quantity);
      const result: CalendarResult = { kind: 'reliable', stockResult, earlier: null };
      const date = comparedStockDate({ timeline, checked: { quantity, result } }, quantity);
      const ofBreaks = quantityBreaks(timeline).breaks.find(({ upTo }) => upTo >= quantity)?.date;
      if (ofBreaks !== undefined) expect(date).toBe(later(ofBreaks, entriesToday));
      else if (date !== 'none') expect(stockResult).toMatchObject({ kind: 'max-lead-time' });
      if (date !== 'none' && stockResult.kind === 'max-lead-time') expect(date >= stockResult.date).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('spans all stock calendars', () => {
  const span = spanningTimeline([first, second], today);
  expect([span.steps.at(0)?.date, span.steps.at(-1)?.date, span.maxLeadTimeDate]).toEqual([
    addDays(today, -20),
    addDays(today, 50),
    addDays(today, 30),
  ]);
});

const styles = Array.from({ length: maxCompared }, (_, index) => seriesStyle(index));

it('distinguishes all series without color', () => {
  expect(new Set(styles.map(({ dashes, shape }) => `${dashes} ${shape}`)).size).toBe(maxCompared);
});

it('gives neighbors different colors', () => {
  styles.forEach(({ color }, index) => expect(color).not.toBe(styles[index + 1]?.color));
});

function panelsOf(quantity: number, units: readonly (string | null)[] = ['m', 'm', 'm'], spare = 0) {
  const compared = [40, 900, 10].map((level, index) => ({
    productId: index + 1,
    name: null,
    unit: units[index] ?? null,
    timeline: readTimeline([entry(0, level)], today),
    checked,
  }));
  const series = compared.map(({ timeline }) => chartSeries(timeline, window, null));
  return comparePanels({ products: compared, series, reach: quantity, spare });
}

const severalUnits = ['m', 'kg', 'm'];

describe('comparePanels', () => {
  it('returns one panel for one unit', () => {
    expect(panelsOf(100_000)).toMatchObject([{ indexes: [0, 1, 2], isSeparate: false }]);
  });

  it('is higher in a tall window', () => {
    const [usual, tall] = [0, 180].map((spare) => panelsOf(100_000, ['m', 'm', 'm'], spare)[0]?.height ?? 0);
    expect(tall).toBe((usual ?? 0) + 180);
  });

  it('gives each product its own scale if their units differ', () => {
    const panels = panelsOf(100_000, severalUnits);
    expect(panels.map(({ indexes }) => indexes)).toEqual([[0], [1], [2]]);
    expect(panels[0]?.scale.highest).toBeLessThan(900_000);
    expect(panels[1]?.scale.highest).toBeGreaterThanOrEqual(900_000);
  });

  it.each([undefined, severalUnits])('has the quantity within each scale, however far the levels are: %s', (units) => {
    for (const quantity of [100_000, 9_000_000])
      for (const panel of panelsOf(quantity, units)) expect(panel.scale.highest).toBeGreaterThanOrEqual(quantity);
  });

  it('moves the quantity by keyboard on the highest axis', () => {
    expect(keyedPanel(panelsOf(100_000, severalUnits))?.indexes).toEqual([1]);
    expect(keyedPanel([])).toBeUndefined();
  });
});
