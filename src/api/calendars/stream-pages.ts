import { wait } from '#api/order-check/wait.ts';
import { isSignedOut } from '#api/errors.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

import type { CalendarPage, CalendarPageRequest } from './calendar-page.ts';
import { gatewayCalendars, type CalendarSource } from './calendar-source.ts';
import { loadPage } from './load-page.ts';

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
const pauseBeforeSecondTry = 1000;

/**
 * Every page of a choice in order (§4.4), a few asked for ahead, none kept. A page that fails twice comes without its
 * products and with the reason. Throws where not even the first can be had, where the sign-in ran out, and the signal's
 * reason when it aborts.
 */
export async function* streamPages(
  request: Omit<CalendarPageRequest, 'page'>,
  signal: AbortSignal,
  source: CalendarSource = gatewayCalendars,
  pause: typeof wait = wait,
): AsyncGenerator<StreamedPage> {
  const ask = (page: number) => askTwice({ ...request, page, anew: true }, signal, source, pause);
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

async function askTwice(
  request: CalendarPageRequest,
  signal: AbortSignal,
  source: CalendarSource,
  pause: typeof wait,
): Promise<CalendarPage> {
  try {
    return await loadPage(request, source, signal);
  } catch (error) {
    if (signal.aborted || isSignedOut(error)) throw error;
    await pause(pauseBeforeSecondTry, signal);
    return loadPage(request, source, signal);
  }
}
