import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import type { Product } from '#stock/contract/gateway-responses.ts';
import { defaultLimits } from '#stock/contract/limits.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { grouped } from '#stock/contract/requests.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { foldText } from '#stock/fold-text.ts';
import { anyQuantity } from '#stock/calendars/calendar-summary.ts';
import { type ShortProduct, shortProducts } from '#stock/calendars/short-products.ts';
import { timelineOfCalendar } from '#stock/order/check-events.ts';
import { daysLate, type LineResult, type RealDate, type StockKnowledge } from '#stock/order/line-state.ts';
import { type CountedLine, type LineKey, lineQueries } from '#stock/order/order-line.ts';
import { type Completion, orderSummary } from '#stock/order/order-summary.ts';
import { compareShipBy, shipByProblem } from '#stock/ship-by.ts';
import { levelOn, readTimeline, realDateFor, type StockTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, toThousandths } from '#stock/thousandths.ts';
import type { FindCalendars } from '#server/gateway/calendars-routes.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';
import { checkQueries } from '#server/lookup/order-check-engine.ts';
import type { Caller, StockLookup } from '#server/lookup/stock-lookup.ts';

import * as answers from './tool-answers.ts';

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

/** A request that no tool can answer, in a sentence for the assistant. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** A tool as an assistant sees it, and how it answers: data, and its text. */
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

const Question = z.strictObject({ product, quantity, ship_by: shipBy });
type Question = z.infer<typeof Question>;
const Order = z.strictObject({
  lines: described(
    z.array(Question).check(z.minLength(1), z.maxLength(maxToolLines)),
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
  const at = (today: CalendarDate) => ({ today, checked_at: now().toISOString() });

  async function check(queries: readonly Question[], user: ToolUser) {
    const { today } = await lookup.present();
    for (const { ship_by: by } of queries) requireShipBy(by as CalendarDate | undefined, today);
    const resolved = await resolveAll(queries, user.catalogue);
    const counted = queries.flatMap((question, index): CountedLine[] => {
      const found = resolved[index];
      return found?.kind === 'one'
        ? [{ key: index + 1, productId: found.product.productId, quantity: toThousandths(question.quantity) }]
        : [];
    });
    const asked = lineQueries(counted);
    const checked = await checkLines(lookup, asked, user, now);
    const byKey = new Map(asked.map((question) => [question.key, question]));
    const lines = queries.map((question, index): answers.ToolLine => {
      const base = { requested: question.product, quantity: question.quantity };
      const found = resolved[index];
      const own = byKey.get(index + 1);
      if (found?.kind !== 'one' || own === undefined)
        return {
          ...base,
          ...answers.unresolvedFields(
            found?.kind === 'one' ? [] : (found?.choices ?? []),
            found?.kind !== 'one' && found?.hasMore === true,
          ),
        };
      const result = checked.results.get(own.key) ?? {
        kind: 'no-result' as const,
        reason: 'stopped' as const,
        requestId: null,
      };
      const timeline = checked.calendars.get(own.productId) ?? null;
      return {
        ...base,
        product: answers.toolProduct(found.product),
        ...(own.quantity > own.own && { quantity_with_earlier_lines: fromThousandths(own.quantity) }),
        ...answers.resultFields(result, checked.today),
        ...shipByFields(question.ship_by as CalendarDate | undefined, result, own, timeline, checked.today),
      };
    });
    return { ...checked, lines, asked: byKey };
  }

  return [
    {
      name: 'find_products',
      title: 'Find products',
      description:
        'Searches the product catalog by ID, SKU or words of the name, best match first. Says nothing about stock.',
      input: Search,
      output: answers.FoundProducts,
      stockResult: async ({ query, page: number }: z.infer<typeof Search>, { catalogue }) => {
        const { products, hasMore } = await catalogue.searchProducts(query, number, 20);
        const data = { products: products.map(answers.toolProduct), page: number, has_more: hasMore };
        return { data, text: answers.foundText(data) };
      },
    },
    {
      name: 'check_availability',
      title: 'Check availability',
      description:
        'When a quantity of one product can ship from the supplier (a ship date, not a delivery date), and what that date rests on. Always repeat the basis with the date: a max lead time date is not backed by stock. Without a ship date in the answer there is none; never derive one.',
      input: Question,
      output: answers.CheckedLine,
      stockResult: async (question: Question, user) => {
        const { lines, today } = await check([question], user);
        const data = { ...at(today), result: lines[0] as answers.ToolLine };
        return { data, text: answers.checkedLineText(data) };
      },
    },
    {
      name: 'check_order',
      title: 'Check an order',
      description: `When each line of an order can ship, and when the whole can: up to ${maxToolLines} lines. Lines of one product share its stock in the order given, so check them together. Always repeat the basis with a date.`,
      input: Order,
      output: answers.CheckedOrder,
      stockResult: async ({ lines: queries }: z.infer<typeof Order>, user) => {
        const { lines, today, results, calendars, asked } = await check(queries, user);
        const numbered = lines.map((line, index) => Object.assign({ line: index + 1 }, line));
        const open = numbered.filter(({ ship_date: date }) => date === undefined).map(({ line }) => line);
        const summary = orderSummary(
          [...asked.values()].map((question) => ({
            key: question.key,
            shipBy: null,
            state: results.get(question.key) ?? { kind: 'not-checked' as const },
            query: question,
          })),
          knowledgeOf(calendars),
          today,
        );
        const { completion } = summary;
        const whole =
          completion.kind === 'known' ? completion : completion.kind === 'open' ? completion.withoutThese : null;
        const complete = whole && completeFields(whole, today);
        const data = {
          ...at(today),
          lines: numbered,
          open_lines: open,
          ...(complete && (open.length === 0 ? { complete } : { without_open_lines: complete })),
        };
        return { data, text: answers.checkedOrderText(data) };
      },
    },
    {
      name: 'get_calendar',
      title: 'Stock calendar of a product',
      description:
        'The available quantity of one product over time: each entry holds until the next. For when a quantity can ship, use check_availability.',
      input: OneProduct,
      output: answers.ProductCalendar,
      stockResult: async ({ product: text }: z.infer<typeof OneProduct>, user) => {
        const { today } = await lookup.present();
        const [found] = await resolveAll([{ product: text }], user.catalogue);
        const base = { ...at(today), requested: text, entries: [] };
        const data =
          found?.kind !== 'one'
            ? { ...base, ...answers.unresolvedFields(found?.choices ?? [], found?.hasMore ?? false) }
            : { ...base, ...(await calendarFields(lookup, found.product, today, user)) };
        return { data, text: answers.calendarText(data) };
      },
    },
    {
      name: 'list_short_products',
      title: 'Products that run short',
      description:
        'Products whose available quantity is, or falls, below the quantity needed, by the day it does. For when a quantity can ship, use check_availability.',
      input: Short,
      output: answers.ShortProducts,
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
        const data = {
          ...at(found.today),
          ...(needed !== undefined && { quantity: needed }),
          unit: needed === undefined ? null : found.unit,
          period: weeks === 0 ? 'short now' : `short within ${period}`,
          found: found.found,
          page: number,
          products: shortFields(found, needed),
        };
        return { data, text: answers.shortText(data) };
      },
    },
  ] as readonly StockTool[];
}

/** The product that a text names, or what it may mean. */
type Resolved = { kind: 'one'; product: Product } | { kind: 'none'; choices: Product[]; hasMore: boolean };

/** Finds products by ID, SKU or exact name; never by part of a name. */
async function resolveAll(queries: readonly Pick<Question, 'product'>[], catalogue: Catalogue): Promise<Resolved[]> {
  const texts = queries.map(({ product: text }) => text.trim());
  const known = await catalogue.resolveProducts(texts);
  const searched = new Map<string, Promise<Resolved>>();
  return Promise.all(
    texts.map(async (text, index) => {
      const found = known[index];
      if (found) return { kind: 'one', product: found };
      const key = foldText(text);
      const search = searched.get(key) ?? byName(text, catalogue);
      searched.set(key, search);
      return search;
    }),
  );
}

async function byName(text: string, catalogue: Catalogue): Promise<Resolved> {
  const { products: choices, hasMore } = await catalogue.searchProducts(text, 1, maxCandidates);
  const named = choices.filter(({ name }) => name !== null && foldText(name) === foldText(text));
  const [first] = named;
  return first !== undefined && named.length === 1 && !hasMore
    ? { kind: 'one', product: first }
    : { kind: 'none', choices, hasMore };
}

async function checkLines(
  lookup: StockLookup,
  queries: readonly CountedLine[],
  { caller, signal }: ToolUser,
  now: () => Date,
): Promise<{
  today: CalendarDate;
  results: ReadonlyMap<LineKey, LineResult>;
  calendars: ReadonlyMap<ProductId, StockTimeline | null>;
}> {
  let { today } = await lookup.present();
  const results = new Map<LineKey, LineResult>();
  const calendars = new Map<ProductId, StockTimeline | null>();
  await checkQueries(lookup, { queries }, caller, signal, {
    now: () => now().getTime(),
    ready: async () => undefined,
    emit: (event) => {
      if (event.kind === 'start') ({ today } = event);
      else if (event.kind === 'result') results.set(event.key, event.result);
      else if (event.kind === 'calendar')
        calendars.set(event.productId, event.calendar && timelineOfCalendar(event.calendar, today));
    },
  });
  return { today, results, calendars };
}

function knowledgeOf(calendars: ReadonlyMap<ProductId, StockTimeline | null>): StockKnowledge {
  return {
    dateFor: () => null,
    realDateOf: ({ productId, quantity: asked }): RealDate => {
      const timeline = calendars.get(productId);
      return timeline ? (realDateFor(timeline, asked) ?? 'none') : 'no-result';
    },
  };
}

function completeFields({ real, withMaxLeadTime }: Completion, today: CalendarDate) {
  const date = later(withMaxLeadTime, today);
  const stock = real.kind === 'date' ? later(real.date, today) : null;
  const kind = stock !== date ? 'max-lead-time' : date === today ? 'in-stock' : 'expected';
  return { ship_date: date, basis: answers.basisOf(kind), ...(stock && { stock_only_ship_date: stock }) };
}

function requireShipBy(by: CalendarDate | undefined, today: CalendarDate): void {
  const problem = by === undefined ? null : shipByProblem(by, today);
  if (problem === 'past-date') throw new ToolError(`ship_by ${by} is before today, ${today}.`);
  if (problem === 'far-date') throw new ToolError(`ship_by ${by} is more than 20 years ahead.`);
}

/** Compares a result with the ship-by date (rules, *Ship by*). What promises nothing isn't compared. */
function shipByFields(
  by: CalendarDate | undefined,
  result: LineResult,
  { quantity: asked, own }: { quantity: number; own: number },
  timeline: StockTimeline | null,
  today: CalendarDate,
): Pick<answers.ToolLine, 'ship_by'> {
  if (by === undefined || (result.kind !== 'result' && result.kind !== 'not-available')) return {};
  // Of a product's later lines it isn't known what is missing of the line alone.
  const stockResult =
    result.kind === 'result' ? { ...result.stockResult, date: later(result.stockResult.date, today) } : result;
  const verdict = timeline && asked === own ? compareShipBy(timeline, asked, stockResult, by) : null;
  const short = verdict?.kind === 'late' && verdict.shortBy > 0 ? { short: fromThousandths(verdict.shortBy) } : {};
  if (stockResult.kind === 'not-available') return { ship_by: { date: by, result: 'Short', ...short } };
  const days = daysLate(by, result, today);
  if (days !== null) return { ship_by: { date: by, result: 'Late', days_late: days, ...short } };
  return { ship_by: { date: by, result: stockResult.kind === 'max-lead-time' ? 'On time, max lead time' : 'On time' } };
}

async function calendarFields(lookup: StockLookup, found: Product, today: CalendarDate, { caller, signal }: ToolUser) {
  const calendar = (await lookup.calendars([found.productId], { ...caller, bypassCache: true }, signal)).get(
    found.productId,
  );
  const base = { product: answers.toolProduct(found) };
  if (calendar?.kind === 'unknown-product') return { ...base, ...answers.noStockData };
  if (calendar?.kind !== 'calendar') return { ...base, ...answers.noResult };
  if (calendar.unreadable > 0) return { ...base, ...answers.notReliable };
  const timeline = readTimeline(calendar.entries, today);
  const { steps, maxLeadTimeDate } = timeline;
  if (steps.length === 0 && maxLeadTimeDate === null) return { ...base, ...answers.noStockData };
  return {
    ...base,
    available_today: fromThousandths(levelOn(timeline, today)),
    entries: steps.map(({ date, level }) => ({ date, available_quantity: fromThousandths(level) })),
    ...(maxLeadTimeDate !== null && { max_lead_time_date: maxLeadTimeDate }),
  };
}

function shortFields({ rows, today }: Awaited<ReturnType<FindCalendars>>, needed: number | undefined) {
  return shortProducts(rows, today, needed === undefined ? null : toThousandths(needed)).map(shortField);
}

function shortField({ product: found, availableToday, shortfall, doubt }: ShortProduct) {
  const base = { product: answers.toolProduct(found) };
  if (doubt !== null) return { ...base, ...(doubt === 'not-reliable' ? answers.notReliable : answers.noResult) };
  const { on, by, shipDate, isMaxLeadTime } = shortfall;
  const basis = answers.basisOf(isMaxLeadTime ? 'max-lead-time' : 'expected');
  return {
    ...base,
    available_today: fromThousandths(availableToday),
    falls_short_on: on,
    short: fromThousandths(by),
    ...(shipDate !== null && { ship_date: shipDate, basis }),
  };
}
