import type { DBSchema } from 'idb';

import { browserDatabase } from '#ui/browser-database.ts';

import type { NewLine } from './draft-line.ts';
import { newOrderId } from './new-order.ts';
import type { AddedLine, DeletedOrder, OrderContents, OrderHeader, StoredOrder } from './stored-order.ts';

interface OrderDatabase extends DBSchema {
  headers: { key: string; value: OrderHeader; indexes: { owner: string } };
  contents: { key: string; value: OrderContents };
  /** The order that each owner has open. */
  open: { key: string; value: string };
  /** Lines that other tabs have for an order, until the tab that has it open takes them in. */
  added: { key: number; value: { order: string; line: NewLine }; indexes: { order: string } };
}

/** The orders kept in this browser. Every function rejects where the browser keeps nothing, as in some private windows. */
const opened = browserDatabase<OrderDatabase>('stock-horizon', 2, (db, from) => {
  if (from < 1) {
    db.createObjectStore('headers', { keyPath: 'id' }).createIndex('owner', 'owner');
    db.createObjectStore('contents');
    db.createObjectStore('open');
  }
  db.createObjectStore('added', { autoIncrement: true }).createIndex('order', 'order');
});

/** What is kept for an owner, the latest change first. */
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

/** Leaves a line for an order that may be open in a tab; false where no such order is kept. */
export async function leaveLine(id: string, line: NewLine): Promise<boolean> {
  const transaction = (await opened()).transaction(['headers', 'added'], 'readwrite');
  const headers = transaction.objectStore('headers');
  const header = await headers.get(id);
  if (header !== undefined) {
    await headers.put({ ...header, lineCount: header.lineCount + 1 });
    await transaction.objectStore('added').add({ order: id, line });
  }
  await transaction.done;
  return header !== undefined;
}

/** The lines that were left for an order and not taken in yet, in their order. */
export async function readAddedLines(id: string): Promise<AddedLine[]> {
  const index = (await opened()).transaction('added').store.index('order');
  const [keys, entries] = await Promise.all([index.getAllKeys(id), index.getAll(id)]);
  return entries.map(({ line }, place) => ({ key: keys[place] ?? 0, line }));
}

/**
 * Keeps an order as the one that its owner has open, header and contents together or not at all. Where what is kept
 * was changed since `knownChange`, in another tab, it stays, and the order is kept beside it.
 * @param knownChange `changedAt` of the order as read or last written; null for a new one
 * @param taken keys of added lines that the order holds by now
 * @returns the id under which it is kept
 */
export async function writeOpenOrder(
  { header, contents }: StoredOrder,
  knownChange: number | null,
  taken: readonly number[] = [],
): Promise<string> {
  const transaction = (await opened()).transaction(['headers', 'contents', 'open', 'added'], 'readwrite');
  const kept = await transaction.objectStore('headers').get(header.id);
  const id = kept === undefined || kept.changedAt === knownChange ? header.id : newOrderId();
  await Promise.all([
    transaction.objectStore('headers').put({ ...header, id }),
    transaction.objectStore('contents').put(contents, id),
    transaction.objectStore('open').put(id, header.owner),
    ...taken.map((key) => transaction.objectStore('added').delete(key)),
    transaction.done,
  ]);
  return id;
}

/** Makes a kept order the one that its owner has open; null is a new one. */
export async function setOpenOrder(owner: string, id: string | null): Promise<void> {
  const db = await opened();
  await (id === null ? db.delete('open', owner) : db.put('open', id, owner));
}

/** Forgets an order. Returns what {@link restoreOrder} brings back; null where it isn't kept. */
export async function deleteOrder(id: string): Promise<DeletedOrder | null> {
  const transaction = (await opened()).transaction(['headers', 'contents', 'added'], 'readwrite');
  const [headers, contents, added] = [
    transaction.objectStore('headers'),
    transaction.objectStore('contents'),
    transaction.objectStore('added'),
  ];
  const [header, content, left, keys] = await Promise.all([
    headers.get(id),
    contents.get(id),
    added.index('order').getAll(id),
    added.index('order').getAllKeys(id),
  ]);
  await Promise.all([
    headers.delete(id),
    contents.delete(id),
    ...keys.map((key) => added.delete(key)),
    transaction.done,
  ]);
  return header && content ? { order: { header, contents: content }, left: left.map(({ line }) => line) } : null;
}

/** Keeps an order that was deleted as it was. */
export async function restoreOrder({ order: { header, contents }, left }: DeletedOrder): Promise<void> {
  const transaction = (await opened()).transaction(['headers', 'contents', 'added'], 'readwrite');
  await Promise.all([
    transaction.objectStore('headers').put(header),
    transaction.objectStore('contents').put(contents, header.id),
    ...left.map((line) => transaction.objectStore('added').add({ order: header.id, line })),
    transaction.done,
  ]);
}

/** How many orders with lines are kept here, whoever's they are. */
export async function countOrders(): Promise<number> {
  const headers = await (await opened()).getAll('headers');
  return headers.filter(({ lineCount }) => lineCount > 0).length;
}

/** Forgets the answers of every order, and keeps their lines. */
export async function forgetAnswers(): Promise<void> {
  const transaction = (await opened()).transaction('contents', 'readwrite');
  for await (const cursor of transaction.store) {
    await cursor.update({ ...cursor.value, check: null, previous: null });
  }
  await transaction.done;
}

/** Forgets every order, whoever's it is. */
export async function forgetOrders(): Promise<void> {
  const transaction = (await opened()).transaction(['headers', 'contents', 'open', 'added'], 'readwrite');
  await Promise.all([
    transaction.objectStore('headers').clear(),
    transaction.objectStore('contents').clear(),
    transaction.objectStore('open').clear(),
    transaction.objectStore('added').clear(),
    transaction.done,
  ]);
}
