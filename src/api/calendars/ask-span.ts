import { ContractError } from '#api/errors.ts';
import type { ProductId } from '#contract/product-id.ts';
import { type ListedCalendar, timelineOf } from '#domain/calendars/listed-product.ts';

import { breathe } from '#lib/breathe.ts';
import type { CalendarSource } from './calendar-source.ts';
import { type CalendarSpan, queryOfSpan } from './calendar-span.ts';
import { readCalendar, type ReceivedCalendar, type ReceivedCalendars } from './received-calendars.ts';

/** What one call of §4.4 came to. */
export interface SpanAnswer {
  /** Those asked for that came, each once, as they came. Ones with findings have their own calendar asked. */
  calendars: readonly ListedCalendar[];
  /** Of a list: those that didn't come. */
  unlisted: readonly ProductId[];
  notAsked: readonly ProductId[];
  doubled: readonly ProductId[];
  /** How many more products the service counted than it sent. */
  withheld: number;
  /** How many products there are: of a list those that the service knows, else all of them. */
  totalItems: number;
  /** When the service gave it, in milliseconds since 1970. */
  givenAt: number;
}

/** The service cuts its pages shorter than asked for: the span is to be divided. */
export class SpanTooLarge extends Error {
  override readonly name = 'SpanTooLarge';
}

/** How calendars are asked for. */
export interface SpanQuestion {
  includeMaxLeadTime: boolean;
  /** Whether only what the service gives now will do. */
  anew: boolean;
}

/**
 * Asks for the calendars of a span. Reading a large answer yields to the screen in between.
 * @throws SpanTooLarge, ContractError for another page than the one asked for, and what the search throws.
 */
export async function askSpan(
  { search, today }: Pick<CalendarSource, 'search' | 'today'>,
  span: CalendarSpan,
  { includeMaxLeadTime, anew }: SpanQuestion,
  signal: AbortSignal,
): Promise<SpanAnswer> {
  const answer = await search({ ...queryOfSpan(span, includeMaxLeadTime), anew }, signal);
  const { data: envelope, receivedAt: givenAt } = answer;
  if (isOtherPage(envelope, span)) throw new ContractError('page', `${span.page} was asked for`, answer);
  const items = new Map<ProductId, ReceivedCalendar>();
  const doubled = new Set<ProductId>();
  const differing = new Set<ProductId>();
  for (const { item } of envelope.results) {
    const other = items.get(item.productId);
    if (other === undefined) items.set(item.productId, item);
    else doubled.add(item.productId);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(item)) differing.add(item.productId);
  }

  const asked = span.kind === 'list' ? new Set(span.productIds) : null;
  const notAsked = [...items.keys()].filter((productId) => asked !== null && !asked.has(productId));
  for (const productId of notAsked) items.delete(productId);
  const totalItems = Math.max(envelope.totalItemCount, items.size);
  const withheld = Math.max(0, countedOn(span, totalItems) - items.size);
  if (withheld > 0 && isCutShort(envelope, span)) throw new SpanTooLarge();

  const calendars: ListedCalendar[] = [];
  const rest = breathe();
  const day = today();
  for (const item of items.values()) {
    await rest();
    const calendar = readCalendar(item, includeMaxLeadTime);
    // Read here, where it is done in pieces, and at hand when thousands are summed up at once.
    timelineOf(calendar, day);
    const { findings } = calendar;
    calendars.push(
      differing.has(item.productId) ? { ...calendar, findings: [{ kind: 'doubled' }, ...findings] } : calendar,
    );
  }
  return {
    calendars,
    unlisted: [...(asked ?? [])].filter((productId) => !items.has(productId)),
    notAsked,
    doubled: [...doubled],
    withheld,
    totalItems,
    givenAt,
  };
}

/** How many products the answer should hold by the service's own count. */
function countedOn(span: CalendarSpan, totalItems: number): number {
  if (span.kind === 'list') return Math.min(totalItems, span.productIds.length);
  return Math.max(0, Math.min(totalItems - (span.page - 1) * span.pageSize, span.pageSize));
}

/** Past the end a service may give its last page; any other page in place of the one asked for is no answer. */
function isOtherPage(
  { page, totalPageCount }: ReceivedCalendars,
  span: CalendarSpan,
): span is CalendarSpan & { kind: 'every' } {
  return span.kind === 'every' && page !== span.page && span.page <= totalPageCount;
}

function isCutShort({ pageSize, results }: ReceivedCalendars, span: CalendarSpan): boolean {
  const asked = span.kind === 'list' ? span.productIds.length : span.pageSize;
  return pageSize > 0 && pageSize < asked && results.length === pageSize;
}
