import { type CallFailure, speaksOfSize } from '#api/call-failure.ts';
import { HttpError, isSignedOut, isUnknownProduct } from '#api/errors.ts';
import { type AskCalendar, gatewaySource, type CalendarSource } from '#api/stock-source.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedCalendar, ListedProduct } from '#domain/calendars/listed-product.ts';

import {
  askSpan,
  type CalendarSpan,
  dividedSpan,
  listedCalendar,
  type ProductChoice,
  type SpanAnswer,
  type SpanQuestion,
  spansOfList,
  SpanTooLarge,
} from './calendar-span.ts';

/** Which page of which products is asked for. */
export interface CalendarPageRequest {
  choice: ProductChoice;
  /** From 1. */
  page: number;
  pageSize: number;
  includeMaxLeadTime: boolean;
  /** Only what the service gives now will do, and nothing that the gateway kept. */
  anew?: boolean;
}

/** One page of a choice of products. */
export interface CalendarPage {
  page: number;
  pageSize: number;
  /** 0 where the choice holds no product; below `page` where that is past the end. */
  totalPages: number;
  totalItems: number;
  /**
   * In the choice's order: of a list every product of the page, with or without an answer; of every product, by
   * ascending id, those that the service lists.
   */
  products: readonly ListedProduct[];
  oddities: PageOddities;
  /** When the service gave it, or the oldest part of it, in milliseconds since 1970. */
  fetchedAt: number;
}

/** What an answer of §4.4 should not have held. */
export interface PageOddities {
  /** Products that came without being asked for; they are not shown. */
  notAsked: readonly ProductId[];
  /** Products that came more than once. */
  doubled: readonly ProductId[];
  /** How many products the service counted on the page and did not send. */
  withheld: number;
}

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
  const answers = await allOf(spans, signal, (span, joint) => {
    const ask = (part: CalendarSpan) => askTwice(source, part, { includeMaxLeadTime, anew }, joint);
    return askDivided(span, ask);
  }).then((parts) => parts.flat());

  const products = new Map<ProductId, ListedProduct>();
  const doubtful: Doubtful[] = [];
  for (const { calendars, unlisted, withheld } of answers) {
    for (const calendar of calendars) products.set(calendar.productId, calendar);
    for (const productId of unlisted) products.set(productId, { kind: 'no-answer', productId, why: 'not-listed' });
    doubtful.push(...calendars.filter(({ findings }) => findings.length > 0));
    if (withheld > 0) doubtful.push(...unlisted.map(leftOut));
  }
  const settled = await allOf(doubtful, signal, (each, joint) => settle(each, source, includeMaxLeadTime, joint));
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
    return (await Promise.all(parts.map((part) => askDivided(part, ask)))).flat();
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

/** Works on all items at once, as the request queue lets them. Ends at the first failure, with it and the rest cancelled. */
async function allOf<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const rest = new AbortController();
  const joint = AbortSignal.any([signal, rest.signal]);
  try {
    return await Promise.all(items.map((item) => work(item, joint)));
  } catch (error) {
    rest.abort(error);
    throw error;
  }
}

/** A product whose own calendar is to be asked (§4.1), with what the list gave of it (§4.4). */
export type Doubtful = ListedCalendar;

/** A product that the service counted among what it lists, and left out. */
export function leftOut(productId: ProductId): Doubtful {
  return { kind: 'calendar', productId, entries: [], territories: [], findings: [{ kind: 'left-out' }] };
}

/** Asks for a product's own calendar in place of what the list gave. Throws what `askCalendar` throws. */
export async function askOwnCalendar(
  doubtful: Doubtful,
  { askCalendar, includeMaxLeadTime }: { askCalendar: AskCalendar; includeMaxLeadTime: boolean },
  signal: AbortSignal,
): Promise<ListedProduct> {
  const { productId, findings } = doubtful;
  const isEmpty = findings.every(({ kind }) => kind === 'empty-stock');
  try {
    const entries = await askCalendar(productId, signal);
    const own = listedCalendar(productId, entries, { includeMaxLeadTime, findings });
    // Both say the same: there is nothing odd about it.
    return isEmpty && own.entries.length === 0 ? { ...own, findings: [] } : own;
  } catch (error) {
    if (!isUnknownProduct(error)) throw error;
    if (findings.some(({ kind }) => kind === 'left-out')) return { kind: 'no-answer', productId, why: 'not-listed' };
    return isEmpty ? doubtful : withoutOwnCalendar(doubtful);
  }
}

/** What is left of a product whose own calendar can't be had: what could be read of the list, or nothing. */
export function withoutOwnCalendar(doubtful: Doubtful): ListedProduct {
  const { productId, entries, findings } = doubtful;
  const isReadable = entries.length > 0 && findings.every(({ kind }) => kind === 'unreadable-entries');
  if (!isReadable) return { kind: 'no-answer', productId, why: 'own-calendar-failed' };
  return { ...doubtful, findings: [...findings, { kind: 'own-calendar-failed' }] };
}

/** One page of a choice on its way into a file. */
export interface StreamedPage {
  page: number;
  totalPages: number;
  totalItems: number;
  products: readonly ListedProduct[];
  /** Why the page could not be had; null where it was. */
  error: unknown;
}

const mostAhead = 4;

/**
 * Every page of a choice in order (§4.4), a few asked for ahead, none kept. A page that keeps failing comes without its
 * products and with the reason. Throws where not even the first can be had, where the sign-in ran out, and the signal's
 * reason when it aborts.
 */
export async function* streamPages(
  request: Omit<CalendarPageRequest, 'page'>,
  signal: AbortSignal,
  source: CalendarSource = gatewaySource,
): AsyncGenerator<StreamedPage> {
  const ask = (page: number) =>
    source.queue.repeat(() => loadPage({ ...request, page, anew: true }, source, signal), { signal, mayPass });
  const first = await ask(1);
  const { totalPages, totalItems } = first;
  const given = new Set<ProductId>();
  // A store that changes meanwhile moves products on to a later page; each is given once.
  const fresh = (products: readonly ListedProduct[]) =>
    products.filter(({ productId }) => !given.has(productId) && given.add(productId));
  yield { page: 1, totalPages, totalItems, products: fresh(first.products), error: null };
  const waiting: Promise<CalendarPage | { error: unknown }>[] = [];
  let next = 2;
  for (let page = 2; page <= totalPages; page += 1) {
    while (next <= totalPages && waiting.length < mostAhead) {
      waiting.push(ask(next).catch((error: unknown) => ({ error })));
      next += 1;
    }
    const answer = await waiting.shift();
    signal.throwIfAborted();
    if (answer === undefined) return;
    if (!('error' in answer))
      yield { page, totalPages, totalItems: answer.totalItems, products: fresh(answer.products), error: null };
    else if (isSignedOut(answer.error)) throw answer.error;
    else yield { page, totalPages, totalItems, products: [], error: answer.error };
  }
}

/** An answer that can't be read may be a whole one the next time. */
function mayPass({ kind, why }: CallFailure): boolean {
  return kind === 'passing' || why.reason === 'broken-answer';
}
