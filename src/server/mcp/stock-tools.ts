import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import type { CalendarsPage, ProductCalendarRow } from '#stock/contract/calendars.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { defaultLimits } from '#stock/contract/limits.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { grouped } from '#stock/contract/requests.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { foldText } from '#stock/fold-text.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { type ShortProduct, shortProducts } from '#stock/calendars/short-products.ts';
import { timelineOfCalendar } from '#stock/order/check-events.ts';
import {
  daysLate,
  isOfCatalog,
  type LineResult,
  type NoResult,
  ofProduct,
  type RealDate,
  type StockKnowledge,
} from '#stock/order/line-state.ts';
import { type CountedLine, type LineKey, lineQueries, type LineQuery } from '#stock/order/order-line.ts';
import { type Completion, orderSummary } from '#stock/order/order-summary.ts';
import { parseProductId } from '#stock/product-entry.ts';
import { compareShipBy, shipByProblem } from '#stock/ship-by.ts';
import { levelOn, readTimeline, realDateFor, type StockTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, toThousandths } from '#stock/thousandths.ts';
import type { FindCalendars } from '#server/gateway/calendars-routes.ts';
import { type Catalogue, unnamed } from '#server/gateway/product-routes.ts';
import { checkQueries } from '#server/lookup/order-check-engine.ts';
import type { CalendarResult, Caller, StockLookup } from '#server/lookup/stock-lookup.ts';

import * as results from './tool-results.ts';

/** Stock for the tools: the same as behind the screens. */
export interface ToolStock {
  lookup: StockLookup;
  findCalendars: FindCalendars;
  now: () => Date;
}

/** Who uses a tool. */
export interface ToolUser {
  caller: Caller;
  catalogue: Catalogue;
  signal: AbortSignal;
  /** Called with what no result tells the assistant. */
  onFailure: (error: unknown) => void;
}

/** A request without a result, in a sentence for the assistant. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** A tool as an assistant sees it, and what it returns: data, and its text. */
export interface StockTool {
  name: string;
  title: string;
  description: string;
  input: z.ZodMiniType;
  output: z.ZodMiniType;
  stockResult: (input: never, user: ToolUser) => Promise<{ data: Record<string, unknown>; text: string }>;
}

/** Most lines of one order check. */
export const maxToolLines = 200;
const maxCandidates = 10;

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.describe(description));

const product = described(
  z.string().check(z.minLength(1), z.maxLength(240)),
  'Product ID, SKU, or the exact and whole name. An ID comes before a SKU.',
);
const quantity = described(
  z.number().check(z.positive(), z.maximum(defaultLimits.quantity)),
  `Above 0, in the unit of the product, with up to three decimals; at most ${grouped(defaultLimits.quantity)}.`,
);
const shipBy = described(z.optional(z.iso.date()), 'Latest acceptable ship date, YYYY-MM-DD. Not a delivery date.');
const page = z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1);

const Query = z.strictObject({ product, quantity, ship_by: shipBy });
type Query = z.infer<typeof Query>;
const Order = z.strictObject({
  lines: described(
    z.array(Query).check(z.minLength(1), z.maxLength(maxToolLines)),
    `1 to ${maxToolLines} lines. Lines of one product share its stock, in this order.`,
  ),
});
const Search = z.strictObject({ query: z.string().check(z.minLength(1), z.maxLength(200)), page });
const OneProduct = z.strictObject({ product });
const periods = { now: 0, '2 weeks': 2, '4 weeks': 4, '8 weeks': 8 } as const;
const Short = z.strictObject({
  quantity: z.optional(described(quantity, 'Quantity needed; without it, products of which nothing is left.')),
  unit: z.optional(
    described(z.string().check(z.maxLength(50)), 'Unit of the quantity; the most frequent one if omitted.'),
  ),
  period: described(
    z._default(z.enum(['now', '2 weeks', '4 weeks', '8 weeks']), '2 weeks'),
    '`now`: short today. A period: not short yet, but within it.',
  ),
  page,
});

/** The tools of a stock. All of them only read. */
export function stockTools({ lookup, findCalendars, now }: ToolStock): readonly StockTool[] {
  async function check(queries: readonly Query[], user: ToolUser) {
    const { today } = await lookup.present();
    for (const { ship_by: by } of queries) requireShipBy(by as CalendarDate | undefined, today);
    const resolved = await resolveAll(queries, user.catalogue);
    const counted = queries.flatMap(({ quantity: own }, index): CountedLine[] => {
      const found = resolved[index];
      return found?.product
        ? [{ key: index + 1, productId: found.product.productId, quantity: toThousandths(own) }]
        : [];
    });
    const requests = lineQueries(counted);
    const checked = await checkLines(lookup, requests, user, now);
    const byKey = new Map(requests.map((request) => [request.key, request]));
    const resultOf = (key: LineKey) => ofProduct(checked.results.get(key) ?? stopped, resolved[key - 1]?.product);
    const lines = queries.map((query, index): results.ToolLine => {
      const base = { requested: query.product, quantity: query.quantity };
      const { product: found, candidates, hasMore } = resolved[index] ?? unresolved;
      const request = byKey.get(index + 1);
      if (found === null || request === undefined) return { ...base, ...results.unresolvedFields(candidates, hasMore) };
      const result = resultOf(request.key);
      // An ID that nobody knows may be the start of a code.
      if (result.kind === 'unknown-product' && candidates.length > 0)
        return { ...base, ...results.unresolvedFields(candidates, hasMore) };
      const timeline = checked.calendars.get(request.productId) ?? null;
      return {
        ...base,
        product: results.toolProduct(found),
        ...(request.quantity > request.own && { quantity_with_earlier_lines: fromThousandths(request.quantity) }),
        ...results.resultFields(result, checked.today),
        ...shipByFields(query.ship_by as CalendarDate | undefined, result, request, timeline, checked.today),
      };
    });
    return { ...checked, lines, requests, resultOf };
  }

  return [
    {
      name: 'find_products',
      title: 'Find products',
      description:
        'Searches the product catalog by ID, SKU or words of the name, best match first. Says nothing about stock.',
      input: Search,
      output: results.FoundProducts,
      stockResult: async ({ query, page: number }: z.infer<typeof Search>, { catalogue }) => {
        const { products, hasMore } = await catalogue.searchProducts(query, number, 20);
        const data = { products: products.map(results.toolProduct), page: number, has_more: hasMore };
        return { data, text: results.foundText(data) };
      },
    },
    {
      name: 'check_availability',
      title: 'Check availability',
      description:
        'When a quantity of one product can ship from the supplier (a ship date, not a delivery date), and what that date rests on. Always repeat the basis with the date: a max lead time date is not backed by stock. Without a ship date in the result there is none; never derive one.',
      input: Query,
      output: results.CheckedLine,
      stockResult: async (query: Query, user) => {
        const { lines, today, checkedAt } = await check([query], user);
        const data = { ...at(today, checkedAt), result: lines[0] as results.ToolLine };
        return { data, text: results.checkedLineText(data) };
      },
    },
    {
      name: 'check_order',
      title: 'Check an order',
      description: `When each line of an order can ship, and when the whole can: up to ${maxToolLines} lines. Lines of one product share its stock in the order given, so check them together. Always repeat the basis with a date.`,
      input: Order,
      output: results.CheckedOrder,
      stockResult: async ({ lines: queries }: z.infer<typeof Order>, user) => {
        const { lines, today, checkedAt, calendars, requests, resultOf } = await check(queries, user);
        const numbered = lines.map((line, index) => Object.assign({ line: index + 1 }, line));
        const open = numbered.filter(({ ship_date: date }) => date === undefined).map(({ line }) => line);
        const summary = orderSummary(
          requests.map((query) => ({ key: query.key, shipBy: null, state: resultOf(query.key), query })),
          knowledgeOf(calendars),
          today,
        );
        const { completion } = summary;
        const whole =
          completion.kind === 'known' ? completion : completion.kind === 'open' ? completion.withoutThese : null;
        const complete = whole && completeFields(whole, today);
        const data = {
          ...at(today, checkedAt),
          lines: numbered,
          open_lines: open,
          ...(complete && (open.length === 0 ? { complete } : { without_open_lines: complete })),
        };
        return { data, text: results.checkedOrderText(data) };
      },
    },
    {
      name: 'get_calendar',
      title: 'Stock calendar of a product',
      description:
        'The available quantity of one product over time: each entry holds until the next. For when a quantity can ship, use check_availability.',
      input: OneProduct,
      output: results.ProductCalendar,
      stockResult: async ({ product: text }: z.infer<typeof OneProduct>, user) => {
        const { today } = await lookup.present();
        const [found = unresolved] = await resolveAll([{ product: text }], user.catalogue);
        const calendar = found.product && (await loadCalendar(lookup, found.product, user));
        const isNone = calendar === null || (calendar.kind === 'unknown-product' && found.candidates.length > 0);
        const data = {
          ...at(today, calendar?.kind === 'calendar' ? calendar.receivedAt : now().getTime()),
          requested: text,
          entries: [],
          ...(found.product === null || isNone
            ? results.unresolvedFields(found.candidates, found.hasMore)
            : calendarFields(found.product, calendar, today)),
        };
        return { data, text: results.calendarText(data) };
      },
    },
    {
      name: 'list_short_products',
      title: 'Products that run short',
      description:
        'Products whose available quantity is, or falls, below the quantity needed, by the day it does. For when a quantity can ship, use check_availability.',
      input: Short,
      output: results.ShortProducts,
      stockResult: async (
        { quantity: needed, unit, period, page: number }: z.infer<typeof Short>,
        { caller, signal },
      ) => {
        const weeks = periods[period];
        const found = await findCalendars(
          {
            productIds: null,
            quantity: needed === undefined ? anyQuantity : toThousandths(needed),
            hasQuantity: needed !== undefined,
            unit: needed === undefined ? undefined : unit,
            includeMaxLeadTime: true,
            tile: weeks === 0 ? 'short-now' : 'short-soon',
            shortWeeks: weeks === 0 ? 2 : weeks,
            find: '',
            sort: { by: 'fallsShort', isDescending: false },
            page: number,
            pageSize: 50,
            refreshIndex: false,
          },
          caller,
          signal,
        );
        if (!found.isSortedAndFiltered)
          throw new ToolError('The products of the stock service are still being loaded. Try again in a few minutes.');
        const notLoaded = found.index === null ? 0 : found.index.total - found.index.loaded;
        const data = {
          ...at(found.today, found.receivedAt),
          ...(needed !== undefined && { quantity: needed }),
          unit: needed === undefined ? null : found.unit,
          period: weeks === 0 ? 'short now' : `short within ${period}`,
          found: found.found,
          page: number,
          ...(notLoaded > 0 && { not_loaded: notLoaded }),
          products: shortFields(found, needed),
        };
        return { data, text: results.shortText(data) };
      },
    },
  ] as readonly StockTool[];
}

/** Day and time of a result, which every tool returns with it. */
function at(today: CalendarDate, checkedAt: number) {
  return { today, checked_at: new Date(checkedAt).toISOString() };
}

/** The product that a text names, or what else it may mean. */
interface Resolved {
  /** Null if it names none, or several. The catalog needn't know the product of an ID. */
  product: Product | null;
  /** What to choose from, if there is no such product. */
  candidates: readonly Product[];
  hasMore: boolean;
}

const unresolved: Resolved = { product: null, candidates: [], hasMore: false };
const stopped: NoResult = { kind: 'no-result', reason: 'stopped', requestId: null };

/** Finds products by ID, SKU or exact name; never by part of a name. */
async function resolveAll(queries: readonly Pick<Query, 'product'>[], catalogue: Catalogue): Promise<Resolved[]> {
  const texts = queries.map(({ product: text }) => text.trim());
  const known = await catalogue.resolveProducts(texts);
  const searched = new Map<string, Promise<Resolved>>();
  const resolve = async (text: string, found: Product | null): Promise<Resolved> => {
    if (isOfCatalog(found)) return { ...unresolved, product: found };
    const key = foldText(text);
    const search = searched.get(key) ?? byName(text, catalogue);
    searched.set(key, search);
    const productId = parseProductId(text);
    // The stock service decides whether there is a product of an ID.
    return productId === null ? search : { ...(await search), product: unnamed(productId) };
  };
  return Promise.all(texts.map((text, index) => resolve(text, known[index] ?? null)));
}

async function byName(text: string, catalogue: Catalogue): Promise<Resolved> {
  const { products: candidates, hasMore } = await catalogue.searchProducts(text, 1, maxCandidates);
  const named = candidates.filter(({ name }) => name !== null && foldText(name) === foldText(text));
  const [first] = named;
  return first !== undefined && named.length === 1 && !hasMore
    ? { ...unresolved, product: first }
    : { product: null, candidates, hasMore };
}

async function checkLines(
  lookup: StockLookup,
  queries: readonly CountedLine[],
  { caller, signal }: ToolUser,
  now: () => Date,
): Promise<{
  today: CalendarDate;
  /** When the oldest result was received, Unix milliseconds. */
  checkedAt: number;
  results: ReadonlyMap<LineKey, LineResult>;
  calendars: ReadonlyMap<ProductId, StockTimeline | null>;
}> {
  let { today } = await lookup.present();
  let checkedAt = now().getTime();
  const received = new Map<LineKey, LineResult>();
  const calendars = new Map<ProductId, StockTimeline | null>();
  await checkQueries(lookup, { queries }, caller, signal, {
    now: () => now().getTime(),
    ready: async () => undefined,
    emit: (event) => {
      if (event.kind === 'start') ({ today } = event);
      else if (event.kind === 'result') {
        received.set(event.key, event.result);
        if (event.result.kind === 'result') checkedAt = Math.min(checkedAt, event.result.checkedAt);
      } else if (event.kind === 'calendar')
        calendars.set(event.productId, event.calendar && timelineOfCalendar(event.calendar, today));
    },
  });
  return { today, checkedAt, results: received, calendars };
}

function knowledgeOf(calendars: ReadonlyMap<ProductId, StockTimeline | null>): StockKnowledge {
  return {
    dateFor: () => null,
    realDateOf: (query): RealDate => {
      const timeline = calendars.get(query.productId);
      return timeline ? (realDateFor(timeline, query.quantity) ?? 'none') : 'no-result';
    },
  };
}

function completeFields({ real, withMaxLeadTime }: Completion, today: CalendarDate) {
  const date = later(withMaxLeadTime, today);
  const stock = real.kind === 'date' ? later(real.date, today) : null;
  const kind = stock !== date ? 'max-lead-time' : date === today ? 'in-stock' : 'expected';
  return { ship_date: date, basis: results.basisOf(kind), ...(stock && { stock_only_ship_date: stock }) };
}

function requireShipBy(by: CalendarDate | undefined, today: CalendarDate): void {
  const problem = by === undefined ? null : shipByProblem(by, today);
  if (problem === 'past-date') throw new ToolError(`ship_by ${by} is before today, ${today}.`);
  if (problem === 'far-date') throw new ToolError(`ship_by ${by} is more than 20 years ahead.`);
}

/** Compares a result with the ship-by date. What promises nothing isn't compared. */
function shipByFields(
  by: CalendarDate | undefined,
  result: LineResult,
  { quantity: total, own }: Pick<LineQuery, 'quantity' | 'own'>,
  timeline: StockTimeline | null,
  today: CalendarDate,
): Pick<results.ToolLine, 'ship_by'> {
  if (by === undefined || (result.kind !== 'result' && result.kind !== 'not-available')) return {};
  // Of a product's later lines it isn't known what is missing of the line alone.
  const stockResult =
    result.kind === 'result' ? { ...result.stockResult, date: later(result.stockResult.date, today) } : result;
  const comparison = timeline && total === own ? compareShipBy(timeline, total, stockResult, by) : null;
  const short =
    comparison?.kind === 'late' && comparison.shortBy > 0 ? { short: fromThousandths(comparison.shortBy) } : {};
  if (stockResult.kind === 'not-available') return { ship_by: { date: by, result: 'Short', ...short } };
  const days = daysLate(by, result, today);
  if (days !== null) return { ship_by: { date: by, result: 'Late', days_late: days, ...short } };
  return { ship_by: { date: by, result: stockResult.kind === 'max-lead-time' ? 'On time, max lead time' : 'On time' } };
}

async function loadCalendar(
  lookup: StockLookup,
  { productId }: Product,
  { caller, signal }: ToolUser,
): Promise<CalendarResult> {
  const calendars = await lookup.calendars([productId], { ...caller, bypassCache: true }, signal);
  return calendars.get(productId) ?? stopped;
}

function calendarFields(found: Product, calendar: CalendarResult, today: CalendarDate) {
  const base = { product: results.toolProduct(found) };
  if (calendar.kind === 'unknown-product') return { ...base, ...results.statusFields(ofProduct(calendar, found).kind) };
  if (calendar.kind !== 'calendar') return { ...base, ...results.statusFields('no-result') };
  if (calendar.unreadable > 0) return { ...base, ...results.statusFields('incomplete') };
  const timeline = readTimeline(calendar.entries, today);
  const { steps, maxLeadTimeDate } = timeline;
  if (steps.length === 0 && maxLeadTimeDate === null) return { ...base, ...results.statusFields('no-stock-data') };
  return {
    ...base,
    available_today: fromThousandths(levelOn(timeline, today)),
    entries: steps.map(({ date, level }) => ({ date, available_quantity: fromThousandths(level) })),
    ...(maxLeadTimeDate !== null && { max_lead_time_date: maxLeadTimeDate }),
  };
}

/** Every row of the page: those that fall short, by day, then those of which that isn't known or true any more. */
function shortFields({ rows, today }: CalendarsPage, needed: number | undefined): results.ShortRow[] {
  const short = shortProducts(rows, today, needed === undefined ? null : toThousandths(needed));
  const shown = new Set(short.map(({ product: { productId } }) => productId));
  const others = rows.filter(({ product: { productId } }) => !shown.has(productId));
  return [...short.map(shortField), ...others.map(otherField)];
}

function otherField({ product: found, problem }: ProductCalendarRow): results.ShortRow {
  return { product: results.toolProduct(found), ...results.statusFields(problem ?? 'not-short') };
}

function shortField({ product: found, availableToday, shortfall, doubt }: ShortProduct): results.ShortRow {
  const base = { product: results.toolProduct(found) };
  if (doubt !== null)
    return { ...base, ...results.statusFields(doubt === 'not-reliable' ? 'not-trusted' : 'no-result') };
  const { on, by, shipDate, isMaxLeadTime } = shortfall;
  const basis = results.basisOf(isMaxLeadTime ? 'max-lead-time' : 'expected');
  return {
    ...base,
    available_today: fromThousandths(availableToday),
    falls_short_on: on,
    short: fromThousandths(by),
    ...(shipDate !== null && { ship_date: shipDate, basis }),
  };
}
