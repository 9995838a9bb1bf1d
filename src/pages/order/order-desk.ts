import { type NewLine } from '#components/order-draft/draft-line.ts';
import { setLiveOrder } from '#components/order-draft/live-order.ts';
import { newOrder } from '#components/order-draft/new-order.ts';
import {
  deleteOrder,
  listOrders,
  readOpenOrder,
  readOrder,
  setOpenOrder,
  writeOpenOrder,
} from '#components/order-draft/order-store.ts';
import type { OrderHeader, StoredOrder } from '#components/order-draft/stored-order.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { Observable } from './observable.ts';
import { OrderSession } from './order-session.ts';
import { Paced } from './paced.ts';
import type { Catalogue } from './product-directory.ts';

/** For whom orders are open, and how they are looked up and written. */
export interface DeskOwner {
  owner: string;
  catalogue: Catalogue;
  formatQuantity: (quantity: Thousandths) => string;
  /** What an undo of a line added from another screen is called. */
  addedLabel: string;
}

/** A crash costs no more than this. */
const pauseBetweenWrites = 300;
/** Answers come faster than they need to be kept. */
const pauseWhileChecking = 2000;

/**
 * Where one order at a time is open, and kept in this browser as it changes. It outlives the screen: a check goes on
 * while the person looks at another one.
 */
class OrderDesk {
  /** Null until one is open. */
  readonly session = new Observable<OrderSession | null>(null);
  /** Whether the browser refuses to keep orders, so that this one is lost with the tab. */
  readonly isKept = new Observable(true);
  readonly #writes = new Paced(
    () => void this.#write(),
    () => (this.#isChecking ? pauseWhileChecking : pauseBetweenWrites),
  );
  #owner: DeskOwner | null = null;
  #knownChange: number | null = null;
  #writing: Promise<void> = Promise.resolve();
  #opening: Promise<void> = Promise.resolve();

  /** Has the owner's order open, as it was left or new. Another owner's is kept and closed. */
  open(owner: DeskOwner): Promise<void> {
    const isSame = this.#owner?.owner === owner.owner;
    this.#owner = owner;
    if (isSame) return this.#opening;
    this.#opening = this.#replace(async () => (await readOpenOrder(owner.owner)) ?? newOrder(owner.owner));
    return this.#opening;
  }

  /** Opens another of the owner's orders; the one that was open is kept. */
  async switchTo(id: string): Promise<void> {
    const owner = this.#owner?.owner;
    if (owner === undefined) return;
    await this.#replace(async () => {
      const stored = await readOrder(id);
      if (stored) await setOpenOrder(owner, id);
      return stored ?? newOrder(owner);
    });
  }

  /** Begins a new order, with lines or without; the one that was open is kept. */
  async begin(lines: readonly NewLine[] = []): Promise<void> {
    const owner = this.#owner?.owner;
    if (owner === undefined) return;
    await this.#replace(async () => {
      await setOpenOrder(owner, null);
      return newOrder(owner);
    });
    const session = this.session.get();
    if (session && lines.length > 0) session.appendLines(session.makeLines(lines), this.#owner?.addedLabel ?? '');
  }

  /** Forgets an order; where it is the open one, a new one is begun. */
  async remove(id: string): Promise<void> {
    const session = this.session.get();
    if (session?.id === id) {
      session.close();
      this.session.set(null);
      this.#writes.stop();
      await this.#writing;
      await deleteOrder(id);
      await this.begin();
    } else await deleteOrder(id);
  }

  async list(): Promise<OrderHeader[]> {
    if (this.#owner === null) return [];
    await this.keep();
    return listOrders(this.#owner.owner);
  }

  /** Writes what waits to be written. */
  async keep(): Promise<void> {
    if (this.#writes.isDue) this.#writes.now();
    await this.#writing;
  }

  async #replace(read: () => Promise<StoredOrder>): Promise<void> {
    await this.keep();
    this.session.get()?.close();
    this.session.set(null);
    const owner = this.#owner;
    if (owner === null) return;
    const stored = await read().catch(() => {
      this.isKept.set(false);
      return newOrder(owner.owner);
    });
    if (this.#owner?.owner !== owner.owner) return;
    this.#knownChange = stored.header.changedAt === 0 ? null : stored.header.changedAt;
    const session = new OrderSession({
      stored: rewritten(stored, owner.formatQuantity),
      catalogue: owner.catalogue,
      formatQuantity: (quantity) => (this.#owner ?? owner).formatQuantity(quantity),
      onChange: () => this.#writes.ask(),
    });
    const append = (line: NewLine) => session.appendLines(session.makeLines([line]), (this.#owner ?? owner).addedLabel);
    const leave = async () => {
      await this.keep();
      this.#clear();
    };
    setLiveOrder({ owner: owner.owner, append, leave });
    this.session.set(session);
  }

  get #isChecking(): boolean {
    return (this.session.get()?.check.getSnapshot().phase ?? 'idle') !== 'idle';
  }

  #clear(): void {
    this.#writes.stop();
    this.session.get()?.close();
    this.session.set(null);
    this.#owner = null;
    setLiveOrder(null);
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow());
    return this.#writing;
  }

  async #writeNow(): Promise<void> {
    const session = this.session.get();
    if (session === null) return;
    const stored = session.stored();
    if (this.#knownChange === null && stored.header.lineCount === 0 && stored.header.name === '') return;
    try {
      const id = await writeOpenOrder(stored, this.#knownChange);
      session.id = id;
      this.#knownChange = stored.header.changedAt;
      this.isKept.set(true);
    } catch {
      this.isKept.set(false);
    }
  }
}

/** Quantities in the person's present way of writing numbers. */
function rewritten(stored: StoredOrder, formatQuantity: (quantity: Thousandths) => string): StoredOrder {
  const lines = stored.contents.lines.map((line) =>
    line.quantity === null ? line : { ...line, quantityText: formatQuantity(line.quantity) },
  );
  return { ...stored, contents: { ...stored.contents, lines } };
}

export const orderDesk = new OrderDesk();

if (typeof window !== 'undefined') {
  const keep = () => void orderDesk.keep();
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep());
  window.addEventListener('beforeunload', (event) => {
    const phase = orderDesk.session.get()?.check.getSnapshot().phase ?? 'idle';
    if (phase !== 'idle') event.preventDefault();
  });
}
