import type { ComparedPromise, ComparedPromises } from '#parts/promises/compared-promises.ts';
import { promiseKey } from '#parts/promises/kept-promises.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import {
  compareStatus,
  daysMoved,
  hasShipDate,
  isSameResult,
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
  promise: ComparedPromise;
  status: PromiseStatus;
  /** The date that the customer was told first, if another is promised since; otherwise null. */
  firstPromised: CalendarDate | null;
  /** What the last check found; null if the promise is no longer checked. */
  now: ResultOfDay | null;
  /** Days by which the ship date has moved since the customer was told; null without one now. */
  days: number | null;
  /** Whether the customer should be told another date, or that there is none. */
  hasUpdate: boolean;
  /** Whether another date is found than promised, even if that isn't news: a max lead time date moves on with the days. */
  hasOtherDate: boolean;
  /** Quantity of the same product in the lines above that were told together: it has its stock first. */
  above: Thousandths;
}

function dateOf({ date, day }: Pick<ComparedPromise['promised'], 'date' | 'day'>): CalendarDate {
  return later(date, day);
}

/** Lists promises, the worst first, then by promised date. */
export function listPromises({
  promises,
  today,
  at,
}: Pick<ComparedPromises, 'promises' | 'today' | 'at'>): ListedPromise[] {
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
        days: now !== null && hasShipDate(now) ? daysMoved(promised, now) : null,
        hasOtherDate: now !== null && hasShipDate(now) && dateOf(now) !== dateOf(promised),
        // An earlier date takes what other promises need.
        hasUpdate:
          now !== null && now.kind !== 'not-reliable' && status.kind !== 'short' && !isSameResult(promised, now),
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
  short: ({ status }: ListedPromise) => status.kind === 'short',
  past: ({ status }: ListedPromise) => status.kind === 'past',
  closed: ({ status }: ListedPromise) => status.kind === 'closed',
  all: () => true,
};
export type PromiseFilter = keyof typeof promiseFilters;
