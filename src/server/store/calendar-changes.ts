import { LRUCache } from 'lru-cache';

import { calendarChange, directionOf, severity } from '#stock/calendars/calendar-change.ts';
import type { Market } from '#stock/contract/envelope.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths } from '#stock/thousandths.ts';

import { earliestReplacedSql, historySource, parseCalendar } from './calendar-history.ts';
import { fromDayNumber } from './day-number.ts';
import { placeOf, type ProductColumns } from './product-columns.ts';
import { countedUnits } from './product-figures.ts';
import type { CalendarRow, ChangesQuery, StoredChanges } from './stock-store.ts';

type Run = <Row extends object>(statement: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Lists of changes that are kept, each of a time, quantity and state of the store. */
const maxKept = 4;

interface ChangeList {
  counts: StoredChanges['counts'];
  /** Worst first, with the text of the earlier calendar. */
  changes: { productId: ProductId; rank: number; before: string | null }[];
}

/** Compares replaced calendars with the current ones. The list of a time and quantity is kept for its other pages. */
export function changeQueries() {
  const lists = new LRUCache<string, ChangeList>({ max: maxKept });
  return async (
    run: Run,
    market: Market,
    { generation, columns }: { generation: number; columns: ProductColumns },
    { productIds, since: asked, quantity, unit: given, today, page, pageSize }: ChangesQuery,
  ): Promise<StoredChanges> => {
    const [state] = await run<{ historyFrom: number }>(
      'SELECT history_from AS "historyFrom" FROM store_state WHERE id = 1',
      [],
    );
    const historyFrom = state?.historyFrom ?? 0;
    const since = Math.max(asked, historyFrom);
    const unit = quantity === null ? null : (given ?? countedUnits(columns.catalogue, productIds)[0]?.unit ?? null);
    const source = historySource(market);
    const key = JSON.stringify([generation, source, productIds, since, quantity, unit, today]);
    const list =
      lists.get(key) ??
      compare(
        await run<{ productId: ProductId; entries: string | null }>(earliestReplacedSql, [source, since]),
        columns,
        { productIds, quantity, unit, today },
      );
    lists.set(key, list);
    const rows = list.changes.slice((page - 1) * pageSize, page * pageSize).map(({ productId, before }) => ({
      productId,
      before: before === null ? null : parseCalendar(before),
      now: calendarOf(columns, productId),
    }));
    return { generation, historyFrom, since, unit, counts: list.counts, rows };
  };
}

function compare(
  replaced: readonly { productId: ProductId; entries: string | null }[],
  columns: ProductColumns,
  {
    productIds,
    quantity,
    unit,
    today,
  }: Pick<ChangesQuery, 'productIds' | 'quantity' | 'today'> & { unit: string | null },
): ChangeList {
  const chosen = productIds === null ? null : new Set(productIds);
  const counts = { later: 0, earlier: 0, same: 0 };
  const changes: ChangeList['changes'] = [];
  for (const { productId, entries } of replaced) {
    if (chosen?.has(productId) === false) continue;
    if (unit !== null && (unitOf(columns, productId) ?? unit) !== unit) continue;
    const read = (rows: CalendarRow[] | null) => readTimeline((rows ?? []).map(entryOf), today);
    const change = calendarChange(
      productId,
      read(entries === null ? null : parseCalendar(entries)),
      read(calendarOf(columns, productId)),
      quantity,
    );
    if (change === null) continue;
    counts[directionOf(change)] += 1;
    changes.push({ productId, rank: severity(change), before: entries });
  }
  changes.sort((a, b) => b.rank - a.rank || a.productId - b.productId);
  return { counts, changes };
}

function entryOf({ stockDate, stockQuantity, isMaxLeadTime }: CalendarRow) {
  return { stockDate, stockQuantity: fromThousandths(stockQuantity), isMaxLeadTime, isDeleted: false };
}

/** The product's unit in the catalog, null without one. */
function unitOf({ catalogue: { ids, units, unitNames } }: ProductColumns, productId: ProductId): string | null {
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
