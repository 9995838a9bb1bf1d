import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import { later } from '#stock/calendar-date.ts';
import { daysApart, hasShipDate, type PromiseStatus, promiseStatus } from '#stock/promises/promise-status.ts';

import {
  type LiveColumn,
  type LiveResult,
  type LiveRow,
  type LiveTable,
  withDate,
  withoutResult,
} from './live-table.ts';

const columns: readonly LiveColumn[] = [
  { name: 'customer', kind: 'text' },
  { name: 'reference', kind: 'code' },
  { name: 'product_id', kind: 'id' },
  { name: 'product', kind: 'text' },
  { name: 'quantity', kind: 'quantity' },
  { name: 'unit', kind: 'text' },
  { name: 'promised_date', kind: 'date' },
  { name: 'promised_basis', kind: 'code' },
  { name: 'days_later', kind: 'count' },
];

/** Lays out promises as they were checked last: what isn't checked today says so, with the date of its check. */
export function livePromises(name: string, { today, at, promises }: KeptPromises): LiveTable {
  return { name, columns, day: today, at, rows: promises.map((promise) => rowOf(promise, today, at)) };
}

function rowOf(promise: KeptPromise, today: KeptPromises['today'], now: number): LiveRow {
  const { letterId, place, productId, product, quantity, unit, customer, reference, promised, now: found } = promise;
  const promisedFor = later(promised.date, promised.day);
  return {
    cells: [
      customer ?? null,
      reference ?? null,
      productId,
      product,
      quantity,
      unit,
      promisedFor,
      promised.kind === 'max-lead-time' ? 'max-lead-time' : 'stock',
      hasShipDate(found) ? daysApart(promised, found) : null,
    ],
    result: resultOf(promise, today, now),
    event: isOver(promiseStatus(promise, today, now)) ? null : { key: `${letterId}-${place}`, product, quantity, unit },
  };
}

/** The last result of a promise. It is complete if it is of today, or if the promise isn't checked any more. */
function resultOf(promise: KeptPromise, today: KeptPromises['today'], now: number): LiveResult {
  const { now: found, checkedAt } = promise;
  const status = promiseStatus(promise, today, now);
  const isCurrent = found.day === today && found.kind !== 'not-reliable';
  const shown = hasShipDate(found) ? withDate(found, { today: found.day, at: checkedAt }) : withoutResult(found.kind);
  const isComplete = isOver(status) || (isCurrent && status.kind !== 'not-checked');
  return {
    ...shown,
    status: status.kind === 'closed' ? status.why : status.kind,
    reason: isComplete ? null : found.kind === 'not-reliable' ? 'not-reliable' : 'not-checked-today',
    checkedAt,
    isComplete,
  };
}

/** Whether a promise isn't checked any more. */
function isOver({ kind }: PromiseStatus): boolean {
  return kind === 'closed' || kind === 'past';
}
