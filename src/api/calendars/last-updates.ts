import { CallPool } from '#api/order-check/call-pool.ts';
import { StockWork, type StockWorkOptions } from '#api/order-check/stock-work.ts';
import { wait } from '#api/order-check/wait.ts';
import type { ProductId } from '#contract/product-id.ts';
import { oneUnit } from '#domain/calendars/calendar-summary.ts';
import type { StockQuestion } from '#domain/order/order-line.ts';
import { type CalendarDate, todayIn } from '#lib/calendar-date.ts';

import { gatewayCalls } from './gateway-calls.ts';

/** When products were updated last. */
export interface LastUpdates {
  dates: ReadonlyMap<ProductId, CalendarDate>;
  /** Those whose question got no answer; of the rest without a date, the service gives none. */
  unanswered: ReadonlySet<ProductId>;
}

const { ask, askCalendar } = gatewayCalls;
const gateway = { ask, askCalendar, today: () => todayIn(), now: Date.now, wait };

export type LastUpdateSource = Pick<StockWorkOptions<StockQuestion>, 'ask' | 'askCalendar' | 'today' | 'now'> & {
  wait: typeof wait;
};

/**
 * Asks for the last update of products: only stock items tell it (§2.2), so each is asked for one unit (§4.3). What
 * the service names as unknown or not available has none. Rejects only where the signal is aborted.
 */
export async function fetchLastUpdates(
  productIds: readonly ProductId[],
  signal: AbortSignal,
  source: LastUpdateSource = gateway,
): Promise<LastUpdates> {
  const questions = [...new Set(productIds)].map((productId) => ({ productId, quantity: oneUnit }));
  const dates = new Map<ProductId, CalendarDate>();
  const unanswered = new Set(questions.map(({ productId }) => productId));
  const work = new StockWork<StockQuestion>({
    ...source,
    settle: ({ productId }, result) => {
      if (result.kind !== 'not-answered') unanswered.delete(productId);
      if (result.kind === 'answered') dates.set(productId, result.item.lastUpdateDate);
    },
    onExtra: () => {},
  });
  work.end(await new CallPool(source, () => {}).askAll(questions, work, signal));
  signal.throwIfAborted();
  return { dates, unanswered };
}
