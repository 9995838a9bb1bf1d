import { type CallFailure, failureOf, speaksOfSize } from '#api/call-failure.ts';
import { HttpError, isSignedOut, isUnknownProduct } from '#api/errors.ts';
import { maxAttempts, maxFailuresInARow } from '#api/request-queue.ts';
import type { CalendarSource } from '#api/stock-source.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedCalendar, ListedProduct } from '#domain/calendars/listed-product.ts';

import {
  askSpan,
  type CalendarSpan,
  dividedSpan,
  listedCalendar,
  type ProductChoice,
  sizeOf,
  type SpanAnswer,
  type SpanQuestion,
  spansOfList,
  SpanTooLarge,
} from './calendar-span.ts';

export interface CalendarPageRequest {
  choice: ProductChoice;
  /** From 1. */
  page: number;
  pageSize: number;
  includeMaxLeadTime: boolean;
  /** Only what the service gives now will do, and nothing that the gateway kept. */
  anew?: boolean;
  /** For a job: a page that came at or after this moment does, Unix milliseconds; a minute ago where none is given. */
  since?: number;
}

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

/** Whether all that the service counts on the page has come, with every calendar that could be in doubt. */
export function isWholePage({ oddities, products }: CalendarPage): boolean {
  return oddities.withheld === 0 && !products.some(isUnsettled);
}

/** Whether the product's own calendar was needed and could not be had. */
export function isUnsettled(product: ListedProduct): boolean {
  return product.kind === 'no-answer'
    ? product.why === 'own-calendar-failed'
    : product.findings.some(({ kind }) => kind === 'own-calendar-failed');
}

/** How many products there were when an earlier page was loaded, where it is another number by now. */
export interface TotalChange {
  before: number;
  now: number;
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
 * Loads one page of calendars (§4.4), in smaller parts where the service takes no more at once or fails on the whole,
 * with the own calendars (§4.1) of products that came back in doubt. A page past the end has no products and true
 * counts. Throws what the search throws, and what a sign-in would mend.
 * @param isJob whether it asks again where a call fails in a way that may pass, and waits for pauses and sign-ins
 */
export async function loadPage(
  request: CalendarPageRequest,
  source: CalendarSource,
  signal: AbortSignal,
  { isJob = false } = {},
): Promise<CalendarPage> {
  const { choice, page, pageSize, includeMaxLeadTime, anew = false } = request;
  const ids = choice.kind === 'list' ? [...new Set(choice.productIds)] : null;
  const pageIds = ids?.slice((page - 1) * pageSize, page * pageSize) ?? null;
  const spans: CalendarSpan[] = pageIds === null ? [{ kind: 'every', page, pageSize }] : spansOfList(pageIds);
  const answers = (
    await allOf(spans, signal, (span, joint) => {
      const loading = { source, question: { includeMaxLeadTime, anew }, signal: joint, isJob };
      return askDivided(span, loading);
    })
  ).flat();

  const products = new Map<ProductId, ListedProduct>();
  /** Products whose own calendar is to be asked (§4.1), with what the list gave of them (§4.4). */
  const doubtful: ListedCalendar[] = [];
  for (const { calendars, unlisted, withheld } of answers) {
    for (const calendar of calendars) products.set(calendar.productId, calendar);
    for (const productId of unlisted) products.set(productId, { kind: 'no-answer', productId, why: 'not-listed' });
    doubtful.push(...calendars.filter(({ findings }) => findings.length > 0));
    if (withheld > 0) doubtful.push(...unlisted.map(leftOut));
  }
  const settled = await allOf(doubtful, signal, async (each, joint) => {
    try {
      const ask = () => askOwnCalendar(each, source, includeMaxLeadTime, joint);
      return await (isJob ? source.queue.repeat(ask, { signal: joint }) : ask());
    } catch (error) {
      if (joint.aborted || isSignedOut(error)) throw error;
      return withoutOwnCalendar(each);
    }
  });
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

interface SpanLoading {
  source: CalendarSource;
  question: SpanQuestion;
  signal: AbortSignal;
  isJob: boolean;
}

/** Asks for a span, and for the same products in smaller ones where that may help; `isPart` is one of those. */
async function askDivided(span: CalendarSpan, loading: SpanLoading, isPart = false): Promise<SpanAnswer[]> {
  const { calendarLimits: limits } = loading.source;
  const size = sizeOf(span);
  const smaller = dividedSpan(span);
  if (size <= limits.mostInCall || smaller === null) {
    try {
      const answer = await askWhole(span, loading, isPart);
      limits.failuresInARow = 0;
      return [answer];
    } catch (error) {
      if (smaller === null || loading.signal.aborted) throw error;
      if (isTooLarge(error)) limits.mostInCall = Math.min(limits.mostInCall, Math.max(1, size - 1));
      else if (!loading.isJob || !mayBeOneProduct(error) || limits.failuresInARow >= maxFailuresInARow) throw error;
    }
  }
  return (
    await allOf(smaller, loading.signal, (part, signal) => askDivided(part, { ...loading, signal }, true))
  ).flat();
}

/** A service may lose a part of its answer on the way: one that holds less than it counts is asked for again, once. */
async function askWhole(span: CalendarSpan, loading: SpanLoading, isPart: boolean): Promise<SpanAnswer> {
  const { source, question, signal, isJob } = loading;
  const ask = (anew: boolean) => {
    const call = () => askSpan(source, span, { ...question, anew }, signal);
    const failures = isPart ? maxAttempts - 1 : 0;
    const onFailure = () => void (source.calendarLimits.failuresInARow += 1);
    return isJob ? source.queue.repeat(call, { signal, failures, onFailure, mayPass: mayPassInPage }) : call();
  };
  const answer = await ask(question.anew);
  return answer.withheld === 0 ? answer : ask(true);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof SpanTooLarge || (error instanceof HttpError && speaksOfSize(error));
}

/** Whether one of many products may be what the service fails on. */
function mayBeOneProduct(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'passing' && failure.byItsLines;
}

/** An answer that can't be read may be a whole one the next time. */
function mayPassInPage({ kind, why }: CallFailure): boolean {
  return kind === 'passing' || why.reason === 'broken-answer';
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

/** A product that the service counted among what it lists, and left out. */
function leftOut(productId: ProductId): ListedCalendar {
  return { kind: 'calendar', productId, entries: [], territories: [], findings: [{ kind: 'left-out' }] };
}

/** Asks for a product's own calendar in place of what the list gave. Throws what `askCalendar` throws. */
async function askOwnCalendar(
  doubtful: ListedCalendar,
  { askCalendar }: CalendarSource,
  includeMaxLeadTime: boolean,
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
function withoutOwnCalendar(doubtful: ListedCalendar): ListedProduct {
  const { productId, entries, findings } = doubtful;
  const isReadable = entries.length > 0 && findings.every(({ kind }) => kind === 'unreadable-entries');
  if (!isReadable) return { kind: 'no-answer', productId, why: 'own-calendar-failed' };
  return { ...doubtful, findings: [...findings, { kind: 'own-calendar-failed' }] };
}
