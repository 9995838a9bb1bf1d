import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { resultFor } from '#stock/stock-result.ts';
import { addDays, type CalendarDate, toMilliseconds } from '#stock/calendar-date.ts';
import { calendarChange } from '#stock/calendars/calendar-change.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type DatedEntry, readTimeline } from '#stock/stock-timeline.ts';
import { levelToThousandths } from '#stock/thousandths.ts';
import type { IndexedCalendar } from '#server/store/calendar-index.ts';
import { parseCalendar } from '#server/store/calendar-history.ts';
import { fromDayNumber } from '#server/store/day-number.ts';
import { timelineOf } from '#server/store/kept-calendar.ts';
import { openTemporaryStore, type TemporaryStore } from '#server/store/temporary-store.fixture.ts';

import { CalendarObserver } from './calendar-observer.ts';
import type { CalendarResult, LookupResult } from './stock-lookup.ts';

vi.setConfig({ testTimeout: 120_000 });

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.close());

type Entries = readonly DatedEntry[];
const entry = (stockDate: CalendarDate, stockQuantity: number): DatedEntry => ({
  stockDate,
  stockQuantity,
  isMaxLeadTime: false,
  isDeleted: false,
});
const lead = (stockDate: CalendarDate): DatedEntry => ({ ...entry(stockDate, 0), isMaxLeadTime: true });
const monday: CalendarDate = '2026-11-23';
const noon = 12 * 3_600_000;
const caller = {
  credentials: { token: 't', subscriptionKey: 'k' },
  expiresAt: null,
  market: null,
  bypassCache: true,
  requestId: 'r',
};
const { signal } = new AbortController();
let sources = 0;

/** A service whose calendars are set, and which may lie in any response. */
function serviceOf(lie: (entries: Entries) => Entries | null = (entries) => entries) {
  const source = `source ${(sources += 1)}`;
  const truth = new Map<ProductId, Entries>();
  const clock = { today: monday, minutes: 0 };
  const calendarOf = (productId: ProductId): CalendarResult => {
    const known = truth.get(productId);
    if (known === undefined) return { kind: 'unknown-product' };
    const entries = lie(known);
    return {
      kind: 'calendar',
      entries: entries ?? [],
      territories: [],
      unreadable: entries === null ? 1 : 0,
      receivedAt: 1,
      isStale: false,
    };
  };
  const now = () => toMilliseconds(clock.today) + noon + (clock.minutes += 1) * 60_000;
  const requested: ProductId[][] = [];
  const observer = new CalendarObserver({
    store: temporary.store,
    lookup: {
      calendars: async (productIds) => {
        requested.push([...productIds]);
        return new Map(productIds.map((productId) => [productId, calendarOf(productId)]));
      },
      results: async (requests, _caller, _signal, { settle }) => {
        for (const [index, { productId, quantity }] of requests.entries()) {
          const calendar = calendarOf(productId);
          if (calendar.kind !== 'calendar') continue;
          const stockResult = resultFor(readTimeline(calendar.entries, clock.today), quantity);
          const result =
            stockResult.kind === 'not-available'
              ? stockResult
              : { kind: 'result', stockResult, item: {}, checkedAt: 1, isStale: false };
          settle(index, result as LookupResult);
        }
      },
    },
    today: () => clock.today,
    now,
  });
  const listed = (): IndexedCalendar[] =>
    [...truth.keys()].map((productId) => {
      const calendar = calendarOf(productId);
      const rows = calendar.kind === 'calendar' && calendar.unreadable === 0 ? calendar.entries : null;
      const entries =
        rows &&
        rows.map(({ stockDate, isMaxLeadTime, stockQuantity }) => ({
          stockDate,
          isMaxLeadTime,
          stockQuantity: levelToThousandths(stockQuantity),
        }));
      return { productId, territory: '', entries };
    });
  let days = 0;
  /** Observes all products on a day; the fill has those that are given. */
  const observe = async (
    today: CalendarDate,
    calendars: readonly IndexedCalendar[] = listed(),
    total = calendars.length,
  ) => {
    clock.today = today;
    await observer.observe(source, calendars, caller, signal);
    const state = await temporary.store.useIndex({ credentialKey: source, marketKey: `${(days += 1)}` }, now());
    const fill = await temporary.store.claimFill(state.indexId, 'o', now(), now() + noon);
    if (fill === null) throw new Error('The fill is claimed.');
    const page = { page: 1, pageSize: 250, received: calendars.length, missing: 0, claimedTotal: total, calendars };
    await temporary.store.writePage(fill, page, now() + noon);
    await temporary.store.finishFill(fill, total, now());
    await observer.observeDay(source, fill.fillId, caller, signal);
  };
  const history = async (productId: ProductId) => {
    const { calendars } = await temporary.store.findObservedHistory(source, productId);
    return calendars.map(({ observedOn, endedOn, isRolling, entries }) => {
      const days = `${fromDayNumber(observedOn)} to ${endedOn === null ? 'now' : fromDayNumber(endedOn)}`;
      const rows =
        entries === null
          ? 'gone'
          : parseCalendar(entries).map(
              ({ stockDate, stockQuantity, isMaxLeadTime }) =>
                `${stockDate} ${isMaxLeadTime ? 'L' : stockQuantity / 1000}`,
            );
      return [days, ...[rows].flat(), ...(isRolling ? ['rolling'] : [])].join(', ');
    });
  };
  const changes = async (since: CalendarDate) => {
    const { rows, historyFrom } = await temporary.store.findObservedChanges(
      { source, fillId: null },
      {
        productIds: null,
        since: toMilliseconds(since),
        quantity: null,
        unit: undefined,
        today: clock.today,
        timeZone: 'UTC',
        countedOn: null,
        page: 1,
        pageSize: 100,
      },
    );
    return { historyFrom, ids: rows.map(({ productId }) => productId) };
  };
  return { source, truth, observe, history, changes, requested, listed };
}

const day = (days: number) => addDays(monday, days);

describe('the calendars of an external service', () => {
  test('count once they were received twice, and are kept when they change', async () => {
    const { truth, observe, history, changes, requested } = serviceOf();
    truth.set(1, [entry(day(-20), 5), entry(day(20), 80)]);
    truth.set(2, [entry(day(-20), 7)]);
    expect(await changes(monday)).toEqual({ historyFrom: null, ids: [] });
    await observe(monday);
    expect(await history(1)).toEqual([]);
    await observe(day(1));
    expect(requested).toEqual([]);
    truth.set(1, [entry(day(-20), 5), entry(day(30), 80)]);
    await observe(day(2));
    expect(requested).toEqual([[1]]);
    expect(await history(1)).toEqual([
      '2026-11-23 to 2026-11-25, 2026-11-03 5, 2026-12-13 80',
      '2026-11-25 to now, 2026-11-03 5, 2026-12-23 80',
    ]);
    expect(await history(2)).toEqual(['2026-11-23 to now, 2026-11-03 7']);
    expect((await changes(day(2))).ids).toEqual([1]);
    expect((await changes(day(3))).ids).toEqual([]);
  });

  test('are the same with stock on hand of another day, and a max lead time that moves on with the days', async () => {
    const { truth, observe, history, changes } = serviceOf();
    for (const days of [0, 1, 2, 5]) {
      truth.set(1, [entry(day(days), 5), entry(day(20), 80), lead(day(days + 84))]);
      await observe(day(days));
    }
    // It is updated late.
    await observe(day(7));
    expect(await history(1)).toEqual(['2026-11-23 to now, 2026-11-23 5, 2026-12-13 80, 2027-02-15 L, rolling']);
    truth.set(1, [entry(day(8), 4), entry(day(20), 80), lead(day(8 + 84))]);
    await observe(day(8));
    expect((await changes(day(8))).ids).toEqual([1]);
    truth.set(1, [entry(day(8), 4), entry(day(20), 80), lead(day(8 + 90))]);
    await observe(day(8));
    expect(await history(1)).toHaveLength(3);
  });

  test('with a max lead time that moves on with the days are no change, whenever anybody looks', async () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        gaps,
        fc.integer({ min: 30, max: 200 }),
        fc.integer({ min: 4, max: 9 }),
        async (all, far, by) => {
          const { truth, observe, changes } = serviceOf();
          let at = 0;
          for (const gap of [0, ...all]) {
            at += gap;
            truth.set(1, [entry(day(20), 80), lead(day(at + far))]);
            await observe(day(at));
          }
          expect((await changes(day(1))).ids).toEqual([]);
          truth.set(1, [entry(day(20), 80), lead(day(at + 1 + far + by))]);
          await observe(day(at + 1));
          expect((await changes(day(at + 1))).ids).toEqual([1]);
        },
      ),
      { numRuns: 10 },
    );
  });

  test('have gaps while they are unreadable or not received', async () => {
    const { truth, observe, history, listed } = serviceOf();
    truth.set(1, [entry(day(0), 5)]);
    truth.set(2, [entry(day(0), 6)]);
    await observe(day(0));
    await observe(day(1));
    await observe(day(2), [{ productId: 1, territory: '', entries: null }, ...listed().slice(1)]);
    await observe(day(3), listed().slice(0, 1), 2);
    await observe(day(4));
    expect(await history(1)).toEqual(['2026-11-23 to 2026-11-25, 2026-11-23 5', '2026-11-26 to now, 2026-11-23 5']);
    expect(await history(2)).toEqual(['2026-11-23 to 2026-11-26, 2026-11-23 6', '2026-11-27 to now, 2026-11-23 6']);
    // Within a day there is no gap.
    await observe(day(5), listed().slice(0, 1), 2);
    await observe(day(5));
    expect(await history(2)).toHaveLength(2);
  });

  test('end with products that the service does not know any more, and begin with new ones', async () => {
    const { truth, observe, history, changes } = serviceOf();
    truth.set(1, [entry(day(0), 5)]);
    truth.set(2, [entry(day(0), 6)]);
    await observe(day(0));
    await observe(day(1));
    truth.delete(2);
    truth.set(3, [entry(day(0), 1)]);
    await observe(day(2));
    expect(await history(2)).toEqual(['2026-11-23 to 2026-11-25, 2026-11-23 6', '2026-11-25 to now, gone']);
    // A new product counts once it was received again.
    expect((await changes(day(2))).ids).toEqual([2]);
    await observe(day(3));
    expect((await changes(day(2))).ids).toEqual([2, 3]);
  });

  test('are forgotten after 400 days, and beyond the limit', async () => {
    const { truth, observe, history } = serviceOf();
    for (const days of [0, 1, 2, 3, 403]) {
      truth.set(1, [entry(monday, 5 + days)]);
      await observe(day(days));
      await observe(day(days));
    }
    expect((await history(1)).map((each) => each.slice(0, 10))).toEqual(['2026-11-26', '2027-12-31']);
    await temporary.store.forgetObserved(toMilliseconds(day(403)) + noon, 0);
    expect((await history(1)).map((each) => each.slice(0, 10))).toEqual(['2027-12-31']);
  });

  test('never are others than the service has, though a quarter of its responses is wrong', async () => {
    const quantities = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 });
    const steps = fc.array(fc.record({ quantities, wrong: fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }) }), {
      minLength: 4,
      maxLength: 12,
    });
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        let wrong: number[] = [];
        let responses = 0;
        const {
          truth,
          observe,
          history: _history,
          source,
        } = serviceOf((entries) => {
          if (wrong[(responses += 1) % wrong.length] !== 0) return entries;
          // No two wrong responses are the same.
          return responses % 2 === 0 ? null : entries.map((each) => ({ ...each, stockQuantity: 100 + responses }));
        });
        const states: ReadonlyMap<ProductId, Entries>[] = [];
        for (const [days, step] of all.entries()) {
          ({ wrong } = step);
          for (const [index, quantity] of step.quantities.entries())
            truth.set(index + 1, [entry(monday, 1), entry(day(100 + index), 1 + quantity)]);
          states.push(new Map(truth));
          await observe(day(days));
        }
        for (const productId of truth.keys()) {
          const { calendars } = await temporary.store.findObservedHistory(source, productId);
          for (const { observedOn, endedOn, entries } of calendars) {
            kept += 1;
            for (const [days, state] of states.entries()) {
              const at = day(days);
              if (at < fromDayNumber(observedOn) || (endedOn !== null && at >= fromDayNumber(endedOn))) continue;
              const is = timelineOf(entries === null ? null : parseCalendar(entries), at);
              expect(calendarChange(productId, is, readTimeline(state.get(productId) ?? [], at), null)).toBeNull();
            }
          }
        }
      }),
      { numRuns: 15 },
    );
    expect(kept).toBeGreaterThan(40);
  });
});
