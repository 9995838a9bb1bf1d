import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DBSchema } from 'idb';
import { useCallback } from 'react';

import { session } from '#data/session.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { type CalendarChange, calendarChange, worstFirst } from '#stock/calendars/calendar-change.ts';
import { type CalendarSnapshot, takeSnapshot } from '#stock/calendars/calendar-snapshot.ts';
import { type ListedProduct, timelineOf } from '#stock/calendars/listed-product.ts';
import { type TrackedSnapshot, trackSnapshot } from '#stock/calendars/tracked-snapshot.ts';
import { rememberedKey } from './remembered.ts';
import { periodicYield } from '#stock/periodic-yield.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { chunksOf } from '#stock/chunks.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { browserDatabase } from '#ui/browser-database.ts';

/** Calendars as viewed by the user, when they were fetched, and whether they include max lead time. */
export interface ViewedCalendars {
  products: readonly ListedProduct[];
  fetchedAt: number;
  includesMaxLeadTime: boolean;
}

/** Snapshots per transaction. Thousands at once would block the page. */
const batchSize = 200;

const none: readonly CalendarChange[] = [];

/**
 * Returns the changes in calendars since the user last viewed them, as stored in this browser. `changes` are for the
 * wanted quantity (null for 1), worst first; empty if storage is unavailable. While they are being calculated, they are
 * those of another day or quantity (`isStale`), or empty (`isPending`).
 */
export function useCalendarSnapshots(today: CalendarDate, wanted: Thousandths | null) {
  const client = useQueryClient();
  const { data: person } = useQuery(session.current());
  const owner = person ? rememberedKey('looks', person) : null;
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [...keyOf(owner), { today, wanted }],
    queryFn: async ({ signal }) => (owner === null ? none : changesOf(owner, { today, wanted, signal })),
    enabled: owner !== null,
    retry: false,
    // Comparing thousands of changes with the previous ones takes longer than rendering them.
    structuralSharing: false,
    placeholderData: (before, query) => (isOf(owner, query?.queryKey) ? before : undefined),
  });

  const { data: isFirstVisit = false } = useQuery({
    queryKey: ['calendar-looks-before', { owner }],
    queryFn: async () => owner !== null && !(await hasSnapshots(owner).catch(() => true)),
    enabled: owner !== null,
    // Snapshots added by this visit don't count.
    staleTime: Infinity,
    gcTime: Infinity,
  });

  /** Stores snapshots of these products, and refreshes `changes` if needed. Stable. */
  const note = useCallback(
    async ({ products, fetchedAt, includesMaxLeadTime }: ViewedCalendars) => {
      if (owner === null) return;
      let hasChanges = false;
      for (const some of chunksOf(products, batchSize)) {
        const looks = some.flatMap((product) =>
          product.kind === 'calendar'
            ? [takeSnapshot(product.productId, timelineOf(product, today), { at: fetchedAt, includesMaxLeadTime })]
            : [],
        );
        const hasChange = await storeSnapshots(owner, looks, today).catch(ignoreStorageError);
        hasChanges ||= hasChange;
      }
      if (hasChanges) await client.invalidateQueries({ queryKey: keyOf(owner) });
    },
    [client, owner, today],
  );

  /** Dismisses the changes of these products. Stable. */
  const acknowledge = useCallback(
    async (productIds: readonly ProductId[]) => {
      if (owner === null) return;
      await dismissChanges(owner, productIds).catch(ignoreStorageError);
      await client.invalidateQueries({ queryKey: keyOf(owner) });
    },
    [client, owner],
  );

  return {
    changes: data ?? none,
    isPending: owner !== null && isPending,
    /** Whether no snapshots were stored before the page was opened, so there is nothing to compare with. */
    isFirstVisit,
    isStale: isPlaceholderData,
    note,
    acknowledge,
  };
}

function changesOf(
  owner: string,
  { signal, ...question }: Question & { signal: AbortSignal },
): Promise<readonly CalendarChange[]> {
  const pause = periodicYield();
  return changesInSnapshots(changedSnapshots(owner), question, () => {
    signal.throwIfAborted();
    return pause();
  });
}

function keyOf(owner: string | null) {
  return ['calendar-looks', { owner }];
}

/** Prevents changes of another user from being shown as placeholder data. */
function isOf(owner: string | null, key: readonly unknown[] | undefined): boolean {
  return key !== undefined && hashKey(key.slice(0, 2)) === hashKey(keyOf(owner));
}

/** If storage is unavailable, changes just aren't stored. */
function ignoreStorageError(): false {
  return false;
}

/** Current date, and quantity: null for 1. */
interface Question {
  today: CalendarDate;
  wanted: Thousandths | null;
}

/** Calculates changes from snapshots in batches, worst first. Awaits `rest` before each comparison. */
export async function changesInSnapshots(
  looks: AsyncIterable<readonly TrackedSnapshot[]>,
  { today, wanted }: Question,
  pause: () => Promise<void> | undefined,
): Promise<readonly CalendarChange[]> {
  const changes: CalendarChange[] = [];
  for await (const some of looks) {
    for (const { look, before } of some) {
      await pause();
      const change = before === null ? null : calendarChange(before, look, today, wanted);
      if (change !== null) changes.push(change);
    }
  }
  return worstFirst(changes);
}

interface StoredSnapshot extends TrackedSnapshot {
  /** Service, market and user (`rememberedKey`). */
  owner: string;
  productId: ProductId;
  /** When the product was last viewed, Unix milliseconds. */
  at: number;
  /** When a change was detected. Absent without a change, which keeps it out of the index. */
  movedAt?: number;
}

interface LookDatabase extends DBSchema {
  looks: { key: [string, ProductId]; value: StoredSnapshot; indexes: { at: number; moved: [string, number] } };
}

/** Maximum number of stored snapshots. The oldest are deleted. */
const maxSnapshots = 20_000;

/** Snapshots stored in this browser. Every function rejects if storage is unavailable, as in some private windows. */
const opened = browserDatabase<LookDatabase>('stock-horizon-looks', 1, (db) => {
  const looks = db.createObjectStore('looks', { keyPath: ['owner', 'productId'] });
  looks.createIndex('at', 'at');
  looks.createIndex('moved', ['owner', 'movedAt']);
});

async function hasSnapshots(owner: string): Promise<boolean> {
  const range = IDBKeyRange.bound([owner, 0], [owner, Number.MAX_SAFE_INTEGER]);
  return (await (await opened()).count('looks', range)) > 0;
}

/** Stores new snapshots in one transaction. Returns whether any of them has a change. */
async function storeSnapshots(
  owner: string,
  looks: readonly CalendarSnapshot[],
  today: CalendarDate,
): Promise<boolean> {
  const transaction = (await opened()).transaction('looks', 'readwrite');
  const { store } = transaction;
  const moved = await Promise.all(
    looks.map(async (look) => {
      const known = (await store.get([owner, look.productId])) ?? null;
      const noted = trackSnapshot(known, look, today);
      if (noted === known) return false;
      const movedAt = noted.before !== null && noted.before !== known?.before ? look.at : known?.movedAt;
      const hasChange = noted.before !== null && movedAt !== undefined;
      await store.put({ owner, productId: look.productId, at: look.at, ...noted, ...(hasChange && { movedAt }) });
      return hasChange;
    }),
  );
  await transaction.done;
  await deleteOldest();
  return moved.includes(true);
}

/** Yields changed snapshots, latest first. In batches, because reading thousands at once blocks the page. */
async function* changedSnapshots(owner: string): AsyncGenerator<TrackedSnapshot[]> {
  const range = IDBKeyRange.bound([owner, 0], [owner, Number.MAX_SAFE_INTEGER]);
  const keys = (await (await opened()).getAllKeysFromIndex('looks', 'moved', range)).toReversed();
  for (const some of chunksOf(keys, batchSize)) {
    const { store } = (await opened()).transaction('looks');
    const looks = await Promise.all(some.map((key) => store.get(key)));
    yield looks.filter((look) => look !== undefined);
  }
}

/** Dismisses the changes of these products. */
async function dismissChanges(owner: string, productIds: readonly ProductId[]): Promise<void> {
  for (const some of chunksOf(productIds, batchSize)) {
    const transaction = (await opened()).transaction('looks', 'readwrite');
    await Promise.all(
      some.map(async (productId) => {
        const known = await transaction.store.get([owner, productId]);
        if (known === undefined) return;
        const { movedAt: _movedAt, ...rest } = known;
        await transaction.store.put({ ...rest, before: null });
      }),
    );
    await transaction.done;
  }
}

export async function deleteSnapshots(): Promise<void> {
  await (await opened()).clear('looks');
}

async function deleteOldest(): Promise<void> {
  const transaction = (await opened()).transaction('looks', 'readwrite');
  let tooMany = (await transaction.store.count()) - maxSnapshots;
  let cursor = tooMany > 0 ? await transaction.store.index('at').openCursor() : null;
  for (; cursor !== null && tooMany > 0; tooMany -= 1) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await transaction.done;
}
