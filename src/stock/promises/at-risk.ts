import type { KeptPromises } from '#stock/contract/promises.ts';

import { compareStatus, isWorse, promiseStatus } from './promise-status.ts';

/** The promises whose dates don't hold, the worst first, and of how many orders they are. */
export function promisesAtRisk({ promises, today, at }: Pick<KeptPromises, 'promises' | 'today' | 'at'>) {
  const worse = promises
    .map((promise) => ({ promise, status: promiseStatus(promise, today, at) }))
    .filter(({ status }) => isWorse(status))
    .toSorted((a, b) => compareStatus(a.status, b.status))
    .map(({ promise }) => promise);
  return { promises: worse, orders: new Set(worse.flatMap(({ orderId }) => orderId ?? [])).size };
}
