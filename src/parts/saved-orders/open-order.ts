import type { QueryClient } from '@tanstack/react-query';

import { codeOf } from '#data/errors.ts';
import type { LineKey } from '#stock/order/order-line.ts';

import { givenName } from './order-name.ts';
import { contentOf } from './order-content.ts';
import { type NewLine, newOrder, newOrderId, type OrderHeader } from './saved-order.ts';
import { listOrders, readOrder, type ReadOrder, savedOrders, sendOrder } from './saved-orders.ts';
import { forgetUnsaved, replaceUnsaved, unsavedOrders, withEdit, withLines } from './unsaved-orders.ts';

/** The order that is open in this tab, displayed or not. */
export interface LiveOrder {
  owner: string;
  id: string;
  /** Its name and customer. */
  header: Pick<OrderHeader, 'name' | 'customer'>;
  /** Returns the keys of the new lines. */
  append(lines: readonly NewLine[]): readonly LineKey[];
  remove(keys: readonly LineKey[]): void;
  /** Opens another order of the owner instead. */
  show(id: string): Promise<void>;
  /** Writes pending changes, to the server too if it can be reached. */
  flush(): Promise<void>;
  /** Writes pending changes and closes the order. */
  close(): Promise<void>;
}

/** Orders that are offered to add lines to. */
const maxRecent = 6;

const tabOrderPrefix = 'stock-horizon:tab-order:';

let live: LiveOrder | null = null;

/** Sets the order that is open in this tab, null for none. */
export function setLiveOrder(order: LiveOrder | null): void {
  live = order;
}

/** Returns the ID of the order that this tab had open before a reload, saved or not; null if none. */
function tabOrder(owner: string): string | null {
  try {
    return sessionStorage.getItem(tabOrderPrefix + owner);
  } catch {
    return null;
  }
}

/** If storage is unavailable, a reload opens the owner's latest order. */
export function setTabOrder(owner: string, id: string): void {
  try {
    sessionStorage.setItem(tabOrderPrefix + owner, id);
  } catch {
    return;
  }
}

/** Makes one of the owner's orders the one that is open in this tab. */
export async function showOrder(owner: string, id: string): Promise<void> {
  if (live?.owner === owner) await live.show(id);
  else setTabOrder(owner, id);
}

/**
 * Returns the order that this tab had open before a reload, else the owner's latest; a new one if there is none or it is
 * damaged.
 * @throws HttpError, NetworkError, TimeoutError if it can't be loaded
 */
export async function lastOrder(owner: string): Promise<ReadOrder> {
  const id = tabOrder(owner) ?? (await listOrders(owner))[0]?.id;
  const unsaved = { version: null, lineage: [], edit: null };
  try {
    const found = id === undefined ? null : await readOrder(id, owner);
    return found ?? { order: newOrder(owner, id), base: unsaved };
  } catch (error) {
    if (codeOf(error) === 'damaged-document') return { order: newOrder(owner), base: unsaved };
    throw error;
  }
}

/** Milliseconds after which an order is no longer taken for the one that is worked on. */
const maxPause = 12 * 3_600_000;

/**
 * The last orders to which lines can be added, and the one that is worked on: that of this tab, or one that was changed
 * lately; null without one. `mustChoose`: there are orders, but none is worked on.
 */
export async function recentOrders(client: QueryClient, owner: string) {
  const saved = await client.fetchQuery(savedOrders(owner));
  const orders = saved.filter(({ isDamaged }) => !isDamaged).slice(0, maxRecent);
  const id = live?.owner === owner ? live.id : tabOrder(owner);
  const lately = orders.find(({ changedAt }) => Date.now() - changedAt < maxPause);
  const current = (id === null ? lately : saved.find((order) => order.id === id)) ?? null;
  return { orders, current, mustChoose: id === null && lately === undefined && orders.length > 0 };
}

/** Lines that were added to an order. */
export interface AddedLines {
  /** Name that a person gave the order; empty without one. */
  name: string;
  undo: () => Promise<void>;
}

/**
 * Adds lines to an order of the owner, open or not: to the last one unless there is an `id`, or to a new one.
 * What the server doesn't take now is sent when an order is opened.
 * @throws as {@link lastOrder}
 */
export async function addToOrder(owner: string, lines: readonly NewLine[], id?: string): Promise<AddedLines> {
  if (id !== undefined) await showOrder(owner, id === 'new' ? newOrderId() : id);
  if (live?.owner === owner) {
    const keys = live.append(lines);
    const { id: addedTo, header } = live;
    return { name: givenName(header), undo: () => removeLines(owner, addedTo, keys) };
  }
  const { order, base } = await lastOrder(owner);
  const { header } = order;
  const contents = withLines(order.contents, lines);
  const keys = contents.lines.slice(order.contents.lines.length).map(({ key }) => key);
  await writeOrder({ order: { header, contents }, base });
  setTabOrder(owner, header.id);
  return { name: givenName(header), undo: () => removeLines(owner, header.id, keys) };
}

async function removeLines(owner: string, id: string, keys: readonly LineKey[]): Promise<void> {
  if (live?.owner === owner && live.id === id) return live.remove(keys);
  const found = await readOrder(id, owner);
  if (found === null) return;
  const { header, contents } = found.order;
  const lines = contents.lines.filter(({ key }) => !keys.includes(key));
  await writeOrder({ ...found, order: { header, contents: { ...contents, lines } } });
}

async function writeOrder({ order, base }: ReadOrder): Promise<void> {
  const { id, owner } = order.header;
  const mine = { id, owner, content: contentOf(order), changedAt: Date.now(), edit: newOrderId() };
  await replaceUnsaved(id, (current) => withEdit(current, mine, base));
  await sendOrder(id).catch(() => null);
}

/** What to do on sign-out with orders that the server doesn't have. */
export type OrdersOnSignOut = 'keep-lines' | 'delete';

/** Sends what the server doesn't have yet. Returns the number of orders with lines that it still doesn't have. */
export async function countUnsavedOrders(owner: string): Promise<number> {
  await live?.flush();
  for (const { id } of await unsavedOrders(owner)) await sendOrder(id).catch(() => null);
  return (await unsavedOrders()).filter(({ content }) => content.lines.length > 0).length;
}

/** Closes the open order, and keeps or deletes what was entered in orders that the server doesn't have. */
export async function closeOrders(afterwards: OrdersOnSignOut): Promise<void> {
  await live?.close();
  for (const key of storedTabOrders()) sessionStorage.removeItem(key);
  if (afterwards === 'delete') return forgetUnsaved();
  for (const { id } of await unsavedOrders())
    await replaceUnsaved(id, (order) => (order ? [withoutResults(order)] : []));
}

function withoutResults<Order extends { content: ReturnType<typeof contentOf> }>(order: Order): Order {
  const { previous: _previous, summary: _summary, ...content } = order.content;
  return { ...order, content: { ...content, checks: [] } };
}

function storedTabOrders(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(tabOrderPrefix));
  } catch {
    return [];
  }
}
