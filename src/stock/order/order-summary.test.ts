import { describe, expect, it } from 'vitest';

import { addDays } from '#stock/calendar-date.ts';

import { today } from '#stock/entries.arbitrary.ts';
import { type LineState, type Outdated, type RealDate, type StockKnowledge } from './line-state.ts';
import { lineQueries } from './order-line.ts';
import { checkedResult, countedLine } from './order.sample.ts';
import { entrySummary, orderSummary, type SummaryLine } from './order-summary.ts';

const day = (days: number) => addDays(today, days);
const real = (days: number, checkedAt = 0) =>
  checkedResult({ kind: days <= 0 ? 'in-stock' : 'expected', date: day(days) }, checkedAt);
const theory = (days: number) => checkedResult({ kind: 'max-lead-time', date: day(days) });
const outdated = (checkedAt: number): Outdated => ({ kind: 'outdated', was: real(1), day: day(-1), checkedAt });

/** Lines of 1 unit with these states, by default each of a different product. */
function linesOf(states: readonly LineState[], productOf = (place: number) => place + 1): SummaryLine[] {
  const queries = lineQueries(states.map((_, place) => countedLine(place + 1, { productId: productOf(place) })));
  return queries.map((query, place) => ({
    key: place + 1,
    shipBy: null,
    state: states[place] as LineState,
    query,
  }));
}

/** Dates from stock by product, and answers for smaller quantities by `product quantity`. */
const knowing = (realDates: Record<number, RealDate> = {}, dates: Record<string, LineState> = {}): StockKnowledge => ({
  realDateOf: ({ productId }) => realDates[productId] ?? 'working-out',
  dateFor: ({ productId, quantity }) => {
    const state = dates[`${productId} ${quantity}`];
    return state?.kind === 'result' ? state.stockResult : null;
  },
});

const summaryOf = (states: readonly LineState[], knowledge = knowing()) =>
  orderSummary(linesOf(states), knowledge, today);

describe('the dates of an order', () => {
  it('are the earliest, and the latest', () => {
    expect(summaryOf([real(3), real(-5), real(9)])).toMatchObject({
      firstShipDate: day(-5),
      completion: { kind: 'known', real: { kind: 'date', date: day(9) }, withMaxLeadTime: day(9), blockers: [3] },
    });
  });

  it.each([
    ['stock alone', [real(3), theory(9)], false],
    ['a max lead time alone', [real(9), theory(3)], true],
    ['a max lead time alone, listed first', [theory(3), real(9)], true],
    ['both on one day', [theory(3), real(3)], false],
    ['both on one day, in reverse order', [real(3), theory(3)], false],
  ])('distinguish an earliest date from %s', (_, states, isMaxLeadTime) => {
    expect(summaryOf(states)).toMatchObject({ firstShipDate: day(3), isFirstShipMaxLeadTime: isMaxLeadTime });
  });

  it.each([
    ['real first', [real(-3), theory(-20)]],
    ['max lead time first', [theory(-20), real(-3)]],
  ])('are from stock if past dates, which mean today, are of both: %s', (_, states) => {
    expect(summaryOf(states)).toMatchObject({ firstShipDate: day(-3), isFirstShipMaxLeadTime: false });
  });

  it('are empty for an order without lines', () => {
    expect(summaryOf([])).toMatchObject({ firstShipDate: null, completion: { kind: 'empty' } });
  });

  it.each<[string, Record<number, RealDate>, unknown]>([
    ['are calculated until the calendars are loaded', { 2: day(20) }, { kind: 'working-out' }],
    ['are none if stock never covers a line', { 2: 'none', 3: day(20) }, { kind: 'none', lines: [2] }],
    ['come from the calendars', { 2: day(20), 3: day(15) }, { kind: 'date', date: day(20) }],
    ['are at least the latest stock date', { 2: day(1), 3: day(2) }, { kind: 'date', date: day(4) }],
    ['are unknown without a calendar', { 2: day(1), 3: 'no-result' }, { kind: 'no-result', lines: [3] }],
    ['are none even if another calendar is missing', { 2: 'none', 3: 'no-result' }, { kind: 'none', lines: [2] }],
  ])('from stock alone %s', (_, realDates, expected) => {
    expect(summaryOf([real(4), theory(10), theory(8)], knowing(realDates)).completion).toMatchObject({
      kind: 'known',
      real: expected,
      withMaxLeadTime: day(10),
    });
  });

  it.each<LineState>([
    { kind: 'not-checked' },
    { kind: 'checking' },
    { kind: 'unit-differs' },
    { kind: 'unknown-product' },
    { kind: 'not-available' },
    { kind: 'no-result', reason: 'timeout', requestId: null },
    { kind: 'not-trusted', finding: { kind: 'missing' } },
  ])('are open while a line is $kind, with the completion of the other lines', (state) => {
    expect(summaryOf([real(4), state, real(6)])).toMatchObject({
      firstShipDate: day(4),
      completion: {
        kind: 'open',
        causes: [{ status: state.kind, lines: [2] }],
        withoutThese: { real: { kind: 'date', date: day(6) }, withMaxLeadTime: day(6), blockers: [3] },
      },
    });
  });

  it('list every open line', () => {
    expect(summaryOf([{ kind: 'checking' }, real(4), { kind: 'checking' }]).completion).toMatchObject({
      causes: [{ status: 'checking', lines: [1, 3] }],
    });
  });

  it('are none with an outdated result', () => {
    expect(summaryOf([real(4, 900), outdated(500)])).toMatchObject({
      firstShipDate: null,
      completion: { kind: 'open', causes: [{ status: 'outdated', lines: [2] }] },
      counts: { expected: 1, outdated: 1 },
      oldestCheck: 500,
      latestCheck: 900,
    });
  });

  it('are none while no line has a result', () => {
    expect(summaryOf([{ kind: 'not-checked' }])).toMatchObject({
      firstShipDate: null,
      oldestCheck: null,
      latestCheck: null,
      completion: { kind: 'open', withoutThese: null },
    });
  });
});

function completionOf(lines: readonly SummaryLine[], knowledge = knowing()) {
  const { completion } = orderSummary(lines, knowledge, today);
  if (completion.kind !== 'known') throw new Error('every line has a date');
  return completion;
}

describe('the lines that delay an order', () => {
  it('are none if everything can ship today', () => {
    expect(completionOf(linesOf([real(0), real(-9)])).blockers).toEqual([]);
  });

  it('each have the complete dates without them', () => {
    const completion = completionOf(linesOf([real(3), theory(9), real(5)]), knowing({ 2: 'none' }));
    expect(completion.blockers).toEqual([2]);
    expect(completion.without(2)).toEqual({ real: { kind: 'date', date: day(5) }, withMaxLeadTime: day(5) });
  });

  it('do not change the date individually if several are the latest', () => {
    const completion = completionOf(linesOf([real(3), real(9), real(9)]));
    expect(completion.blockers).toEqual([2, 3]);
    expect(completion.without(2)).toMatchObject({ withMaxLeadTime: day(9) });
  });

  it('have no dates without the only line', () => {
    expect(completionOf(linesOf([real(3)])).without(1)).toBeNull();
  });

  it('release stock to later lines of their product only', () => {
    const lines = linesOf([real(0), real(2), real(9)], () => 1);
    const completion = completionOf(lines, knowing({}, { '1 2000': real(2) }));
    expect(completion.without(3)).toMatchObject({ withMaxLeadTime: day(2) });
    expect(completion.without(2)).toMatchObject({ withMaxLeadTime: day(2) });
    expect(completion.without(1)).toBe('working-out');
  });
});

it('counts lines by status, and late lines separately', () => {
  const states: LineState[] = [
    real(2),
    real(3),
    theory(3),
    real(-5),
    { kind: 'unknown-product' },
    { kind: 'checking' },
    { kind: 'not-available' },
    { kind: 'not-available' },
    { kind: 'not-available' },
    outdated(0),
  ];
  const shipBy = [day(2), day(2), day(2), day(-3), null, day(2), day(2), day(2), null, day(0)];
  const lines = linesOf(states).map((line, place) => Object.assign(line, { shipBy: shipBy[place] ?? null }));
  const { counts } = orderSummary(lines, knowing(), today);
  expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))).toEqual({
    checking: 1,
    'in-stock': 1,
    expected: 2,
    'max-lead-time': 1,
    'unknown-product': 1,
    'not-available': 3,
    outdated: 1,
    late: 5,
  });
});

describe('what a list shows of an order', () => {
  it.each([
    ['stock of an earlier day', [real(-5, 7)], { kind: 'in-stock', date: day(-5) }],
    ['stock of today', [real(0, 7)], { kind: 'in-stock', date: today }],
    ['stock later', [real(-5, 9), real(9, 7)], { kind: 'expected', date: day(9) }],
    ['a max lead time', [real(3, 7), theory(9)], { kind: 'max-lead-time', date: day(9) }],
    ['stock later, with a max lead time before it', [real(9, 7), theory(3)], { kind: 'max-lead-time', date: day(9) }],
  ])('is its complete ship date from %s', (_, states, complete) => {
    const summary = summaryOf(states, knowing({ 2: day(12) }));
    expect(entrySummary(summary, today, 'first')).toMatchObject({ day: today, complete, open: 0, late: 0 });
  });

  it('is the date without lines that have none, their number, and that of late ones', () => {
    const lines = linesOf([real(3, 7), { kind: 'not-available' }, { kind: 'not-available' }, outdated(8)]);
    const [first, ...others] = lines as [SummaryLine, ...SummaryLine[]];
    const late = [{ ...first, shipBy: day(1) }, ...others];
    expect(entrySummary(orderSummary(late, knowing(), today), today, 'first')).toEqual({
      day: today,
      dataVersion: 'first',
      checkedAt: 7,
      complete: { kind: 'expected', date: day(3) },
      open: 3,
      late: 1,
    });
    const none = summaryOf([{ kind: 'not-available' }, outdated(8)]);
    expect(entrySummary(none, today, 'first')).toMatchObject({ complete: null, open: 2 });
  });

  it('is nothing before the first check', () => {
    expect(entrySummary(summaryOf([{ kind: 'not-checked' }]), today, 'first')).toBeNull();
    expect(entrySummary(summaryOf([]), today, 'first')).toBeNull();
  });
});
