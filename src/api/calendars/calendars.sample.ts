import type { RequestQueue } from '#api/request-queue.ts';
import { maxLeadTime, real } from '#domain/entries.arbitrary.ts';
import type { DatedEntry } from '#domain/stock-timeline.ts';

import { FaultyCalendars } from './faulty-calendars.fake.ts';

/** 40 from March 20, 90 from April 17, any quantity from June 12 (max lead time). */
export const entries: readonly DatedEntry[] = [
  real('2026-03-20', 40),
  real('2026-04-17', 90),
  maxLeadTime('2026-06-12'),
];

/** A service with `count` products, IDs 10, 20, 30 and so on, all with the same calendar. */
export function serviceOf(count: number, calendar = entries): FaultyCalendars {
  return new FaultyCalendars(new Map(idsUpTo(count).map((productId) => [productId, calendar])));
}

export function idsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index + 1) * 10);
}

/** Signs the user in as soon as a job waits for it. */
export function signInAtOnce(queue: RequestQueue): void {
  queue.subscribe(() => {
    if (queue.isSignedOut) queueMicrotask(() => queue.signedIn());
  });
}
