import type { DBSchema } from 'idb';

import type { OrderContent } from '#stock/contract/orders.ts';
import type { CheckedOn } from '#stock/order/order-results.ts';
import { browserDatabase } from '#ui/browser-database.ts';

import { contentOf, fingerprint } from './order-content.ts';
import { draftLine, type NewLine, type OrderHeader, newOrderId, type StoredOrder } from './saved-order.ts';

/** An order as the server doesn't have it yet. The browser keeps no other orders. */
export interface UnsavedOrder {
  id: string;
  /** Service, market and user (`rememberedKey`). */
  owner: string;
  content: OrderContent;
  /** Unix milliseconds. */
  changedAt: number;
  /** `changedAt` of the server's version that it replaces; null for a new order. */
  version: number | null;
  /** Fingerprints of what the versions had that it continues: first the one that it replaces, then those sent. */
  lineage: readonly string[];
  /** Random, another one with every edit: a tab notices the edit of another. */
  edit: string;
  /** Random, the same for all edits that continue one another until the server has them. */
  chain: string;
}

/** What a tab knows of its order when it edits it. */
export interface EditBase {
  /** `changedAt` of the server's version; null for a new order. */
  version: number | null;
  /** Fingerprints of that version and of the tab's last edit. */
  lineage: readonly string[];
  /** The tab's last edit; null if it has none. */
  edit: string | null;
}

/** An edit. If another tab edited the order meanwhile, both stay, and this one becomes a copy. */
export function withEdit(
  current: UnsavedOrder | null,
  mine: Pick<UnsavedOrder, 'id' | 'owner' | 'content' | 'changedAt' | 'edit'>,
  { version, lineage, edit }: EditBase,
): UnsavedOrder[] {
  if (current === null) return [{ ...mine, version, lineage, chain: mine.edit }];
  if (current.edit === edit) return [{ ...current, ...mine }];
  return [current, copyOf({ ...current, ...mine })];
}

/** What is left to save after the server took `sent` as its version `changedAt`. */
export function afterSaving(current: UnsavedOrder | null, sent: UnsavedOrder, changedAt: number): UnsavedOrder[] {
  if (current === null || current.edit === sent.edit) return [];
  if (current.chain !== sent.chain) return [current];
  return [{ ...current, version: changedAt, lineage: [fingerprint(sent.content)] }];
}

/**
 * What is left to save after the server had another version than `sent` names. It is replaced if nothing was entered
 * in it that this order doesn't continue. Otherwise this order becomes a copy; if it has other results only, it goes.
 * @param theirs the server's version; null if it was deleted, `damaged` if it can't be read
 */
export function afterConflict(
  current: UnsavedOrder | null,
  sent: UnsavedOrder,
  theirs: { changedAt: number; content: OrderContent } | 'damaged' | null,
): UnsavedOrder[] {
  if (current === null) return [];
  if (current.chain !== sent.chain) return [current];
  if (theirs === null) return [{ ...current, version: null, lineage: [] }];
  if (theirs === 'damaged') return [copyOf(current)];
  const there = fingerprint(theirs.content);
  if (current.lineage.includes(there)) return [{ ...current, version: theirs.changedAt, lineage: [there] }];
  const isEntered = current.version === null || fingerprint(current.content) !== current.lineage[0];
  return isEntered ? [copyOf(current)] : [];
}

function copyOf(order: UnsavedOrder): UnsavedOrder {
  const id = newOrderId();
  const content = { ...order.content, name: nameOfCopy(order.content.name) };
  return { ...order, id, content, version: null, lineage: [], chain: id };
}

/** `Spring (2)` of `Spring`, `Spring (3)` of `Spring (2)`; none for an order without a name. */
export function nameOfCopy(name: string): string {
  if (name === '') return '';
  const [, base = name, number = '1'] = /^(.*?)(?: \((\d{1,3})\))?$/s.exec(name) ?? [];
  const suffix = ` (${Number(number) + 1})`;
  return base.slice(0, 100 - suffix.length) + suffix;
}

interface OrderDatabase extends DBSchema {
  unsaved: { key: string; value: UnsavedOrder; indexes: { owner: string } };
  // Of earlier versions, which kept all orders in the browser.
  headers: { key: string; value: OrderHeader };
  contents: { key: string; value: StoredOrder['contents'] };
  open: { key: string; value: string };
  added: { key: number; value: { order: string; line: NewLine }; indexes: { order: string } };
}

const opened = browserDatabase<OrderDatabase>('stock-horizon', 3, async (db, from, transaction) => {
  const unsaved = db.createObjectStore('unsaved', { keyPath: 'id' });
  unsaved.createIndex('owner', 'owner');
  if (from === 0) return;
  const [headers, contents, keys, added] = await Promise.all([
    transaction.objectStore('headers').getAll(),
    transaction.objectStore('contents').getAll(),
    transaction.objectStore('contents').getAllKeys(),
    from < 2 ? [] : transaction.objectStore('added').getAll(),
  ]);
  for (const header of headers) {
    const stored = contents[keys.indexOf(header.id)];
    const lines = added.filter(({ order }) => order === header.id).map(({ line }) => line);
    if (stored) await unsaved.put(asUnsaved({ header, contents: withLines(withoutOldResults(stored), lines) }));
  }
  for (const name of ['headers', 'contents', 'open', 'added'] as const) {
    if (db.objectStoreNames.contains(name)) db.deleteObjectStore(name);
  }
});

/** Leaves out results that don't say on what day and stock. */
function withoutOldResults(contents: StoredOrder['contents']): StoredOrder['contents'] {
  const results = contents.check?.results.filter(({ on }) => (on as CheckedOn | undefined) !== undefined) ?? [];
  return { ...contents, check: { results, calendars: [] } };
}

/** An order that only this browser has. */
export function asUnsaved(order: StoredOrder): UnsavedOrder {
  const { id, owner, changedAt } = order.header;
  return { id, owner, content: contentOf(order), changedAt, version: null, lineage: [], edit: id, chain: id };
}

/** Adds lines to those that aren't blank. */
export function withLines(contents: StoredOrder['contents'], added: readonly NewLine[]): StoredOrder['contents'] {
  const key = Math.max(0, ...contents.lines.map((line) => line.key)) + 1;
  const lines = added.map((line, at) => draftLine(key + at, line, String));
  return { ...contents, lines: [...contents.lines, ...lines] };
}

/** Replaces the database where storage is unavailable, as in some private windows: the orders are lost with the tab. */
let volatile: Map<string, UnsavedOrder> | null = null;

/** Whether what the server doesn't have yet is lost when the tab is closed. */
export function isVolatile(): boolean {
  return volatile !== null && volatile.size > 0;
}

async function withStorage<Result>(
  inDatabase: (database: Awaited<ReturnType<typeof opened>>) => Promise<Result>,
  instead: (orders: Map<string, UnsavedOrder>) => Result,
): Promise<Result> {
  if (volatile === null) {
    try {
      return await inDatabase(await opened());
    } catch {
      volatile = new Map();
    }
  }
  return instead(volatile);
}

const isText = (value: unknown) => typeof value === 'string';
const isLine = (line: Partial<OrderContent['lines'][number]> | null) =>
  Number.isInteger(line?.key) && isText(line?.product) && ['undefined', 'number'].includes(typeof line?.quantity);

/** Whether an order is as this version wrote it. A browser may return another's, or one that was damaged on disk. */
export function isReadable(order: UnsavedOrder): boolean {
  const { content, lineage, edit, chain } = order as Partial<UnsavedOrder>;
  const { name, lines, cleared = [], checks } = (content ?? {}) as Partial<OrderContent>;
  return (
    [name, edit, chain].every(isText) &&
    Array.isArray(lineage) &&
    [lines, cleared].every((all) => Array.isArray(all) && all.every(isLine)) &&
    Array.isArray(checks) &&
    (checks as unknown[]).every((check) => Array.isArray((check as { results?: unknown } | null)?.results))
  );
}

function readable(order: UnsavedOrder | undefined): UnsavedOrder | null {
  return order !== undefined && isReadable(order) ? order : null;
}

/** Returns an order that the server doesn't have; null if there is none that can be read. */
export function unsavedOrder(id: string): Promise<UnsavedOrder | null> {
  return withStorage(
    async (db) => readable(await db.get('unsaved', id)),
    (orders) => orders.get(id) ?? null,
  );
}

/** Returns the orders of an owner that the server doesn't have; without an owner, all. */
export async function unsavedOrders(owner?: string): Promise<UnsavedOrder[]> {
  return (await drafts(owner)).filter(isReadable);
}

/** Returns the IDs of an owner's orders that only this browser has, and that can't be read. */
export async function damagedDrafts(owner: string): Promise<string[]> {
  return (await drafts(owner)).filter((order) => !isReadable(order)).map(({ id }) => id);
}

function drafts(owner?: string): Promise<UnsavedOrder[]> {
  return withStorage(
    (db) => (owner === undefined ? db.getAll('unsaved') : db.getAllFromIndex('unsaved', 'owner', owner)),
    (orders) => [...orders.values()].filter((order) => owner === undefined || order.owner === owner),
  );
}

/** Replaces an order by those that `change` returns, in one transaction. Returns them. */
export function replaceUnsaved(
  id: string,
  change: (current: UnsavedOrder | null) => UnsavedOrder[],
): Promise<UnsavedOrder[]> {
  return withStorage(
    async (db) => {
      const transaction = db.transaction('unsaved', 'readwrite');
      const next = change(readable(await transaction.store.get(id)));
      if (next.every((order) => order.id !== id)) await transaction.store.delete(id);
      for (const order of next) await transaction.store.put(order);
      await transaction.done;
      return next;
    },
    (orders) => {
      const next = change(orders.get(id) ?? null);
      orders.delete(id);
      for (const order of next) orders.set(order.id, order);
      return next;
    },
  );
}

/** Deletes all orders of this browser. */
export function forgetUnsaved(): Promise<void> {
  return withStorage(
    (db) => db.clear('unsaved'),
    (orders) => orders.clear(),
  );
}
