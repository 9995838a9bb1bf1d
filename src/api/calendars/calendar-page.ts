import { type CallFailure, failureOf, isSizeError } from '#api/call-failure.ts';
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
  /** Starts at 1. */
  page: number;
  pageSize: number;
  includeMaxLeadTime: boolean;
  /** Whether to bypass the gateway's cache. */
  anew?: boolean;
  /** For jobs: accept a cached page received at or after this time, Unix milliseconds; by default, one minute ago. */
  since?: number;
}

export interface CalendarPage {
  page: number;
  /** 0 if there are no products; less than `page` if that is past the end. */
  totalPages: number;
  totalItems: number;
  /**
   * For a list, every product of the page in the list's order, with or without a result. Otherwise the products that
   * the service lists, by ascending ID.
   */
  products: readonly ListedProduct[];
  oddities: PageOddities;
  /** When the service sent it or its oldest part, Unix milliseconds. */
  fetchedAt: number;
}

/** Whether all products that the service counts were received, with every calendar that had to be verified. */
export function isWholePage({ oddities, products }: CalendarPage): boolean {
  return oddities.withheld === 0 && !products.some(isUnsettled);
}

/** Whether the product's own calendar was needed but failed to load. */
export function isUnsettled(product: ListedProduct): boolean {
  return product.kind === 'no-answer'
    ? product.why === 'own-calendar-failed'
    : product.findings.some(({ kind }) => kind === 'own-calendar-failed');
}

/** The total before and after, if it changed since an earlier page. */
export interface TotalChange {
  before: number;
  now: number;
}

/** Irregularities in a response of §4.4. */
export interface PageOddities {
  /** Products received without being requested; not shown. */
  notAsked: readonly ProductId[];
  /** Products received more than once. */
  doubled: readonly ProductId[];
  /** Number of products that the service counted on the page but didn't send. */
  withheld: number;
}

/**
 * Loads one page of calendars (§4.4). Splits it if the service rejects or fails the whole, and loads the own calendars
 * (§4.1) of doubtful products. A page past the end has no products but correct totals. Throws the search's errors, and
 * a 401 of any call.
 * @param isJob whether to retry temporary failures and wait for pauses and sign-ins
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
  /** Products whose own calendar (§4.1) must be loaded, with their calendar from §4.4. */
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

/** Loads a span, split into smaller ones if that may help; `isPart` marks those. */
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

/** Retries a response with fewer products than it counts once, past the cache. */
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
  return error instanceof SpanTooLarge || (error instanceof HttpError && isSizeError(error));
}

/** Whether a single product may cause the service's failure. */
function mayBeOneProduct(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'passing' && failure.mayBeOneLine;
}

/** Malformed responses are retried too, as they may be temporary. */
function mayPassInPage({ kind, why }: CallFailure): boolean {
  return kind === 'passing' || why.reason === 'broken-answer';
}

/** Runs `work` on all items concurrently. The first failure cancels the rest and rejects. */
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

/** A product that the service counted but didn't list. */
function leftOut(productId: ProductId): ListedCalendar {
  return { kind: 'calendar', productId, entries: [], territories: [], findings: [{ kind: 'left-out' }] };
}

/** Replaces a doubtful calendar with the product's own (§4.1). Throws the errors of `askCalendar`. */
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
    // Both calendars are empty, so there is nothing to report.
    return isEmpty && own.entries.length === 0 ? { ...own, findings: [] } : own;
  } catch (error) {
    if (!isUnknownProduct(error)) throw error;
    if (findings.some(({ kind }) => kind === 'left-out')) return { kind: 'no-answer', productId, why: 'not-listed' };
    return isEmpty ? doubtful : withoutOwnCalendar(doubtful);
  }
}

/** Fallback if the own calendar fails to load: the readable entries of the list, or no result. */
function withoutOwnCalendar(doubtful: ListedCalendar): ListedProduct {
  const { productId, entries, findings } = doubtful;
  const isReadable = entries.length > 0 && findings.every(({ kind }) => kind === 'unreadable-entries');
  if (!isReadable) return { kind: 'no-answer', productId, why: 'own-calendar-failed' };
  return { ...doubtful, findings: [...findings, { kind: 'own-calendar-failed' }] };
}
