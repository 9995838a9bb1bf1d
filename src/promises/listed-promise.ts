import { promiseKey } from '#parts/promises/kept-promises.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import {
  compareStatus,
  daysApart,
  hasShipDate,
  isNews,
  isWorse,
  promiseStatus,
  type PromiseStatus,
  type ResultOfDay,
} from '#stock/promises/promise-status.ts';
import { firstTold } from '#stock/promises/promises-report.ts';
import { foldText } from '#stock/fold-text.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** A promise with its status as of a day. */
export interface ListedPromise {
  /** Unique among the promises of a person. */
  id: string;
  promise: KeptPromise;
  status: PromiseStatus;
  /** The date that the customer was told first, if another is promised since; otherwise null. */
  firstPromised: CalendarDate | null;
  /** What the last check found; null if the promise is no longer checked. */
  now: ResultOfDay | null;
  /** Days from the promised date to the one now; null without one now. */
  days: number | null;
  /** Whether there is another date to tell the customer than promised, or none. */
  hasUpdate: boolean;
  /** Quantity of the same product in the lines above that were told together: it has its stock first. */
  above: Thousandths;
}

function dateOf({ date, day }: Pick<KeptPromise['promised'], 'date' | 'day'>): CalendarDate {
  return later(date, day);
}

/** Lists promises, the worst first, then by promised date. */
export function listPromises({
  promises,
  today,
  at,
}: Pick<KeptPromises, 'promises' | 'today' | 'at'>): ListedPromise[] {
  const above = new Map<string, Thousandths>();
  return promises
    .map((promise) => {
      const { letterId, productId, quantity, promised, now: found } = promise;
      const status = promiseStatus(promise, today, at);
      const firstPromised = dateOf(firstTold(promise));
      const now = status.kind === 'closed' || status.kind === 'past' ? null : found;
      const product = `${letterId} ${productId}`;
      const before = above.get(product) ?? 0;
      if (now !== null) above.set(product, before + quantity);
      return {
        id: promiseKey(promise),
        promise,
        status,
        firstPromised: firstPromised === dateOf(promised) ? null : firstPromised,
        now,
        days: now !== null && hasShipDate(now) ? daysApart(promised, now) : null,
        hasUpdate: now !== null && (status.kind === 'same-lead-time' || isNews(promised, now)),
        above: now === null ? 0 : before,
      };
    })
    .toSorted(
      (a, b) =>
        compareStatus(a.status, b.status) || dateOf(a.promise.promised).localeCompare(dateOf(b.promise.promised), 'en'),
    );
}

/** Returns the promises whose customer, reference and product contain each word of a text. */
export function findPromises(listed: readonly ListedPromise[], text = ''): readonly ListedPromise[] {
  const words = foldText(text).split(' ');
  return listed.filter(({ promise: { customer, reference, product, productId } }) => {
    const searched = foldText([customer, reference, product, productId].join(' '));
    return words.every((word) => searched.includes(word));
  });
}

/** Which promises are shown. The past ones are still to be closed. */
export const promiseFilters = {
  open: ({ now }: ListedPromise) => now !== null,
  worse: ({ status }: ListedPromise) => isWorse(status),
  past: ({ status }: ListedPromise) => status.kind === 'past',
  closed: ({ status }: ListedPromise) => status.kind === 'closed',
  all: () => true,
};
export type PromiseFilter = keyof typeof promiseFilters;
