import { msg } from '@lingui/core/macro';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createStore, useSelector } from '@tanstack/react-store';
import { useEffect, useMemo } from 'react';

import { isSignedOut } from '#data/errors.ts';
import { fetchOrder, fetchOrders } from '#data/orders.ts';
import { products } from '#data/products.ts';
import { failureOf } from '#data/request-failure.ts';
import { noteResponse, serviceToday, session } from '#data/session.ts';
import type { ResponseInfo } from '#stock/contract/gateway-responses.ts';
import { type CheckedOn, stockOf } from '#stock/order/order-results.ts';
import { rememberedKey } from '#parts/remembered.ts';
import { lastOrder, setLiveOrder, setTabOrder } from '#parts/saved-orders/open-order.ts';
import { contentOf, fingerprint, storedOf } from '#parts/saved-orders/order-content.ts';
import { newOrder, newOrderId, type OrderHeader, type StoredOrder } from '#parts/saved-orders/saved-order.ts';
import {
  baseOf,
  type DeletedOrder,
  deleteOrder,
  type ReadOrder,
  readOrder,
  sendOrder,
  type SentOrder,
} from '#parts/saved-orders/saved-orders.ts';
import {
  type EditBase,
  isVolatile,
  nameOfCopy,
  replaceUnsaved,
  unsavedOrder,
  unsavedOrders,
  withEdit,
} from '#parts/saved-orders/unsaved-orders.ts';
import { formatQuantity } from '#stock/locale-number.ts';
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
  onCheck: (info: ResponseInfo) => void;
  /** The user who is signed in now, as `owner`; null if nobody is. */
  currentOwner: () => Promise<string | null>;
}

/**
 * Whether the server has the open order. `new`: there is nothing to save yet. `refused`: the server doesn't take it, for
 * example because it is too large; `sentence` is the server's reason.
 */
export type SaveState =
  | { kind: 'new' | 'saved' | 'saving' | 'unreachable' | 'signed-out' }
  | { kind: 'refused'; sentence: string };

interface DeskState {
  /** Null until an order is open. */
  session: OrderSession | null;
  /** Why no order could be loaded; null if none failed. */
  failure: Error | null;
  /** ID of the version that was saved elsewhere while the open order became a copy; null if none. */
  theirs: string | null;
  saving: SaveState;
}

const addToOrder = msg`Add to order`;
const unsaved: EditBase = { version: null, lineage: [], edit: null };

/** Milliseconds between writes: the most that a crash can lose. */
const pauseBetweenWrites = 300;
/** Longer during a check, whose results can be requested again. */
const pauseWhileChecking = 2000;
/** Milliseconds until a failed write is repeated; doubles with each. */
const firstPause = 1000;
const maxPause = 30_000;

/**
 * Holds the open order and saves it as it changes: in this browser until the server has it, so that nothing is lost
 * while it can't be reached. It outlives the page, so that a check continues while the user is elsewhere in the app.
 */
class OrderDesk {
  readonly state = createStore<DeskState>({ session: null, failure: null, theirs: null, saving: { kind: 'new' } });
  /** The order whose check was canceled when the current one was opened; null if none. */
  stoppedCheck: OrderHeader | null = null;
  readonly #writes = new ThrottledTask(
    () => void this.#write(),
    () => (this.#isChecking ? pauseWhileChecking : pauseBetweenWrites),
  );
  #owner: DeskOwner | null = null;
  #base = unsaved;
  /** Returns the content last written, as JSON. */
  #written = () => '';
  /** Counts what is entered in the open order: writing and sending take a while, during which there may be more. */
  #changes = 0;
  /** How many of them this browser's storage has. */
  #writtenChanges = 0;
  /** Openings and writes run one after another. */
  #turn: Promise<void> = Promise.resolve();
  #sending: Promise<void> = Promise.resolve();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  get session(): OrderSession | null {
    return this.state.get().session;
  }

  /** Opens the owner's order as it was left, or a new one. Another owner's order is saved and closed. */
  open(owner: DeskOwner): Promise<void> {
    const isSame = this.#owner?.owner === owner.owner;
    this.#owner = owner;
    if (isSame) this.session?.setPresent(owner.present);
    return isSame ? this.#turn : this.#replace(() => lastOrder(owner.owner));
  }

  /** Opens the owner's order after a failure. */
  async reopen(): Promise<void> {
    await this.#replace((owner) => lastOrder(owner));
  }

  /** Opens one of the owner's orders, a new one if there is none with that ID; the current one is saved. */
  async show(id: string, owner = this.#owner): Promise<void> {
    this.#owner = owner;
    await this.#replace(async (name) => (await readOrder(id, name)) ?? { order: newOrder(name, id), base: unsaved });
  }

  /** Opens the other version after a conflict. */
  async showTheirs(): Promise<void> {
    const { theirs } = this.state.get();
    if (theirs !== null) await this.show(theirs);
  }

  /** Saves an order from a link as one of the owner's and opens it; the current one is saved. */
  async saveShared(order: StoredOrder, owner: DeskOwner): Promise<void> {
    this.#owner = owner;
    await this.#replace(async () => ({ order, base: unsaved }));
    this.#written = () => '';
    await this.#write();
  }

  /**
   * Deletes one of the owner's orders. If it is open, it is closed, so that nothing of it is written again.
   * @throws as {@link deleteOrder}
   */
  async delete(id: string, owner: string): Promise<DeletedOrder | null> {
    const isOpen = this.session?.id === id;
    if (isOpen) await this.save();
    let deleted: DeletedOrder | null = null;
    await this.#inTurn(async () => {
      deleted = await deleteOrder(id, owner);
      if (!isOpen || this.session?.id !== id) return;
      this.#close();
      this.#owner = null;
    });
    return deleted;
  }

  /** Writes pending changes in this browser. */
  async flush(): Promise<void> {
    if (this.#writes.isPending) this.#writes.runNow();
    await this.#turn;
  }

  /** Saves the open order on the server. Returns whether it is saved. */
  async save(): Promise<boolean> {
    await this.flush();
    await this.#send();
    return this.state.get().saving.kind === 'saved';
  }

  /** Sends what the server doesn't have, and takes over what was changed elsewhere. Call when the page is shown again. */
  async refresh(): Promise<void> {
    if (this.state.get().failure) return this.reopen();
    await this.save();
    const { session } = this;
    if (session === null || this.#base.version === null || (await this.#isChanged(session))) return;
    const entry = await fetchOrders().then(
      ({ orders }) => ({ changedAt: orders.find(({ id }) => id === session.id)?.changedAt }),
      () => null,
    );
    if (entry === null || entry.changedAt === this.#base.version) return;
    const theirs = entry.changedAt === undefined ? null : await fetchOrder(session.id).catch(() => null);
    if (entry.changedAt !== undefined && theirs === null) return;
    if (await this.#isChanged(session)) return;
    if (theirs !== null && this.#base.lineage.includes(fingerprint(theirs.content))) this.#base = baseOf(theirs);
    else if (theirs === null) await this.#replace((owner) => lastOrder(owner));
    else await this.#replace(async (owner) => ({ order: storedOf(theirs.id, owner, theirs), base: baseOf(theirs) }));
  }

  /** Whether the open order is being changed here, or is another one by now. */
  async #isChanged(session: OrderSession): Promise<boolean> {
    const isBusy = this.#writes.isPending || session.isInFlight || session.grid.editor.getState() !== null;
    return isBusy || this.session !== session || (await unsavedOrder(session.id)) !== null;
  }

  #replace(read: (owner: string) => Promise<ReadOrder>): Promise<void> {
    if (this.#writes.isPending) this.#writes.runNow();
    return this.#inTurn(async () => {
      const { session } = this;
      this.stoppedCheck = session?.isInFlight ? session.stored().header : null;
      session?.cancel();
      await this.#writeNow();
      this.#close();
      const owner = this.#owner;
      if (owner === null) return;
      try {
        this.#openHere(await read(owner.owner), owner);
      } catch (error) {
        this.state.setState((state) => ({ ...state, failure: error instanceof Error ? error : new Error() }));
      }
      void this.#send();
    });
  }

  #inTurn(run: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(run);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #openHere({ order, base }: ReadOrder, owner: DeskOwner): void {
    const session = new OrderSession({
      stored: order,
      catalog: owner.catalog,
      present: owner.present,
      formatQuantity: (quantity) => (this.#owner ?? owner).formatQuantity(quantity),
      onCheck: owner.onCheck,
      onChange: (what) => {
        if (what === 'order') {
          this.#changes += 1;
          this.#setSaving({ kind: 'saving' });
        }
        this.#writes.schedule(what === 'order' ? pauseBetweenWrites : undefined);
      },
    });
    this.#base = base;
    this.#written = () => JSON.stringify(contentOf(order));
    this.#writtenChanges = this.#changes;
    setTabOrder(owner.owner, session.id);
    setLiveOrder({
      owner: owner.owner,
      get id() {
        return session.id;
      },
      get header() {
        return session.state.get();
      },
      append: (lines) => {
        const made = session.makeLines(lines);
        session.appendLines(made, addToOrder);
        return made.map(({ key }) => key);
      },
      remove: (keys) => session.lines.deleteRows(keys, msg`Delete rows`),
      show: (id) => this.show(id),
      flush: async () => void (await this.save()),
      close: async () => {
        await this.flush();
        this.#close();
        this.#owner = null;
      },
    });
    const saving: SaveState = { kind: base.edit !== null ? 'saving' : base.version === null ? 'new' : 'saved' };
    this.state.setState(() => ({ session, failure: null, theirs: null, saving }));
    // Calendars aren't saved with the results that they lead to. Results of another day or stock are shown as such until
    // there are new ones, with which they are compared.
    const { day, stock } = owner.present;
    const results = order.contents.check?.results ?? [];
    const isOutdated = results.some(({ on }) => on?.day !== day || on.stock !== stock);
    if (order.contents.lines.length > 0) void session.startCheck(isOutdated);
  }

  get #isChecking(): boolean {
    return this.session?.isInFlight ?? false;
  }

  #close(): void {
    this.#writes.cancel();
    this.session?.close();
    this.#base = unsaved;
    setLiveOrder(null);
    this.state.setState((state) => ({ ...state, session: null, failure: null, theirs: null }));
  }

  async #write(): Promise<void> {
    await this.#inTurn(() => this.#writeNow());
    if (!['new', 'saved'].includes(this.state.get().saving.kind)) void this.#send();
  }

  async #writeNow(): Promise<void> {
    const { session } = this;
    if (session === null) return;
    const changes = this.#changes;
    const content = contentOf(session.stored());
    const json = JSON.stringify(content);
    const isNew = this.#base.version === null && this.#base.edit === null;
    if (json === this.#written() || (isNew && session.isEmpty && content.name === '')) {
      this.#writtenChanges = changes;
      return;
    }
    const { id, owner } = session;
    const mine = { id, owner, content, changedAt: Date.now(), edit: newOrderId() };
    const all = await replaceUnsaved(id, (current) => withEdit(current, mine, this.#base));
    this.#writtenChanges = changes;
    const written = all.find(({ edit }) => edit === mine.edit);
    if (written) this.#continue(session, written.id, { ...this.#base, edit: mine.edit });
    const lineage = [this.#base.lineage[0] ?? [], fingerprint(content)].flat();
    this.#base = { ...this.#base, lineage };
    this.#written = () => json;
    this.#setSaving({ kind: 'saving' });
  }

  /** Notes what the next edit continues. If the order became a copy, its former ID is the other version's. */
  #continue(session: OrderSession, id: string, base: EditBase): void {
    this.#base = base;
    if (id === session.id) return;
    const theirs = session.id;
    this.#base = { ...base, version: null };
    session.id = id;
    const { name } = session.state.get();
    if (name !== '') session.rename(nameOfCopy(name));
    setTabOrder(session.owner, id);
    this.state.setState((state) => ({ ...state, theirs }));
  }

  /** Sends what the server doesn't have of the owner's orders. Never rejects. */
  #send(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#sendNow());
    return this.#sending;
  }

  async #sendNow(): Promise<void> {
    clearTimeout(this.#retry);
    const owner = this.#owner;
    if (owner === null) return;
    let failed: unknown = null;
    try {
      const all = await unsavedOrders(owner.owner);
      // Nobody gets another user's orders.
      if (all.length > 0 && (await owner.currentOwner()) !== owner.owner)
        return this.#setSaving({ kind: 'signed-out' });
      for (const { id } of all) {
        try {
          await this.#sendOne(id);
        } catch (error) {
          const isRefused = !isSignedOut(error) && failureOf(error).kind === 'refused';
          // An order that the server refuses doesn't hold up the others. Its own page says why.
          if (!isRefused || id === this.session?.id) failed = error;
          if (!isRefused) break;
        }
      }
    } catch (error) {
      failed = error;
    }
    if (failed !== null) return this.#failed(failed);
    this.#failures = 0;
    const { session } = this;
    const changes = this.#changes;
    const isWritten = changes === this.#writtenChanges;
    const isSent = session === null || (await unsavedOrder(session.id)) === null;
    const isSaved = isWritten && isSent && changes === this.#changes;
    this.#setSaving({ kind: !isSaved ? 'saving' : this.#base.version === null ? 'new' : 'saved' });
  }

  async #sendOne(id: string): Promise<void> {
    let isOutdated = false;
    const sent = await sendOrder(id, async (step) => {
      let outcome: SentOrder | null = null;
      await this.#inTurn(async () => {
        outcome = await step();
        isOutdated = this.#note(id, outcome);
      });
      return outcome;
    });
    if (isOutdated) await this.show(id);
    if (sent?.kind === 'copied') await this.#sendOne(sent.id);
  }

  /** Continues from what was sent, unless it was another tab's edit. Returns whether the open order is outdated. */
  #note(id: string, sent: SentOrder | null): boolean {
    const { session } = this;
    if (session?.id !== id || sent === null || sent.edit !== this.#base.edit) return false;
    if (sent.kind === 'copied') this.#continue(session, sent.id, { ...unsaved, edit: sent.edit });
    if (sent.kind === 'saved') {
      const lineage = [fingerprint(sent.content), ...this.#base.lineage.slice(-1)];
      this.#base = { ...this.#base, version: sent.changedAt, lineage };
    }
    return sent.kind === 'outdated';
  }

  #failed(error: unknown): void {
    const failure = failureOf(error);
    if (isSignedOut(error)) return this.#setSaving({ kind: 'signed-out' });
    if (failure.kind === 'refused') return this.#setSaving({ kind: 'refused', sentence: failure.why.sentence ?? '' });
    this.#setSaving({ kind: 'unreachable' });
    this.#failures += 1;
    const pause = Math.min(firstPause * 2 ** (this.#failures - 1), maxPause);
    this.#retry = setTimeout(() => void this.#send(), pause);
  }

  #setSaving(saving: SaveState): void {
    this.state.setState((state) =>
      state.saving.kind === saving.kind && saving.kind !== 'refused' ? state : { ...state, saving },
    );
  }
}

export const orderDesk = new OrderDesk();

if (typeof window !== 'undefined') {
  const flush = () => void orderDesk.flush();
  const refresh = () => void orderDesk.refresh();
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? flush() : refresh()));
  window.addEventListener('focus', refresh);
  window.addEventListener('online', refresh);
  window.addEventListener('beforeunload', (event) => {
    flush();
    if (orderDesk.session?.isInFlight || isVolatile()) event.preventDefault();
  });
}

/** Returns the owner of the orders to open; null until a user is signed in. */
export function useDeskOwner(): DeskOwner | null {
  const queries = useQueryClient();
  const { formatQuantity, today } = useLocale();
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('order', data) : null;
  const stock = data && owner !== null ? stockOf(owner, data.service.dataVersion) : '';
  return useMemo(
    () => (owner === null ? null : deskOwner(queries, { owner, present: { day: today, stock }, formatQuantity })),
    [owner, stock, today, queries, formatQuantity],
  );
}

function deskOwner(queries: QueryClient, user: Pick<DeskOwner, 'owner' | 'present' | 'formatQuantity'>): DeskOwner {
  return {
    ...user,
    catalog: {
      resolve: (keys) => queries.fetchQuery(products.resolve(keys)),
      search: async (text) => (await queries.fetchQuery(products.search(text))).products,
    },
    onCheck: (info) => noteResponse(info, queries),
    currentOwner: async () => rememberedKey('order', await queries.fetchQuery({ ...session.current(), staleTime: 0 })),
  };
}

/**
 * Opens the user's order before its page is displayed, which then finds it open or being opened. Never rejects.
 * @param locale of quantities, BCP 47
 */
export async function startOrder(queries: QueryClient, locale: string): Promise<void> {
  // Opens the browser's database meanwhile.
  void unsavedOrders();
  const person = await queries.fetchQuery(session.current()).catch(() => null);
  const owner = person && rememberedKey('order', person);
  if (!person || !owner) return;
  const present = { day: serviceToday(), stock: stockOf(owner, person.service.dataVersion) };
  const format = (quantity: Thousandths) => formatQuantity(quantity, locale);
  await orderDesk.open(deskOwner(queries, { owner, present, formatQuantity: format })).catch(() => null);
}

/** Returns the user's open order; null until it is loaded. */
export function useOrderSession(): OrderSession | null {
  const owner = useDeskOwner();
  const open = useSelector(orderDesk.state, (state) => state.session);
  useEffect(() => {
    if (owner) void orderDesk.open(owner);
  }, [owner]);
  // After an expired session the order is unchanged; a sign-out has closed it.
  return owner === null || open?.owner === owner.owner ? open : null;
}
