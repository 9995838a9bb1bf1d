import { LRUCache } from 'lru-cache';

import { figuresOf } from '#stock/calendars/sorted-products.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import type { ListedProduct } from '#stock/calendars/listed-product.ts';
import {
  calendarTiles,
  type CalendarTile,
  type ChangeDirection,
  type ChangeFilter,
} from '#stock/contract/calendar-options.ts';
import { byWorst, type CalendarChange, calendarChange, directionOf } from '#stock/calendars/calendar-change.ts';
import type { Market } from '#stock/contract/envelope.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type CalendarDate, todayIn } from '#stock/calendar-date.ts';

import { earliestReplacedSql, historySource, parseCalendar } from './calendar-history.ts';
import { fromDayNumber } from './day-number.ts';
import { entryOf, type KeptCalendar, rowsOn, timelineOf, withLeadOf } from './kept-calendar.ts';
import { observedChangesSql, observedTimesSql } from './observed-calendars.ts';
import { type Catalogue, placeOf, type ProductColumns } from './product-columns.ts';
import { countedGroups, countedUnits, matcherOf } from './product-figures.ts';
import type { CalendarRow, ChangesQuery, StoredChanges } from './stock-store.ts';

type Run = <Row extends object>(statement: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Lists of changes that are kept, each of a time, quantity and state of the data. */
const maxKept = 4;

/** A product with its calendar at a time and the current one, each null where it was or is unknown. */
interface ComparedCalendars {
  productId: ProductId;
  before: readonly CalendarRow[] | null;
  now: readonly CalendarRow[] | null;
}

/** Where earlier calendars are kept. */
interface KeptCalendars {
  /** Identifies the calendars and their state. */
  key: string;
  times: Pick<StoredChanges, 'historyFrom' | 'observedAt'>;
  /** Products whose calendar may differ from that at a time, by ascending ID. */
  replacedSince: (since: number) => Promise<(() => ComparedCalendars)[]>;
}

interface ChangeList extends Pick<StoredChanges, 'counts' | 'countsThen'> {
  /** Worst first. */
  changes: { direction: ChangeDirection; read: () => ComparedCalendars }[];
}

/** Calendars of a market that imports replaced, each observed on the day of its import in `timeZone`. */
export async function replacedCalendars(
  run: Run,
  market: Market,
  columns: ProductColumns,
  timeZone: string,
): Promise<KeptCalendars> {
  const [state] = await run<{ historyFrom: number }>(
    'SELECT history_from AS "historyFrom" FROM store_state WHERE id = 1',
    [],
  );
  const source = historySource(market);
  const historyFrom = state?.historyFrom ?? 0;
  return {
    key: source,
    times: { historyFrom, observedAt: null },
    replacedSince: async (since) => {
      const dayOf = dayReader(timeZone);
      return (await run<ReplacedChange>(earliestReplacedSql, [source, since])).map((change) => () => {
        const { productId } = change;
        const rows = calendarOf(columns, productId);
        const now = rows && { rows, observedOn: dayOf(change.nowFrom) };
        if (change.before === null) return { productId, before: null, now: rows };
        const before = {
          rows: parseCalendar(change.before),
          observedOn: dayOf(change.beforeFrom ?? historyFrom),
          isRolling: false,
        };
        return { productId, before: now ? withLeadOf(before, now) : before.rows, now: rows };
      });
    },
  };
}

interface ReplacedChange {
  productId: ProductId;
  before: string | null;
  beforeFrom: number | null;
  nowFrom: number;
}

/** Returns a function that reads the date of a time in a time zone. Few imports have many calendars. */
function dayReader(timeZone: string): (at: number) => CalendarDate {
  const days = new Map<number, CalendarDate>();
  return (at) => {
    const known = days.get(at) ?? todayIn(timeZone, new Date(at));
    days.set(at, known);
    return known;
  };
}

/** Calendars of an external service as they were observed. */
export async function observedCalendars(run: Run, source: string, today: CalendarDate): Promise<KeptCalendars> {
  const [times] = await run<KeptCalendars['times']>(observedTimesSql, [source]);
  const { historyFrom = null, observedAt = null } = times ?? {};
  return {
    key: JSON.stringify([source, observedAt]),
    times: { historyFrom, observedAt },
    replacedSince: async (since) =>
      (await run<ObservedChange>(observedChangesSql, [source, since])).map((change) => () => {
        const { productId } = change;
        const before = keptOf(change.before, change.beforeOn, change.isRollingBefore);
        const latest = keptOf(change.now, change.nowOn, change.isRollingNow);
        const now = latest && { rows: rowsOn(latest, today), observedOn: latest.isRolling ? today : latest.observedOn };
        return {
          productId,
          before: before && now ? withLeadOf(before, now) : (before?.rows ?? null),
          now: now?.rows ?? null,
        };
      }),
  };
}

interface ObservedChange {
  productId: ProductId;
  before: string | null;
  beforeOn: number | null;
  isRollingBefore: number | null;
  now: string | null;
  nowOn: number;
  isRollingNow: number;
}

function keptOf(text: string | null, on: number | null, isRolling: number | null): KeptCalendar | null {
  if (text === null || on === null) return null;
  return { rows: parseCalendar(text), observedOn: fromDayNumber(on), isRolling: isRolling === 1 };
}

/** Compares kept calendars with the current ones. The list of a time and quantity is kept for its other pages. */
export function changeQueries() {
  const lists = new LRUCache<string, ChangeList>({ max: maxKept });
  return async (
    keeping: Promise<KeptCalendars>,
    generation: number,
    { catalogue, columns }: { catalogue: Catalogue; columns: ProductColumns | null },
    {
      productIds,
      since: requested,
      quantity,
      unit: given,
      find,
      direction,
      today,
      countedOn,
      page,
      pageSize,
    }: ChangesQuery,
  ): Promise<StoredChanges> => {
    const kept = await keeping;
    const since = Math.max(requested, kept.times.historyFrom ?? 0);
    const unit = quantity === null ? null : (given ?? countedUnits(catalogue, productIds)[0]?.unit ?? null);
    const key = JSON.stringify([
      generation,
      kept.key,
      productIds,
      since,
      quantity,
      unit,
      find,
      today,
      countedOn,
      columns?.serial,
    ]);
    let list = lists.get(key);
    if (list === undefined) {
      const replaced = kept.times.historyFrom === null ? [] : await kept.replacedSince(since);
      const isCounted =
        countedOn !== null && columns !== null && kept.times.historyFrom !== null && since === requested;
      list = {
        ...compare(replaced, catalogue, { productIds, quantity, unit, find, today }),
        countsThen: isCounted ? countsOn(countedOn, columns, replaced, { productIds, quantity, unit }) : null,
      };
      lists.set(key, list);
    }
    const rows = changesOf(list, direction)
      .slice((page - 1) * pageSize, page * pageSize)
      .map(({ read }) => read());
    return { generation, ...kept.times, since, unit, counts: list.counts, countsThen: list.countsThen, rows };
  };
}

function changesOf({ changes }: ChangeList, direction: ChangeFilter | undefined): ChangeList['changes'] {
  return changes.filter((change) =>
    direction === 'moved' ? change.direction !== 'same' : change.direction === (direction ?? change.direction),
  );
}

function compare(
  replaced: readonly (() => ComparedCalendars)[],
  catalogue: Catalogue,
  {
    productIds,
    quantity,
    unit,
    find,
    today,
  }: Pick<ChangesQuery, 'productIds' | 'quantity' | 'find' | 'today'> & { unit: string | null },
): Omit<ChangeList, 'countsThen'> {
  const chosen = productIds === null ? null : new Set(productIds);
  const matches = matcherOf(catalogue, find ?? '');
  const counts = { gone: 0, later: 0, earlier: 0, same: 0 };
  const changes: { change: CalendarChange; compared: () => ComparedCalendars }[] = [];
  for (const compared of replaced) {
    const { productId, before, now } = compared();
    if (chosen?.has(productId) === false || !matches(productId, placeOf(catalogue.ids, productId))) continue;
    if (unit !== null && (unitOf(catalogue, productId) ?? unit) !== unit) continue;
    const change = calendarChange(productId, timelineOf(before, today), timelineOf(now, today), quantity);
    if (change === null) continue;
    counts[directionOf(change)] += 1;
    changes.push({ change, compared });
  }
  changes.sort((a, b) => byWorst(a.change, b.change));
  return {
    counts,
    changes: changes.map(({ change, compared }) => ({ direction: directionOf(change), read: compared })),
  };
}

/**
 * Counts all products as of an earlier day: the current calendars, with those of the replaced ones that there were.
 * @param replaced products whose calendars were replaced since
 */
function countsOn(
  today: CalendarDate,
  columns: ProductColumns,
  replaced: readonly (() => ComparedCalendars)[],
  { productIds, quantity: requested, unit }: Pick<ChangesQuery, 'productIds' | 'quantity'> & { unit: string | null },
): NonNullable<StoredChanges['countsThen']> {
  const quantity = requested ?? anyQuantity;
  const chosen = productIds === null ? null : new Set(productIds);
  const tiles = Object.fromEntries(calendarTiles.map((tile) => [tile, 0])) as Record<CalendarTile, number>;
  let shortNow = 0;
  for (const group of countedGroups(columns, {
    productIds,
    quantity,
    unit,
    today,
    includeMaxLeadTime: true,
    find: '',
  })) {
    if (group.tile !== 'other-unit') tiles[group.tile] += group.count;
    if (group.short === 0) shortNow += group.count;
  }
  for (const read of replaced) {
    const { productId, before } = read();
    if (chosen?.has(productId) === false) continue;
    const product = { productId, name: null, sku: null, unit: unitOf(columns.catalogue, productId) };
    const count = (rows: readonly CalendarRow[] | null, by: 1 | -1) => {
      if (rows === null) return;
      const place = placeOf(columns.ids, productId);
      const isReadable = by === 1 || columns.isReadable[place] !== 0;
      const listed: ListedProduct = isReadable
        ? { kind: 'calendar', productId, entries: rows.map(entryOf), territories: [] }
        : { kind: 'no-result', productId, why: 'no-result' };
      const { tile, daysToShortage } = figuresOf(listed, product, { today, quantity, unit });
      if (tile !== 'other-unit') tiles[tile] += by;
      if (daysToShortage === 0) shortNow += by;
    };
    count(calendarOf(columns, productId), -1);
    count(before, 1);
  }
  return { tiles, shortNow };
}

/** The product's unit in the catalog, null without one. */
function unitOf({ ids, units, unitNames }: Catalogue, productId: ProductId): string | null {
  return unitNames[units[placeOf(ids, productId)] ?? 0] ?? null;
}

/** The product's current calendar, null if it is unknown. */
function calendarOf(
  { ids, starts, leadStarts, days, quantities }: ProductColumns,
  productId: ProductId,
): CalendarRow[] | null {
  const place = placeOf(ids, productId);
  if (place === -1) return null;
  const rows: CalendarRow[] = [];
  for (let entry = starts[place] ?? 0; entry < (starts[place + 1] ?? 0); entry += 1)
    rows.push({
      stockDate: fromDayNumber(days[entry] ?? 0),
      stockQuantity: quantities[entry] ?? 0,
      isMaxLeadTime: entry >= (leadStarts[place] ?? 0),
    });
  return rows;
}
