import type { FastifyInstance } from 'fastify';

import { resultFor } from '#stock/stock-result.ts';
import { addDays, type CalendarDate, daysBetween, todayIn } from '#stock/calendar-date.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import type { ObservedDay } from '#stock/calendars/ship-date-history.ts';
import type { Market } from '#stock/contract/envelope.ts';
import type { HistorySize, ProductHistory } from '#stock/contract/history.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { toThousandths, type Thousandths } from '#stock/thousandths.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';
import { allOf, readQuery } from '#server/service/read-request.ts';
import { administratorsOnly, callerOf } from '#server/sign-in/sign-in.ts';
import { parseCalendar } from '#server/store/calendar-history.ts';
import { fromDayNumber } from '#server/store/day-number.ts';
import { keptDays, maxKeptCalendars } from '#server/store/history-limits.ts';
import { rowsOn, timelineOf } from '#server/store/kept-calendar.ts';
import type { ObservedHistory } from '#server/store/observed-calendars.ts';
import type { CalendarRow, HistorySize as StoredSize, Store } from '#server/store/stock-store.ts';

import { AvailabilityQuery, NoQuery } from './gateway-requests.ts';

export interface HistoryQuery {
  productId: ProductId;
  /** The smallest if none was given, which any available quantity covers. */
  quantity: Thousandths;
}

/** Runs a query for a user. */
export type FindHistory = (query: HistoryQuery, caller: Caller) => Promise<ProductHistory>;

/**
 * `GET /gateway/history?productId=&quantity=`: the ship date of a quantity by the calendar of each day.
 * `GET /gateway/history/size`, for administrators: how much the earlier calendars take up.
 */
export function historyRoutes(find: FindHistory, findSize: () => Promise<StoredSize>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/history/size',
      onRequest: administratorsOnly('see the size of the history'),
      handler: async (request): Promise<HistorySize> => {
        allOf({ query: readQuery(request.url, NoQuery) });
        return { ...(await findSize()), limit: { days: keptDays, calendars: maxKeptCalendars } };
      },
    });
    app.route({
      method: 'GET',
      url: '/history',
      handler: async (request) => {
        const { query } = allOf({ query: readQuery(request.url, AvailabilityQuery) });
        const quantity = query.quantity === undefined ? anyQuantity : toThousandths(query.quantity);
        return find({ productId: query.productId, quantity }, callerOf(request));
      },
    });
  };
}

/** The days from a time on, for which the store has kept replaced calendars. */
export async function storedDays(
  store: Pick<Store, 'findProductHistory' | 'findCalendar'>,
  market: Market,
  { productId, quantity }: HistoryQuery,
  { today, timeZone }: { today: CalendarDate; timeZone: string },
): Promise<ObservedDay[]> {
  const all = { quantity: null, includeMaxLeadTime: true };
  const [{ from, replaced }, current] = await Promise.all([
    store.findProductHistory(market, productId),
    store.findCalendar(market, productId, all),
  ]);
  const dayOf = (at: number) => todayIn(timeZone, new Date(at));
  const kept = replaced.map(({ replacedAt, rows }) => ({ replacedOn: dayOf(replacedAt), rows }));
  return daysUpTo(today, dayOf(from)).flatMap((day) => {
    const next = kept.find(({ replacedOn }) => replacedOn > day);
    return observedDay(day, next === undefined ? current : next.rows, quantity);
  });
}

/** The days on which all calendars of an external service were loaded, and this one too. */
export function daysObserved(
  { calendars, days }: ObservedHistory,
  quantity: Thousandths,
  today: CalendarDate,
): ObservedDay[] {
  const loaded = new Set(days.map(fromDayNumber));
  const kept = calendars.map(({ observedOn, endedOn, entries, isRolling }) => ({
    rows: entries === null ? null : parseCalendar(entries),
    observedOn: fromDayNumber(observedOn),
    endedOn: endedOn === null ? null : fromDayNumber(endedOn),
    isRolling,
  }));
  return daysUpTo(today, kept[0]?.observedOn ?? today).flatMap((day) => {
    const of = kept.findLast(({ observedOn, endedOn }) => observedOn <= day && (endedOn === null || endedOn > day));
    if (of === undefined || of.rows === null || !loaded.has(day)) return [];
    return observedDay(day, rowsOn({ ...of, rows: of.rows }, day), quantity);
  });
}

function daysUpTo(today: CalendarDate, first: CalendarDate): CalendarDate[] {
  const passed = Math.min(daysBetween(first, today), keptDays);
  return Array.from({ length: Math.max(0, passed + 1) }, (_, index) => addDays(today, index - passed));
}

/** Nothing for an unknown product. */
function observedDay(day: CalendarDate, rows: readonly CalendarRow[] | null, quantity: Thousandths): ObservedDay[] {
  return rows === null ? [] : [{ day, stockResult: resultFor(timelineOf(rows, day), quantity) }];
}
