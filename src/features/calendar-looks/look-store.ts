import type { DBSchema } from 'idb';

import { browserDatabase } from '#ui/browser-database.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarLook } from '#domain/calendars/calendar-look.ts';
import { type NotedLook, notedLook } from '#domain/calendars/noted-look.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

interface StoredLook extends NotedLook {
  /** Whose it is: service, market and person (`rememberedKey`). */
  owner: string;
  productId: ProductId;
  /** When the product was looked at last, in milliseconds since 1970. */
  at: number;
  /** When it was seen to have moved; absent where it wasn't, which keeps it out of the index. */
  movedAt?: number;
}

interface LookDatabase extends DBSchema {
  looks: { key: [string, ProductId]; value: StoredLook; indexes: { at: number; moved: [string, number] } };
}

/** Looks that are kept; the oldest are forgotten beyond that. */
const mostLooks = 20_000;

/** Looks that are read or written in one transaction. */
const mostAtOnce = 200;

/** The looks kept in this browser. Every function rejects where the browser keeps nothing, as in some private windows. */
const opened = browserDatabase<LookDatabase>('stock-horizon-looks', 1, (db) => {
  const looks = db.createObjectStore('looks', { keyPath: ['owner', 'productId'] });
  looks.createIndex('at', 'at');
  looks.createIndex('moved', ['owner', 'movedAt']);
});

/** Keeps new looks beside what is known of their products, all of them or none. Says whether anything that moved is among them. */
export async function noteLooks(owner: string, looks: readonly CalendarLook[], today: CalendarDate): Promise<boolean> {
  const transaction = (await opened()).transaction('looks', 'readwrite');
  const { store } = transaction;
  const moved = await Promise.all(
    looks.map(async (look) => {
      const known = (await store.get([owner, look.productId])) ?? null;
      const noted = notedLook(known, look, today);
      if (noted === known) return false;
      const movedAt = noted.before !== null && noted.before !== known?.before ? look.at : known?.movedAt;
      const isMoved = noted.before !== null && movedAt !== undefined;
      await store.put({ owner, productId: look.productId, at: look.at, ...noted, ...(isMoved && { movedAt }) });
      return isMoved;
    }),
  );
  await transaction.done;
  await forgetOldest();
  return moved.includes(true);
}

/** What moved and wasn't taken note of yet, the latest first; a few hundred at a time, since reading thousands at once holds up the screen. */
export async function* movedLooks(owner: string): AsyncGenerator<NotedLook[]> {
  const range = IDBKeyRange.bound([owner, 0], [owner, Number.MAX_SAFE_INTEGER]);
  const keys = (await (await opened()).getAllKeysFromIndex('looks', 'moved', range)).toReversed();
  for (let start = 0; start < keys.length; start += mostAtOnce) {
    const { store } = (await opened()).transaction('looks');
    const some = await Promise.all(keys.slice(start, start + mostAtOnce).map((key) => store.get(key)));
    yield some.filter((look) => look !== undefined);
  }
}

/** The person has taken note of what moved in these products. */
export async function acknowledgeLooks(owner: string, productIds: readonly ProductId[]): Promise<void> {
  for (let start = 0; start < productIds.length; start += mostAtOnce) {
    const transaction = (await opened()).transaction('looks', 'readwrite');
    await Promise.all(
      productIds.slice(start, start + mostAtOnce).map(async (productId) => {
        const known = await transaction.store.get([owner, productId]);
        if (known === undefined) return;
        const { movedAt: _movedAt, ...rest } = known;
        await transaction.store.put({ ...rest, before: null });
      }),
    );
    await transaction.done;
  }
}

/** Forgets every look, whoever took it. */
export async function forgetLooks(): Promise<void> {
  await (await opened()).clear('looks');
}

async function forgetOldest(): Promise<void> {
  const transaction = (await opened()).transaction('looks', 'readwrite');
  let tooMany = (await transaction.store.count()) - mostLooks;
  let cursor = tooMany > 0 ? await transaction.store.index('at').openCursor() : null;
  for (; cursor !== null && tooMany > 0; tooMany -= 1) {
    await cursor.delete();
    cursor = await cursor.continue();
  }
  await transaction.done;
}
