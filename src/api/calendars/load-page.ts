import { HttpError, isSignedOut } from '#api/errors.ts';
import { speaksOfSize } from '#api/order-check/speaks-of-size.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

import { askSpan, type SpanAnswer, type SpanQuestion, SpanTooLarge } from './ask-span.ts';
import type { CalendarPage, CalendarPageRequest } from './calendar-page.ts';
import type { CalendarSource } from './calendar-source.ts';
import { type CalendarSpan, dividedSpan, spansOfList } from './calendar-span.ts';
import { inLanes } from './in-lanes.ts';
import { askOwnCalendar, type Doubtful, leftOut, withoutOwnCalendar } from './own-calendar.ts';

const mostAtOnce = 4;

/**
 * Loads one page of calendars (§4.4), with the own calendars (§4.1) of products that came back in doubt. A page past
 * the end has no products and true counts. Throws what the search throws, and what a sign-in would mend.
 */
export async function loadPage(
  request: CalendarPageRequest,
  source: CalendarSource,
  signal: AbortSignal,
): Promise<CalendarPage> {
  const { choice, page, pageSize, includeMaxLeadTime, anew = false } = request;
  const ids = choice.kind === 'list' ? [...new Set(choice.productIds)] : null;
  const pageIds = ids?.slice((page - 1) * pageSize, page * pageSize) ?? null;
  const spans: CalendarSpan[] = pageIds === null ? [{ kind: 'every', page, pageSize }] : spansOfList(pageIds);
  const ask = (span: CalendarSpan) => askTwice(source, span, { includeMaxLeadTime, anew }, signal);
  const answers = (await inLanes(spans, mostAtOnce, (span) => askDivided(span, ask))).flat();

  const products = new Map<ProductId, ListedProduct>();
  const doubtful: Doubtful[] = [];
  for (const { calendars, unlisted, withheld } of answers) {
    for (const calendar of calendars) products.set(calendar.productId, calendar);
    for (const productId of unlisted) products.set(productId, { kind: 'no-answer', productId, why: 'not-listed' });
    doubtful.push(...calendars.filter(({ findings }) => findings.length > 0));
    if (withheld > 0) doubtful.push(...unlisted.map(leftOut));
  }
  const settled = await inLanes(doubtful, mostAtOnce, (each) => settle(each, source, includeMaxLeadTime, signal));
  for (const product of settled) products.set(product.productId, product);

  const totalItems = ids?.length ?? Math.max(0, ...answers.map((answer) => answer.totalItems));
  return {
    page,
    pageSize,
    totalPages: Math.ceil(totalItems / pageSize),
    totalItems,
    products: pageIds?.flatMap((id) => products.get(id) ?? []) ?? [...products.values()],
    oddities: {
      notAsked: answers.flatMap(({ notAsked }) => notAsked),
      doubled: answers.flatMap(({ doubled }) => doubled),
      withheld: pageIds === null ? answers.reduce((sum, { withheld }) => sum + withheld, 0) : 0,
    },
    fetchedAt: Math.min(source.now(), ...answers.map(({ givenAt }) => givenAt)),
  };
}

/** A service may lose a part of its answer on the way: one that holds less than it counts is asked for again, once. */
async function askTwice(
  source: CalendarSource,
  span: CalendarSpan,
  question: SpanQuestion,
  signal: AbortSignal,
): Promise<SpanAnswer> {
  const answer = await askSpan(source, span, question, signal);
  return answer.withheld === 0 ? answer : askSpan(source, span, { ...question, anew: true }, signal);
}

async function askDivided(span: CalendarSpan, ask: (span: CalendarSpan) => Promise<SpanAnswer>): Promise<SpanAnswer[]> {
  try {
    return [await ask(span)];
  } catch (error) {
    const parts = isTooLarge(error) ? dividedSpan(span) : null;
    if (parts === null) throw error;
    return (await inLanes(parts, mostAtOnce, (part) => askDivided(part, ask))).flat();
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof SpanTooLarge || (error instanceof HttpError && speaksOfSize(error));
}

async function settle(
  doubtful: Doubtful,
  { askCalendar }: CalendarSource,
  includeMaxLeadTime: boolean,
  signal: AbortSignal,
): Promise<ListedProduct> {
  try {
    return await askOwnCalendar(doubtful, { askCalendar, includeMaxLeadTime }, signal);
  } catch (error) {
    if (signal.aborted || isSignedOut(error)) throw error;
    return withoutOwnCalendar(doubtful);
  }
}
