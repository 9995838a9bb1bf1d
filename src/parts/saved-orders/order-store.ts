import type { DBSchema, IDBPTransaction } from 'idb';

import { browserDatabase } from '#ui/browser-database.ts';

import { newOrderId, type NewLine, type OrderHeader, type StoredOrder } from './saved-order.ts';

interface OrderDatabase extends DBSchema {
  headers: { key: string; value: OrderHeader; indexes: { owner: string } };
  contents: { key: string; value: StoredOrder['contents'] };
  /** The open order of each owner. */
  open: { key: string; value: string };
  /** Lines added by other tabs to an order, until the tab that has it open takes them over. */
  added: { key: number; value: { order: string; line: NewLine }; indexes: { order: string } };
}

/** A line that another tab added to an order. */
export interface AddedLine {
  key: number;
  line: NewLine;
}

/** A deleted order for Undo, with the lines that other tabs had added. */
export interface DeletedOrder {
  order: StoredOrder;
  left: readonly AddedLine[];
}

/** Orders stored in this browser. Every function rejects if storage is unavailable, as in some private windows. */
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

/** Runs all changes in one transaction. */
async function change<Result>(changes: (stores: Stores) => Promise<Result>): Promise<Result> {
  const transaction = (await opened()).transaction(all, 'readwrite');
  const [result] = await Promise.all([changes(transaction), transaction.done]);
  return result;
}

/** Returns the saved orders of an owner, last changed first. */
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

/** Returns the order that the owner opened last, null if none. */
export async function readOpenOrder(owner: string): Promise<StoredOrder | null> {
  const id = await (await opened()).get('open', owner);
  return id === undefined ? null : readOrder(id);
}

/** Adds a line for an order that may be open in a tab. Returns false if no such order is saved. */
export async function queueLine(id: string, line: NewLine): Promise<boolean> {
  return change(async (stores) => {
    const header = await stores.objectStore('headers').get(id);
    if (header === undefined) return false;
    await stores.objectStore('headers').put({ ...header, lineCount: header.lineCount + 1 });
    await stores.objectStore('added').add({ order: id, line });
    return true;
  });
}

/** Returns the lines added to an order that the open tab hasn't taken over yet, oldest first. */
export async function readAddedLines(id: string): Promise<AddedLine[]> {
  const index = (await opened()).transaction('added').store.index('order');
  const [keys, entries] = await Promise.all([index.getAllKeys(id), index.getAll(id)]);
  return entries.map(({ line }, place) => ({ key: keys[place] ?? 0, line }));
}

/**
 * Saves an order as its owner's open order, in one transaction. If another tab saved changes since `knownChange`, they
 * are kept and this order is saved as a new one.
 * @param knownChange `changedAt` of the order as read or last written; null for a new one
 * @param taken keys of added lines that the order now contains
 * @returns ID under which the order is saved
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

/** Sets the owner's open order; null for a new one. */
export async function setOpenOrder(owner: string, id: string | null): Promise<void> {
  const db = await opened();
  await (id === null ? db.delete('open', owner) : db.put('open', id, owner));
}

/** Deletes an order. Returns the data for {@link restoreOrder}, null if it isn't saved. */
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

/** Returns the number of saved orders with lines, of all owners. */
export async function countOrders(): Promise<number> {
  const headers = await (await opened()).getAll('headers');
  return headers.filter(({ lineCount }) => lineCount > 0).length;
}

/** Deletes the results of every order, and keeps the lines. */
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
