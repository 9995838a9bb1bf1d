import type { CalendarCounts, CalendarIndex } from '#stock/contract/calendars.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { CalendarIndexes } from '#server/lookup/calendar-indexes.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';
import type { CalendarIndexStore } from '#server/store/calendar-index.ts';
import type { SortedPage } from '#server/store/product-queries.ts';

import type { CalendarsQuery } from './calendars-routes.ts';
import { countsOf } from './embedded-calendars.ts';
import type { Catalogue } from './product-routes.ts';

export interface IndexOptions {
  indexes: Pick<CalendarIndexes, 'use'>;
  store: Pick<CalendarIndexStore, 'sortedIndexPage'>;
  catalogue: Pick<Catalogue, 'resolveProducts'>;
}

/** Products as the index of a caller has them. */
export interface IndexedProducts {
  /** Null while the index has no products. */
  sorted: SortedPage | null;
  counts: CalendarCounts | null;
  index: CalendarIndex;
}

/** Times that the index may be replaced by a newer one while it is read. */
const maxTries = 3;

/**
 * Sorts, filters and counts products by the caller's index; null without one.
 * @param needsFirst whether the first filling of the index is to be started
 */
export async function productsByIndex(
  { indexes, store, catalogue }: IndexOptions,
  query: CalendarsQuery,
  caller: Caller,
  { today, needsFirst }: { today: CalendarDate; needsFirst: boolean },
): Promise<IndexedProducts | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const usable = await indexes.use(caller, { needsFirst, isRequested: query.refreshIndex });
    if (usable === null) return null;
    const { served, filling, isFilling, gaps } = usable;
    const index = {
      loadedAt: served?.startedAt ?? null,
      version: served === null ? '' : `${served.fillId}.${served.revision}`,
      progress: isFilling ? { loaded: filling?.productCount ?? 0, total: filling?.total ?? 0 } : null,
      isInterrupted: filling !== null && !isFilling,
      gaps,
    };
    if (served === null)
      return { sorted: null, counts: null, index: { ...index, loaded: 0, total: filling?.total ?? 0 } };
    const unit = query.hasQuantity ? query.unit : null;
    const sorted = await store.sortedIndexPage(served.fillId, { ...query, today, unit });
    if (sorted === null) continue;
    // The last update isn't in calendars (§4.4).
    const counts = { ...(await countsOf(sorted.groups, catalogue)), oldestUpdate: null };
    const loaded = sorted.productCount;
    return { sorted, counts, index: { ...index, loaded, total: Math.max(loaded, served.total) } };
  }
  return null;
}
