import type { DBSchema, IDBPTransaction } from 'idb';

import { browserDatabase } from '#ui/browser-database.ts';

import { newOrderId, type NewLine, type OrderHeader, type StoredOrder } from './saved-order.ts';

interface OrderDatabase extends DBSchema {
  headers: { key: string; value: OrderHeader; indexes: { owner: string } };
  contents: { key: string; value: StoredOrder['contents'] };
  /** The order that each owner has open. */
  open: { key: string; value: string };
  /** Lines that other tabs have for an order, until the tab that has it open takes them in. */
  added: { key: number; value: { order: string; line: NewLine }; indexes: { order: string } };
}

/** A line that another tab left for an order. */
export interface AddedLine {
  key: number;
  line: NewLine;
}

/** An order that was deleted a moment ago, with what other tabs had left for it. */
export interface DeletedOrder {
  order: StoredOrder;
  left: readonly AddedLine[];
}

/** The orders saved in this browser. Every function rejects where the browser keeps nothing, as in some private windows. */
const opened = browserDatabase<OrderDatabase>('stock-horizon', 2, (db, from) => {
  if (from < 1) {
    db.createObjectStore('headers', { keyPath: 'id' }).createIndex('owner', 'owner');
    db.createObjectStore('contents');
    db.createObjectStore('open');
  }
  db.createObjectStore('added', { autoIncrement: true }).createIndex('order', 'order');
});

const all = ['headers', 'contents', 'open', 'added'] as const;

type Stores = IDBPTransaction<OrderDatabase, typeof all, 'readwrite'>;

/** Runs all changes in one transaction: together or not at all. */
async function change<Result>(changes: (stores: Stores) => Promise<Result>): Promise<Result> {
  const transaction = (await opened()).transaction(all, 'readwrite');
  const [result] = await Promise.all([changes(transaction), transaction.done]);
  return result;
}

/** What is saved for an owner, the latest change first. */
export async function listOrders(owner: string): Promise<OrderHeader[]> {
  const headers = await (await opened()).getAllFromIndex('headers', 'owner', owner);
  return headers.toSorted((a, b) => b.changedAt - a.changedAt);
}

export async function readOrder(id: string): Promise<StoredOrder | null> {
  const transaction = (await opened()).transaction(['headers', 'contents']);
  const [header, contents] = await Promise.all([
    transaction.objectStore('headers').get(id),
    transaction.objectStore('contents').get(id),
  ]);
  return header && contents ? { header, contents } : null;
}

/** The order that the owner opened last; null where there is none. */
export async function readOpenOrder(owner: string): Promise<StoredOrder | null> {
  const id = await (await opened()).get('open', owner);
  return id === undefined ? null : readOrder(id);
}

/** Leaves a line for an order that may be open in a tab; false where no such order is saved. */
export async function leaveLine(id: string, line: NewLine): Promise<boolean> {
  return change(async (stores) => {
    const header = await stores.objectStore('headers').get(id);
    if (header === undefined) return false;
    await stores.objectStore('headers').put({ ...header, lineCount: header.lineCount + 1 });
    await stores.objectStore('added').add({ order: id, line });
    return true;
  });
}

/** The lines that were left for an order and not taken in yet, in their order. */
export async function readAddedLines(id: string): Promise<AddedLine[]> {
  const index = (await opened()).transaction('added').store.index('order');
  const [keys, entries] = await Promise.all([index.getAllKeys(id), index.getAll(id)]);
  return entries.map(({ line }, place) => ({ key: keys[place] ?? 0, line }));
}

/**
 * Saves an order as the one that its owner has open, header and contents together or not at all. Where what is saved
 * was changed since `knownChange`, in another tab, it stays, and the order is saved beside it.
 * @param knownChange `changedAt` of the order as read or last written; null for a new one
 * @param taken keys of added lines that the order holds by now
 * @returns the id under which it is saved
 */
export async function writeOpenOrder(
  { header, contents }: StoredOrder,
  knownChange: number | null,
  taken: readonly number[] = [],
): Promise<string> {
  return change(async (stores) => {
    const saved = await stores.objectStore('headers').get(header.id);
    const id = saved === undefined || saved.changedAt === knownChange ? header.id : newOrderId();
    await Promise.all([
      stores.objectStore('headers').put({ ...header, id }),
      stores.objectStore('contents').put(contents, id),
      stores.objectStore('open').put(id, header.owner),
      ...taken.map((key) => stores.objectStore('added').delete(key)),
    ]);
    return id;
  });
}

/** Makes a saved order the one that its owner has open; null is a new one. */
export async function setOpenOrder(owner: string, id: string | null): Promise<void> {
  const db = await opened();
  await (id === null ? db.delete('open', owner) : db.put('open', id, owner));
}

/** Forgets an order. Returns what {@link restoreOrder} brings back; null where it isn't saved. */
export async function deleteOrder(id: string): Promise<DeletedOrder | null> {
  const [order, left] = await Promise.all([readOrder(id), readAddedLines(id)]);
  await change(async (stores) => {
    await Promise.all([
      stores.objectStore('headers').delete(id),
      stores.objectStore('contents').delete(id),
      ...left.map(({ key }) => stores.objectStore('added').delete(key)),
    ]);
  });
  return order && { order, left };
}

export async function restoreOrder({ order: { header, contents }, left }: DeletedOrder): Promise<void> {
  await change(async (stores) => {
    await Promise.all([
      stores.objectStore('headers').put(header),
      stores.objectStore('contents').put(contents, header.id),
      ...left.map(({ line }) => stores.objectStore('added').add({ order: header.id, line })),
    ]);
  });
}

/** How many orders with lines are saved here, whoever's they are. */
export async function countOrders(): Promise<number> {
  const headers = await (await opened()).getAll('headers');
  return headers.filter(({ lineCount }) => lineCount > 0).length;
}

/** Forgets the answers of every order, and keeps their lines. */
export async function forgetAnswers(): Promise<void> {
  await change(async (stores) => {
    for await (const cursor of stores.objectStore('contents')) {
      await cursor.update({ ...cursor.value, check: null, previous: null });
    }
  });
}

export async function forgetOrders(): Promise<void> {
  await change(async (stores) => {
    await Promise.all(all.map((name) => stores.objectStore(name).clear()));
  });
}
