import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import { CalendarDateSchema } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { DatedResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { LineResult } from '#stock/order/line-state.ts';

/**
 * What the tools return. Each result is data first, and its text is written from that data alone, so the two can't
 * differ. What promises nothing has no date, in neither of them.
 */

const quantity = z.number();
const count = z.int();
const isoDate = CalendarDateSchema;

export const ToolProduct = z.object({
  product_id: z.int(),
  name: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  unit: z.nullable(z.string()),
});
export type ToolProduct = z.infer<typeof ToolProduct>;

export function toolProduct({ productId, name, sku, unit }: Product): ToolProduct {
  return { product_id: productId, name: plainName(name), sku: plainName(sku), unit: plainName(unit) };
}

/** Assistants read data as text, too: no instruction is hidden in it, or begins a line. */
function plainName(text: string | null): string | null {
  return text === null ? null : oneLine(text);
}

const statuses = {
  'in-stock': 'In stock',
  expected: 'Expected',
  'max-lead-time': 'Max lead time',
  'not-available': 'Not available',
  'not-trusted': 'Result not reliable',
  'no-stock-data': 'No stock data',
  'unknown-product': 'Unknown product',
  'no-result': 'No result',
  incomplete: 'Calendar incomplete',
  'not-short': 'No longer short',
} as const;
type Status = keyof typeof statuses;
const ambiguous = 'Several products match';

/** Why there is no ship date. */
const reasons: Record<Status | 'ambiguous', string> = {
  'in-stock': '',
  expected: '',
  'max-lead-time': '',
  'not-available': 'neither stock nor a max lead time covers the quantity',
  'not-trusted':
    "the stock service's result and its stock calendar contradict each other, or the calendar is incomplete",
  'no-stock-data': 'the stock service has no entries of this product',
  'unknown-product': 'no product has exactly this ID, SKU or name',
  'no-result': 'the stock service gave no result; check again later',
  incomplete: 'entries of its stock calendar are missing or unreadable, so there is no ship date',
  'not-short': 'its stock changed after the list was made',
  ambiguous: 'name one of the candidates by its product ID',
};

const bases: Record<DatedResult['kind'], string> = {
  'in-stock': 'In stock: backed by stock',
  expected: 'Expected: backed by stock',
  'max-lead-time': 'Max lead time: not backed by stock',
};

/** What a ship date rests on, in words. */
export function basisOf(kind: DatedResult['kind']): string {
  return bases[kind];
}

const ShipBy = z.object({
  date: isoDate,
  result: z.enum(['On time', 'On time, max lead time', 'Late', 'Short']),
  /** Days from the ship-by date to the ship date. */
  days_late: z.optional(count),
  /** Missing on the ship-by date. */
  short: z.optional(quantity),
});

/** A quantity of a product, and when it can ship. */
const Line = z.object({
  line: z.optional(count),
  /** As requested. */
  requested: z.string(),
  product: z.optional(ToolProduct),
  quantity,
  /** With the earlier lines of the same product, which share its stock. */
  quantity_with_earlier_lines: z.optional(quantity),
  status: z.enum([...Object.values(statuses), ambiguous]),
  ship_date: z.optional(isoDate),
  basis: z.optional(z.string()),
  reason: z.optional(z.string()),
  ship_by: z.optional(ShipBy),
  candidates: z.optional(z.array(ToolProduct)),
  more_candidates: z.optional(z.boolean()),
});
export type ToolLine = z.infer<typeof Line>;

/** Returns the status, ship date and basis of a result. A past date means today. */
export function resultFields(
  result: LineResult,
  today: CalendarDate,
): Pick<ToolLine, 'status' | 'ship_date' | 'basis' | 'reason'> {
  if (result.kind !== 'result') return statusFields(result.kind);
  const { kind, date } = result.stockResult;
  return { status: statuses[kind], ship_date: later(date, today), basis: bases[kind] };
}

/** What is returned instead of figures. */
export function statusFields(status: Exclude<Status, DatedResult['kind']>) {
  return { status: statuses[status], reason: reasons[status] };
}

/** The fields of a line whose text names no single product. */
export function unresolvedFields(
  candidates: readonly Product[],
  hasMore: boolean,
): Pick<ToolLine, 'status' | 'reason' | 'candidates' | 'more_candidates'> {
  if (candidates.length === 0) return statusFields('unknown-product');
  return {
    status: ambiguous,
    reason: reasons.ambiguous,
    candidates: candidates.map(toolProduct),
    ...(hasMore && { more_candidates: true }),
  };
}

const about = { today: isoDate, checked_at: z.string() };

export const FoundProducts = z.object({ products: z.array(ToolProduct), page: count, has_more: z.boolean() });
export const CheckedLine = z.object({ ...about, result: Line });
const Complete = z.object({
  /** The day the last line can ship, max lead time included. */
  ship_date: isoDate,
  basis: z.string(),
  /** From stock alone; without it, stock never covers some line, or its calendar couldn't be loaded. */
  stock_only_ship_date: z.optional(isoDate),
});
export const CheckedOrder = z.object({
  ...about,
  lines: z.array(Line),
  complete: z.optional(Complete),
  /** Lines without a ship date, because of which there is no complete ship date. */
  open_lines: z.array(count),
  /** The complete ship date of the others. */
  without_open_lines: z.optional(Complete),
});
export const ProductCalendar = z.object({
  ...about,
  requested: z.string(),
  status: z.optional(z.string()),
  reason: z.optional(z.string()),
  product: z.optional(ToolProduct),
  candidates: z.optional(z.array(ToolProduct)),
  more_candidates: z.optional(z.boolean()),
  available_today: z.optional(quantity),
  entries: z.array(z.object({ date: isoDate, available_quantity: quantity })),
  /** From this date any quantity can ship, not backed by stock. */
  max_lead_time_date: z.optional(isoDate),
});
const ShortRow = z.object({
  product: ToolProduct,
  /** Instead of figures: why there are none, or that it isn't short any more. */
  status: z.optional(z.string()),
  reason: z.optional(z.string()),
  available_today: z.optional(quantity),
  falls_short_on: z.optional(isoDate),
  short: z.optional(quantity),
  ship_date: z.optional(isoDate),
  basis: z.optional(z.string()),
});
export type ShortRow = z.infer<typeof ShortRow>;
export const ShortProducts = z.object({
  ...about,
  quantity: z.optional(quantity),
  unit: z.nullable(z.string()),
  period: z.string(),
  found: count,
  page: count,
  /** Products of the stock service that couldn't be loaded, so that they aren't counted. */
  not_loaded: z.optional(count),
  /** All of the page. */
  products: z.array(ShortRow),
});

const caveat = 'Ship dates, not delivery dates.';

export function foundText({ products, page, has_more }: z.infer<typeof FoundProducts>): string {
  if (products.length === 0) return 'No product found.';
  return [...products.map(nameOf), ...(has_more ? [`More on page ${page + 1}.`] : [])].join('\n');
}

export function checkedLineText({ result, ...when }: z.infer<typeof CheckedLine>): string {
  return [lineText(result), closing(when)].join('\n');
}

export function checkedOrderText(order: z.infer<typeof CheckedOrder>): string {
  const { lines, complete, open_lines: open, without_open_lines: others } = order;
  return [
    complete === undefined
      ? `No complete ship date: ${linesOf(open)} without a ship date.`
      : `Complete order: ${completeText(complete)}`,
    ...(others === undefined ? [] : [`Without ${linesOf(open)}: ${completeText(others)}`]),
    ...lines.map(lineText),
    closing(order),
  ].join('\n');
}

export function calendarText(calendar: z.infer<typeof ProductCalendar>): string {
  const { requested, product, status, reason, entries, available_today: now, max_lead_time_date: lead } = calendar;
  const unit = product?.unit ?? null;
  return [
    product === undefined ? `"${oneLine(requested)}"` : nameOf(product),
    ...(status === undefined ? [] : [`${status}: ${reason ?? ''}.`, ...candidateText(calendar)]),
    ...(now === undefined ? [] : [`Available today: ${amount(now, unit)}.`]),
    ...entries.map((entry) => `${entry.date}: ${amount(entry.available_quantity, unit)} available.`),
    ...(lead === undefined ? [] : [`${lead}: ${bases['max-lead-time']}; any quantity from this date.`]),
    closing(calendar),
  ].join('\n');
}

export function shortText(list: z.infer<typeof ShortProducts>): string {
  const { products, found, page, period, quantity: needed, unit, not_loaded: missing = 0 } = list;
  const what = needed === undefined ? 'without any available quantity' : `below ${amount(needed, unit)}`;
  return [
    `${productsOf(found)} ${what}, ${period}. Page ${page}.`,
    ...(missing === 0 ? [] : [`${productsOf(missing)} couldn't be loaded and may be short, too.`]),
    ...products.map((each) => {
      if (each.status !== undefined) return `${nameOf(each.product)}: ${each.status}: ${each.reason ?? ''}.`;
      const of = each.product.unit;
      const ships = each.ship_date === undefined ? 'no ship date' : `ship date ${each.ship_date}. ${each.basis}`;
      const falls = `falls short on ${each.falls_short_on} by ${amount(each.short ?? 0, of)}`;
      return `${nameOf(each.product)}: ${amount(each.available_today ?? 0, of)} available today, ${falls}; ${ships}.`;
    }),
    closing(list),
  ].join('\n');
}

function lineText(line: ToolLine): string {
  const { product, requested, ship_date: date, basis, status, reason, quantity_with_earlier_lines: shared } = line;
  const unit = product?.unit ?? null;
  const goods = `${product === undefined ? `"${oneLine(requested)}"` : nameOf(product)}, ${amount(line.quantity, unit)}`;
  const with_ = shared === undefined ? '' : ` (${amount(shared, unit)} with earlier lines of this product)`;
  const result = date === undefined ? `no ship date. ${status}: ${reason ?? ''}.` : `ship date ${date}. ${basis}.`;
  return [
    `${line.line === undefined ? '' : `Line ${line.line}: `}${goods}${with_}: ${result}${shipByText(line, unit)}`,
    ...candidateText(line),
  ].join('\n');
}

function shipByText({ ship_by: by }: ToolLine, unit: string | null): string {
  if (by === undefined) return '';
  const days = by.days_late === undefined ? '' : `, ${by.days_late} ${by.days_late === 1 ? 'day' : 'days'} late`;
  const short = by.short === undefined ? '' : `, ${amount(by.short, unit)} short`;
  return ` Ship by ${by.date}: ${by.result}${days}${short}.`;
}

function candidateText({
  candidates = [],
  more_candidates: hasMore,
}: Pick<ToolLine, 'candidates' | 'more_candidates'>): string[] {
  return [...candidates.map((each) => `- ${nameOf(each)}`), ...(hasMore ? ['- and more'] : [])];
}

function completeText({ ship_date: date, basis, stock_only_ship_date: stock }: z.infer<typeof Complete>): string {
  return `ship date ${date}. ${basis}.${stock === undefined || stock === date ? '' : ` From stock alone: ${stock}.`}`;
}

function productsOf(number: number): string {
  return number === 1 ? '1 product' : `${number} products`;
}

function linesOf(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
}

function nameOf({ product_id: id, name, sku }: ToolProduct): string {
  return [name === null ? null : oneLine(name), sku === null ? null : `SKU ${oneLine(sku)}`, `product ID ${id}`]
    .filter((part) => part !== null)
    .join(', ');
}

function amount(number: number, unit: string | null): string {
  return unit === null ? String(number) : `${number} ${oneLine(unit)}`;
}

/** Names are data: a line break in one doesn't begin a line of the result. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
}

function closing({ today, checked_at: at }: { today: string; checked_at: string }): string {
  return `${caveat} Today is ${today}. Checked ${at}.`;
}
