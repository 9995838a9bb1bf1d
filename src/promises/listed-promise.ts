import type { CalendarDate } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import {
  compareStatus,
  daysMoved,
  hasShipDate,
  isWorse,
  promiseStatus,
  type PromiseStatus,
} from '#stock/promises/promise-status.ts';

/** A promise with its status as of a day. */
export interface ListedPromise {
  /** Unique among the promises of a person. */
  id: string;
  promise: KeptPromise;
  status: PromiseStatus;
  /** Days by which the ship date has moved since the customer was told; null without a ship date. */
  days: number | null;
}

/**
 * Lists promises, the worst first, then by promised date.
 * @param today the service's date
 * @param now Unix milliseconds
 */
export function listPromises(promises: readonly KeptPromise[], today: CalendarDate, now: number): ListedPromise[] {
  return promises
    .map((promise) => {
      const { letterId, place, promised, now: found } = promise;
      return {
        id: `${letterId} ${place}`,
        promise,
        status: promiseStatus(promise, today, now),
        days: hasShipDate(found) ? daysMoved(promised, found) : null,
      };
    })
    .toSorted(
      (a, b) =>
        compareStatus(a.status, b.status) || a.promise.promised.date.localeCompare(b.promise.promised.date, 'en'),
    );
}

const isOpen = ({ status }: ListedPromise) => status.kind !== 'closed' && status.kind !== 'past';

/** Which promises are shown. */
export const promiseFilters = {
  open: isOpen,
  worse: ({ status }: ListedPromise) => isWorse(status),
  closed: (listed: ListedPromise) => !isOpen(listed),
  all: () => true,
};
export type PromiseFilter = keyof typeof promiseFilters;
