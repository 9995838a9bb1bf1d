import type { CalendarProblem, CalendarResult, CalendarsPage, ProductCalendarRow } from '#stock/contract/calendars.ts';
import { maxCalendarsPage } from '#stock/contract/calendar-options.ts';
import { defaultQuantity } from '#stock/contract/limits.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { resultFor } from '#stock/stock-result.ts';
import { sortAndFilter, countProducts, figuresOf } from '#stock/calendars/sorted-products.ts';
import type { ListedProduct } from '#stock/calendars/listed-product.ts';
import { ofProduct } from '#stock/order/line-state.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { toThousandths } from '#stock/thousandths.ts';
import { comparedResult } from '#server/lookup/compared-result.ts';
import type {
  Caller,
  CalendarResult as FoundCalendar,
  StockLookup,
  LookupResult,
} from '#server/lookup/stock-lookup.ts';

import type { SortedPage } from '#server/store/product-queries.ts';

import type { CalendarsQuery } from './calendars-routes.ts';
import { unnamed } from './product-routes.ts';
import { productsByIndex, type IndexedProducts, type IndexOptions } from './indexed-calendars.ts';

/** A product with what was found of it. */
interface FoundProduct {
  product: Product;
  /** Without the max lead time unless it is requested. */
  calendar: FoundCalendar;
}

type ReceivedCalendar = Extract<FoundCalendar, { kind: 'calendar' }>;

/**
 * Finds a page of products of an external service: their calendars (§4.4), and their results for the quantity (§4.3),
 * compared with the calendars. Few products are sorted, filtered and counted here, as a service offers neither; many by
 * the index of their calendars, as far as it is loaded.
 */
export async function findExternalCalendars(
  options: IndexOptions & { lookup: StockLookup },
  wanted: CalendarsQuery,
  caller: Caller,
  signal: AbortSignal,
): Promise<CalendarsPage> {
  const { lookup, catalogue } = options;
  // Calendars don't have the dates of their updates.
  const isByUpdate = wanted.sort?.by === 'updated';
  const query = isByUpdate ? { ...wanted, sort: null } : wanted;
  const { page, pageSize, hasQuantity, productIds } = query;
  const { today, dataVersion } = await lookup.present();
  const isNarrowed = query.sort !== null || query.tile !== null || query.find !== '';
  const isFew = productIds !== null && productIds.length <= maxCalendarsPage;
  if (isNarrowed && !isFew) {
    const indexed = await productsByIndex(options, query, caller, { today, needsFirst: false });
    if (indexed?.sorted) {
      const onIndex = await pageByIndex(options, query, { ...indexed, sorted: indexed.sorted }, caller, signal);
      return { ...onIndex, isSortedAndFiltered: !isByUpdate };
    }
  }
  const { found, total, withheld, isWhole } = await findProducts(lookup, catalogue, query, caller, signal);
  const units = unitsOf(found);
  const unit = hasQuantity ? (query.unit ?? units[0]?.unit ?? null) : null;
  const figures = found.map((each) =>
    Object.assign(figuresOf(listedOf(each), each.product, { today, quantity: query.quantity, unit }), { found: each }),
  );
  const sorted = isWhole ? sortAndFilter(figures, query) : figures;
  const onPage = isWhole ? sorted.slice((page - 1) * pageSize, page * pageSize) : sorted;
  const shown = onPage.map((each) => each.found);
  const { rows, ...info } = await findRows(lookup, shown, { ...query, today, unit }, caller, signal);
  // Pages by ID need no index, but counts do.
  const indexed = isWhole
    ? null
    : await productsByIndex(options, { ...query, unit: unit ?? undefined }, caller, { today, needsFirst: true });
  return {
    ...info,
    today,
    dataVersion,
    rows,
    found: isWhole ? sorted.length : total,
    total,
    page,
    pageSize,
    counts: isWhole
      ? {
          ...countProducts(sortAndFilter(figures, { ...query, tile: null, sort: null })),
          oldestUpdate: oldestOf(rows, figures.length),
        }
      : (indexed?.counts ?? null),
    isSortedAndFiltered: !isByUpdate && (isWhole || !isNarrowed),
    withheld,
    index: indexed?.index ?? null,
    unit,
    units: indexed?.sorted?.units ?? units,
  };
}

/** A page of products in the order of the index. What its rows show is looked up. */
async function pageByIndex(
  { lookup, catalogue }: IndexOptions & { lookup: StockLookup },
  query: CalendarsQuery,
  { sorted, counts, index }: IndexedProducts & { sorted: SortedPage },
  caller: Caller,
  signal: AbortSignal,
): Promise<Omit<CalendarsPage, 'isSortedAndFiltered'>> {
  const { page, pageSize, productIds } = query;
  const { today, dataVersion } = await lookup.present();
  const { unit, units, found } = sorted;
  const calendars = await lookup.calendars(sorted.productIds, caller, signal);
  const shown = await named(catalogue, sorted.productIds, calendars, query);
  return {
    ...(await findRows(lookup, shown, { ...query, today, unit }, caller, signal)),
    today,
    dataVersion,
    found,
    total: productIds?.length ?? index.total,
    page,
    pageSize,
    counts,
    withheld: 0,
    index,
    unit,
    units,
  };
}

/** Rows of products, with the service's own results, and how old the oldest part of them is. */
async function findRows(
  lookup: StockLookup,
  shown: readonly FoundProduct[],
  query: RowQuery,
  caller: Caller,
  signal: AbortSignal,
): Promise<Pick<CalendarsPage, 'rows' | 'receivedAt' | 'isStale'>> {
  const { results, receivedAt, isStale } = await findResults(lookup, shown, query, caller, signal);
  return { rows: shown.map((each) => rowOf(each, results.get(each), query)), receivedAt, isStale };
}

async function named(
  catalogue: IndexOptions['catalogue'],
  ids: readonly ProductId[],
  calendars: ReadonlyMap<ProductId, FoundCalendar>,
  { includeMaxLeadTime }: Pick<CalendarsQuery, 'includeMaxLeadTime'>,
): Promise<FoundProduct[]> {
  const products = await catalogue.resolveProducts(ids.map(String));
  return ids.flatMap((productId, index): FoundProduct[] => {
    const calendar = calendars.get(productId);
    if (calendar === undefined) return [];
    const product = products[index] ?? unnamed(productId);
    return [{ product, calendar: includeMaxLeadTime ? calendar : withoutMaxLeadTime(calendar) }];
  });
}

async function findProducts(
  lookup: StockLookup,
  catalogue: IndexOptions['catalogue'],
  query: CalendarsQuery,
  caller: Caller,
  signal: AbortSignal,
): Promise<{ found: FoundProduct[]; total: number; withheld: number; isWhole: boolean }> {
  const { productIds, page, pageSize, sort, tile, find } = query;
  if (productIds !== null) {
    const isSortedAndFiltered = sort !== null || tile !== null || find !== '';
    const isWhole = productIds.length <= (isSortedAndFiltered ? maxCalendarsPage : pageSize);
    const ids = isWhole ? productIds : productIds.slice((page - 1) * pageSize, page * pageSize);
    const calendars = await lookup.calendars(ids, caller, signal);
    return { found: await named(catalogue, ids, calendars, query), total: productIds.length, withheld: 0, isWhole };
  }
  const { calendars, totalItemCount: total, withheld } = await lookup.calendarPage({ page, pageSize }, caller, signal);
  const found = await named(catalogue, [...calendars.keys()], calendars, query);
  return { found, total, withheld, isWhole: page === 1 && total <= pageSize && withheld === 0 };
}

function withoutMaxLeadTime(calendar: FoundCalendar): FoundCalendar {
  if (calendar.kind !== 'calendar') return calendar;
  return { ...calendar, entries: calendar.entries.filter((entry) => !entry.isMaxLeadTime) };
}

function unitsOf(found: readonly FoundProduct[]): { unit: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { product } of found)
    if (product.unit !== null) counts.set(product.unit, (counts.get(product.unit) ?? 0) + 1);
  return Array.from(counts, ([unit, count]) => ({ unit, count })).toSorted(
    (a, b) => b.count - a.count || (a.unit < b.unit ? -1 : 1),
  );
}

/** The calendar if it is complete, or else why it promises nothing. */
function completeOf({ product, calendar }: FoundProduct): ReceivedCalendar | CalendarProblem {
  if (calendar.kind === 'calendar') return calendar.unreadable > 0 ? 'incomplete' : calendar;
  return ofProduct(calendar, product).kind;
}

function listedOf(found: FoundProduct): ListedProduct {
  const { productId } = found.product;
  const complete = completeOf(found);
  if (typeof complete === 'string') return { kind: 'no-result', productId, why: complete };
  return { kind: 'calendar', productId, entries: complete.entries, territories: complete.territories };
}

/** Looks up the results of the products that have a complete calendar, for the quantity or else for one unit. */
async function findResults(
  lookup: StockLookup,
  shown: readonly FoundProduct[],
  { quantity, hasQuantity }: RowQuery,
  caller: Caller,
  signal: AbortSignal,
) {
  const complete = shown.filter((each) => typeof completeOf(each) !== 'string');
  const requests = complete.map(({ product: { productId } }) => ({
    productId,
    quantity: hasQuantity ? quantity : toThousandths(defaultQuantity),
  }));
  const received = shown.flatMap(({ calendar }) => (calendar.kind === 'calendar' ? [calendar] : []));
  const times = received.map(({ receivedAt }) => receivedAt);
  let isStale = received.some((calendar) => calendar.isStale);
  const settled: LookupResult[] = [];
  const settle = (at: number, result: LookupResult) => {
    settled[at] = result;
    if (result.kind !== 'result') return;
    times.push(result.checkedAt);
    isStale ||= result.isStale;
  };
  if (requests.length > 0) await lookup.results(requests, caller, signal, { settle });
  const results = new Map(complete.map((each, at) => [each, settled[at]]));
  return { results, isStale, receivedAt: times.length === 0 ? Date.now() : Math.min(...times) };
}

/** A query with its day, and the unit that was given or chosen. */
type RowQuery = Omit<CalendarsQuery, 'unit'> & { today: CalendarDate; unit: string | null };

function rowOf(found: FoundProduct, given: LookupResult | undefined, query: RowQuery): ProductCalendarRow {
  const { product } = found;
  const without = (problem: CalendarProblem) => ({
    product,
    entries: null,
    territories: [],
    problem,
    result: null,
    lastUpdateDate: null,
  });
  const calendar = completeOf(found);
  if (typeof calendar === 'string') return without(calendar);
  const isOtherUnit = query.unit !== null && product.unit !== null && product.unit !== query.unit;
  const { entries, territories } = calendar;
  const result = isOtherUnit ? { kind: 'other-unit' as const } : resultOf(given, calendar, query);
  if (result === 'no-stock-data') return without(result);
  return {
    product,
    entries: entries.map(({ stockDate, stockQuantity, isMaxLeadTime, isDeleted }) => ({
      stockDate,
      stockQuantity,
      isMaxLeadTime,
      isDeleted,
    })),
    territories: [...territories],
    problem: null,
    result,
    lastUpdateDate: given?.kind === 'result' && !isOtherUnit ? given.item.lastUpdateDate : null,
  };
}

/** The service's result as compared with the calendar. Without a quantity, only the calendar has a ship date. */
function resultOf(
  given: LookupResult | undefined,
  calendar: ReceivedCalendar,
  { quantity, hasQuantity, today, includeMaxLeadTime }: RowQuery,
): CalendarResult | 'no-stock-data' {
  const own = () => ({
    kind: 'reliable' as const,
    stockResult: resultFor(readTimeline(calendar.entries, today), quantity),
    earlier: null,
  });
  if (!hasQuantity) return own();
  if (given === undefined || given.kind === 'no-result') return { kind: 'no-result' };
  if (given.kind === 'not-trusted') return { kind: 'not-reliable' };
  const isExcluded = given.kind === 'result' && given.stockResult.kind === 'max-lead-time' && !includeMaxLeadTime;
  if (isExcluded) return own();
  const reconciled = comparedResult(given, calendar, quantity, today);
  if (reconciled.kind === 'reliable') return reconciled;
  if (reconciled.kind === 'not-reliable') return { kind: 'not-reliable' };
  // Without the max lead time, the calendar may lack the only entry.
  return includeMaxLeadTime ? 'no-stock-data' : own();
}

/** The oldest last update, once it is known of every product. */
function oldestOf(rows: readonly ProductCalendarRow[], count: number) {
  if (rows.length < count) return null;
  const dated = rows.flatMap(({ product, lastUpdateDate }) =>
    lastUpdateDate === null ? [] : [{ product, lastUpdateDate }],
  );
  const [oldest] = dated.toSorted((a, b) => (a.lastUpdateDate < b.lastUpdateDate ? -1 : 1));
  if (oldest === undefined) return null;
  const others = dated.filter(({ lastUpdateDate }) => lastUpdateDate === oldest.lastUpdateDate).length - 1;
  return { date: oldest.lastUpdateDate, product: oldest.product, others };
}
