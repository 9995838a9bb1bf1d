import { msg } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

import { products } from '#data/products.ts';
import { noteAnswer, session } from '#data/session.ts';
import type { AnswerInfo } from '#stock/contract/gateway-answers.ts';
import { type CheckedOn, stockOf } from '#stock/order/order-results.ts';
import { rememberedKey } from '#parts/remembered.ts';
import {
  claimOrder,
  type OrderClaim,
  setLiveOrder,
  setTabOrder,
  tabOrder,
  takeOverOrder,
} from '#parts/saved-orders/open-order.ts';
import {
  listOrders,
  readAddedLines,
  readOpenOrder,
  readOrder,
  setOpenOrder,
  writeOpenOrder,
} from '#parts/saved-orders/order-store.ts';
import { type NewLine, newOrder, type OrderHeader, type StoredOrder } from '#parts/saved-orders/saved-order.ts';
import { Observable } from '#stock/observable.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

import { OrderSession } from './order-session.ts';
import type { Catalog } from './product-directory.ts';
import { ThrottledTask } from './throttled-task.ts';

/** The user whose orders are open, and what their sessions need. */
export interface DeskOwner {
  owner: string;
  catalog: Catalog;
  /** Current day and stock, for which results are valid. */
  present: CheckedOn;
  formatQuantity: (quantity: Thousandths) => string;
  /** Called with the day and data of each check. */
  onCheck: (info: AnswerInfo) => void;
}

/** An order that is open in another tab. */
export interface OrderElsewhere {
  header: OrderHeader;
  /** Whether it was open here before that tab took it over. */
  wasHere: boolean;
}

const addToOrder = msg`Add to order`;

/** Milliseconds between writes: the most that a crash can lose. */
const pauseBetweenWrites = 300;
/** Longer during a check, whose results can be requested again. */
const pauseWhileChecking = 2000;

/**
 * Holds the open order and saves it in this browser as it changes. It outlives the page, so that a check continues
 * while the user is elsewhere in the app. An order can be open in only one tab.
 */
class OrderDesk {
  /** Null until an order is open. */
  readonly session = new Observable<OrderSession | null>(null);
  /** The order to open here, if another tab has it open; otherwise null. */
  readonly elsewhere = new Observable<OrderElsewhere | null>(null);
  /** Whether the browser can save orders. If not, this one is lost with the tab. */
  readonly canSave = new Observable(true);
  /** The order whose check was canceled when the current one was opened; null if none. */
  stoppedCheck: OrderHeader | null = null;
  readonly #writes = new ThrottledTask(
    () => void this.#write(),
    () => (this.#isChecking ? pauseWhileChecking : pauseBetweenWrites),
  );
  #owner: DeskOwner | null = null;
  #savedChangedAt: number | null = null;
  #claim: OrderClaim | null = null;
  /** Keys of lines from other tabs that were added here, and leave their store once the order is saved. */
  #appendedKeys: number[] = [];
  #writing: Promise<void> = Promise.resolve();
  #opening: Promise<void> = Promise.resolve();

  /** Opens the owner's order as it was left, or a new one. Another owner's order is saved and closed. */
  open(owner: DeskOwner): Promise<void> {
    const isSame = this.#owner?.owner === owner.owner;
    this.#owner = owner;
    if (isSame) this.session.get()?.setPresent(owner.present);
    return isSame ? this.#opening : this.#replace(() => orderOfTab(owner.owner));
  }

  /** Opens another of the owner's orders; the current one is saved. */
  async switchTo(id: string): Promise<void> {
    const owner = this.#owner?.owner;
    if (owner === undefined) return;
    await this.#replace(async () => {
      const stored = await readOrder(id);
      if (stored) await setOpenOrder(owner, id);
      return stored ?? newOrder(owner);
    });
  }

  /** Opens a new order; the current one is saved. */
  async openNew(): Promise<void> {
    const owner = this.#owner?.owner;
    if (owner === undefined) return;
    await this.#replace(async () => {
      await setOpenOrder(owner, null);
      return newOrder(owner);
    });
  }

  /** Saves an order from a link as one of the owner's and opens it; the current one is saved. */
  async saveShared(order: StoredOrder, owner: DeskOwner): Promise<void> {
    this.#owner = owner;
    await this.#replace(async () => order);
    this.#writes.runNow();
    await this.#writing;
  }

  /** Opens the order that another tab has open. That tab saves and closes it first. */
  async takeOver(): Promise<void> {
    const id = this.elsewhere.get()?.header.id;
    const owner = this.#owner?.owner;
    if (id === undefined || owner === undefined) return;
    await this.#replace(async () => (await readOrder(id)) ?? newOrder(owner), takeOverOrder);
  }

  async list(): Promise<OrderHeader[]> {
    if (this.#owner === null) return [];
    await this.flush();
    return listOrders(this.#owner.owner);
  }

  /** Writes pending changes. */
  async flush(): Promise<void> {
    if (this.#writes.isPending) this.#writes.runNow();
    await this.#writing;
  }

  /** Replacements run one after another. */
  #replace(read: () => Promise<StoredOrder>, claim: typeof claimOrder = claimOrder): Promise<void> {
    this.#opening = this.#opening.then(() => this.#replaceNow(read, claim));
    return this.#opening;
  }

  async #replaceNow(read: () => Promise<StoredOrder>, claim: typeof claimOrder): Promise<void> {
    const { session } = this;
    this.stoppedCheck = session.get()?.isInFlight ? (session.get()?.stored().header ?? null) : null;
    await this.flush();
    this.#close();
    this.elsewhere.set(null);
    const owner = this.#owner;
    if (owner === null) return;
    const found = await this.#readOrNew(read, owner.owner);
    const { id } = found.header;
    const claimed = await claim(id, {
      onReleaseRequested: () => void this.#release(),
      onLost: () => void this.#release(),
      onAdded: () => void this.#appendAdded(),
    });
    if (claimed === null) {
      this.elsewhere.set({ header: found.header, wasHere: false });
      return;
    }
    // The previous tab may have saved it in the meantime.
    const isNew = found.header.changedAt === 0;
    const stored = isNew ? found : await this.#readOrNew(async () => (await readOrder(id)) ?? found, owner.owner);
    if (this.#owner?.owner !== stored.header.owner) claimed.release();
    else await this.#openHere(stored, claimed, this.#owner);
  }

  async #readOrNew(read: () => Promise<StoredOrder>, owner: string): Promise<StoredOrder> {
    try {
      return await read();
    } catch {
      this.canSave.set(false);
      return newOrder(owner);
    }
  }

  async #openHere(stored: StoredOrder, claim: OrderClaim, owner: DeskOwner): Promise<void> {
    const { id, changedAt } = stored.header;
    this.#claim = claim;
    this.#savedChangedAt = changedAt === 0 ? null : changedAt;
    setTabOrder(owner.owner, id);
    const session = new OrderSession({
      stored: rewritten(stored, owner.formatQuantity),
      catalog: owner.catalog,
      present: owner.present,
      formatQuantity: (quantity) => (this.#owner ?? owner).formatQuantity(quantity),
      onCheck: owner.onCheck,
      onChange: (what) => this.#writes.schedule(what === 'order' ? pauseBetweenWrites : undefined),
    });
    const append = (line: NewLine) => session.appendLines(session.makeLines([line]), addToOrder);
    const leave = async () => {
      await this.flush();
      this.#close();
      this.#owner = null;
    };
    setLiveOrder({ owner: owner.owner, append, close: leave });
    this.session.set(session);
    await this.#appendAdded();
  }

  get #isChecking(): boolean {
    return this.session.get()?.isInFlight ?? false;
  }

  /** Adds the lines that other tabs have stored for this order. */
  async #appendAdded(): Promise<void> {
    const session = this.session.get();
    if (session === null) return;
    const added = await readAddedLines(session.id).catch(() => []);
    if (this.session.get() !== session) return;
    const fresh = added.filter(({ key }) => !this.#appendedKeys.includes(key));
    if (fresh.length === 0) return;
    this.#appendedKeys.push(...fresh.map(({ key }) => key));
    session.appendLines(session.makeLines(fresh.map(({ line }) => line)), addToOrder);
  }

  /** Cancels the check, saves the order with its results and releases it to the requesting tab. */
  async #release(): Promise<void> {
    const session = this.session.get();
    if (session === null) return;
    session.cancel();
    await this.flush();
    if (this.session.get() !== session) return;
    const { header } = session.stored();
    this.#close();
    this.elsewhere.set({ header, wasHere: true });
  }

  #close(): void {
    this.#writes.cancel();
    this.session.get()?.close();
    this.session.set(null);
    this.#claim?.release();
    this.#claim = null;
    this.#appendedKeys = [];
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
    if (this.#savedChangedAt === null && stored.header.lineCount === 0 && stored.header.name === '') return;
    const taken = [...this.#appendedKeys];
    try {
      const id = await writeOpenOrder(stored, this.#savedChangedAt, taken);
      session.id = id;
      this.#savedChangedAt = stored.header.changedAt;
      this.#appendedKeys = this.#appendedKeys.filter((key) => !taken.includes(key));
      this.canSave.set(true);
      setTabOrder(session.owner, id);
    } catch {
      this.canSave.set(false);
    }
  }
}

/** Returns the order that this tab had open before a reload, else the owner's latest. A new one if it isn't stored. */
async function orderOfTab(owner: string): Promise<StoredOrder> {
  const id = tabOrder(owner);
  return (await (id === null ? readOpenOrder(owner) : readOrder(id))) ?? newOrder(owner);
}

/** Formats quantities in the user's current number format. */
function rewritten(stored: StoredOrder, formatQuantity: (quantity: Thousandths) => string): StoredOrder {
  const lines = stored.contents.lines.map((line) =>
    line.quantity === null ? line : { ...line, quantityText: formatQuantity(line.quantity) },
  );
  return { ...stored, contents: { ...stored.contents, lines } };
}

export const orderDesk = new OrderDesk();

if (typeof window !== 'undefined') {
  const flush = () => void orderDesk.flush();
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  window.addEventListener('beforeunload', (event) => {
    flush();
    if (orderDesk.session.get()?.isInFlight) event.preventDefault();
  });
}

/** Returns the owner of the orders to open; null until a user is signed in. */
export function useDeskOwner(): DeskOwner | null {
  const queries = useQueryClient();
  const { formatQuantity, today: day } = useLocale();
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('order', data) : null;
  const stock = data && owner !== null ? stockOf(owner, data.service.dataVersion) : '';
  return useMemo(
    () =>
      owner === null
        ? null
        : {
            owner,
            catalog: {
              resolve: (keys) => queries.fetchQuery(products.resolve(keys)),
              search: async (text) => (await queries.fetchQuery(products.search(text))).products,
            },
            present: { day, stock },
            formatQuantity,
            onCheck: (info) => noteAnswer(info, queries),
          },
    [owner, stock, day, queries, formatQuantity],
  );
}

/** Returns the user's open order; null until it is read, and while another tab has it open. */
export function useOrderSession(): OrderSession | null {
  const owner = useDeskOwner();
  const open = useSyncExternalStore(orderDesk.session.subscribe, orderDesk.session.get);
  useEffect(() => {
    if (owner) void orderDesk.open(owner);
  }, [owner]);
  // After an expired session the order is unchanged; a sign-out has closed it.
  return owner === null || open?.owner === owner.owner ? open : null;
}
