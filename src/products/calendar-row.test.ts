import { expect, it } from 'vitest';

import type { CalendarCounts, CalendarResult } from '#stock/contract/calendars.ts';
import type { StockResult } from '#stock/stock-result.ts';
import { maxLeadTime, real, today } from '#stock/entries.arbitrary.ts';

import { calendarRow, sharedValues } from './calendar-row.ts';

const expected: StockResult = { kind: 'expected', date: '2026-04-20' };
const reliable = (stockResult: StockResult, isConfirmed = true): CalendarResult => ({
  kind: 'reliable',
  stockResult,
  earlier: isConfirmed ? null : { kind: 'in-stock', date: today },
});

it.each<[string, CalendarResult | null, string]>([
  ['its calendar without a result', null, 'now'],
  ['the date of its result', reliable({ kind: 'in-stock', date: '2026-03-01' }), 'now'],
  ['the date that the service confirms, later than the calendar’s', reliable(expected, false), 'within-30'],
  ['its calendar, if the service says max lead time', reliable({ kind: 'max-lead-time', date: today }), 'now'],
  [
    'max lead time, if nothing else is confirmed',
    reliable({ kind: 'max-lead-time', date: today }, false),
    'max-lead-time',
  ],
  ['no result, if that is not reliable', { kind: 'not-reliable' }, 'no-result'],
  ['no result, if the service did not respond', { kind: 'no-result' }, 'no-result'],
  ['another unit', { kind: 'other-unit' }, 'other-unit'],
])('has the status of %s', (_what, result, tile) => {
  const received = {
    product: { productId: 1, name: null, sku: null, unit: null },
    entries: [real(today, 50), maxLeadTime('2026-06-12')],
    territories: [],
    problem: null,
    result,
    lastUpdateDate: null,
  };
  expect(calendarRow(received, today, 40_000).tile).toBe(tile);
});

const row = (productId: number) =>
  calendarRow(
    {
      product: { productId, name: null, sku: null, unit: null },
      entries: [real(today, 50)],
      territories: ['BRU_GLO'],
      problem: null,
      result: null,
      lastUpdateDate: today,
    },
    today,
    null,
  );

it.each([
  ['of all pages, if as many products have the oldest', 2, 1, today],
  ['of one page', 1, 0, today],
  ['not of this page alone', 2, 0, null],
])('the stock data has the date %s', (_of, pageCount, others, updated) => {
  const oldestUpdate = { date: today, product: row(1).product, others };
  const data = { counts: { oldestUpdate } as CalendarCounts };
  expect(sharedValues({ rows: [row(1), row(2)], data, pageCount, total: 2 })).toEqual({
    territory: 'BRU_GLO',
    updated,
  });
});

it('says the values of a single product above the table, too', () => {
  const listing = { rows: [row(1)], data: null, pageCount: 1, total: 1 };
  expect(sharedValues(listing)).toEqual({ territory: 'BRU_GLO', updated: today });
});
