import type { Thousandths } from '#lib/thousandths.ts';
import { tabChannel } from '#ui/tab-channel.ts';

import { countOrders, forgetAnswers, forgetOrders, leaveLine, readOpenOrder, writeOpenOrder } from './order-store.ts';
import { draftLine, newOrder, type NewLine } from './saved-order.ts';

/** An order that is open in this tab, shown or not. */
export interface LiveOrder {
  owner: string;
  append(line: NewLine): void;
  /** Writes what waits to be written, and closes it. */
  leave(): Promise<void>;
}

/** The right of this tab to have an order open, so that no other tab changes it meanwhile. */
export interface OrderClaim {
  readonly id: string;
  release(): void;
}

/** What the tab that has an order open is told by another one. */
export interface ClaimListener {
  /** Another tab wants the order: it is to be saved and released. */
  onWanted(): void;
  /** Another tab did not wait for the release. */
  onLost(): void;
  /** Lines for the order lie in the order store. */
  onAdded(): void;
}

const channelName = 'stock-horizon orders';
const tabs = tabChannel<{ kind: 'wanted' | 'added' | 'asked' | 'had'; id: string }>(channelName);
const tabOrderPrefix = 'stock-horizon:tab-order:';
/** How long an aborted claim may take to say so: Chromium loses an abort that comes before the claim is registered. */
const longestAbort = 500;
/** A tab that is asleep says and releases nothing; one that is being reloaded still has its order for a moment. */
const longestWait = 3000;

let live: LiveOrder | null = null;

/** Names the order that is open in this tab; null where none is. */
export function setLiveOrder(order: LiveOrder | null): void {
  live = order;
}

/**
 * Claims an order for this tab; null where another tab has it: one that says so, or one that is silent and still has it
 * after a while. An order that nobody has is waited for, however slow the machine.
 */
export async function claimOrder(id: string, listener: ClaimListener): Promise<OrderClaim | null> {
  if (!hasLocks()) return claim(id, listener, {});
  const waiting = new AbortController();
  const stopListening = tabs.listen((notice) => notice.id === id && notice.kind === 'had' && waiting.abort());
  const giveUp = async () => {
    const { held = [] } = await navigator.locks.query();
    if (held.some(({ name }) => name === lockName(id))) waiting.abort();
  };
  const timer = setInterval(() => void giveUp(), longestWait);
  tabs.tell({ kind: 'asked', id });
  const claimed = await claim(id, listener, { signal: waiting.signal });
  clearInterval(timer);
  stopListening();
  return claimed;
}

/** Claims an order that another tab has open: it is asked to save and release it, and passed over where it is asleep. */
export async function takeOrderOver(id: string, listener: ClaimListener): Promise<OrderClaim | null> {
  tabs.tell({ kind: 'wanted', id });
  return (
    (await claim(id, listener, { signal: AbortSignal.timeout(longestWait) })) ?? claim(id, listener, { steal: true })
  );
}

/** The order that this tab had open for an owner before a reload, saved by then or not; null where there was none. */
export function tabOrder(owner: string): string | null {
  try {
    return sessionStorage.getItem(tabOrderPrefix + owner);
  } catch {
    return null;
  }
}

/** A browser that refuses to remember opens the owner's latest order after a reload. */
export function setTabOrder(owner: string, id: string): void {
  try {
    sessionStorage.setItem(tabOrderPrefix + owner, id);
  } catch {
    return;
  }
}

/**
 * Adds a line to the order that the owner has open, whether it is open in this tab, in another or saved earlier; to a
 * new one where there is none. Rejects where the browser keeps nothing.
 */
export async function addToOrder(
  owner: string,
  line: NewLine,
  formatQuantity: (quantity: Thousandths) => string,
): Promise<void> {
  if (live?.owner === owner) return live.append(line);
  for (const id of [tabOrder(owner), (await readOpenOrder(owner))?.header.id]) {
    if (id == null || !(await leaveLine(id, line))) continue;
    tabs.tell({ kind: 'added', id });
    return setTabOrder(owner, id);
  }
  const { header, contents } = newOrder(owner);
  const lines = [draftLine(1, line, formatQuantity)];
  const order = { header: { ...header, changedAt: Date.now(), lineCount: 1 }, contents: { ...contents, lines } };
  return setTabOrder(owner, await writeOpenOrder(order, null));
}

/** What becomes of the lines of saved orders when the person signs out; their answers are forgotten in any case. */
export type OrdersAfterwards = 'keep-lines' | 'delete';

/** How many orders would stay behind in this browser. */
export async function ordersHere(): Promise<number> {
  return countOrders().catch(() => 0);
}

/** Closes the open order, and leaves of all saved ones what was chosen. A browser that keeps nothing has nothing to leave. */
export async function leaveOrders(afterwards: OrdersAfterwards): Promise<void> {
  try {
    await live?.leave();
    await (afterwards === 'delete' ? forgetOrders() : forgetAnswers());
  } catch {
    return;
  }
}

function claim(id: string, listener: ClaimListener, options: LockOptions): Promise<OrderClaim | null> {
  if (!hasLocks()) return Promise.resolve({ id, release: () => undefined });
  return new Promise((resolve) => {
    let isHeld = false;
    let isGivenUp = false;
    options.signal?.addEventListener('abort', () => {
      setTimeout(() => {
        isGivenUp = !isHeld;
        resolve(null);
      }, longestAbort);
    });
    const held = navigator.locks.request(lockName(id), options, () => {
      // What comes too late is let go at once.
      if (isGivenUp) return undefined;
      isHeld = true;
      const stopListening = tabs.listen(({ id: meant, kind }) => {
        if (meant !== id) return;
        if (kind === 'wanted') listener.onWanted();
        else if (kind === 'added') listener.onAdded();
        else if (kind === 'asked') tabs.tell({ kind: 'had', id });
      });
      // Whoever asked before this tab had the order waits for it as well.
      tabs.tell({ kind: 'had', id });
      return new Promise<void>((end) => {
        const release = () => {
          stopListening();
          end();
        };
        resolve({ id, release });
      });
    });
    held.catch(() => {
      if (isHeld) listener.onLost();
      else resolve(null);
    });
  });
}

/** Browsers keep locks from pages that came over plain http; what another tab saved is not overwritten even then. */
function hasLocks(): boolean {
  return typeof navigator.locks !== 'undefined';
}

function lockName(id: string): string {
  return `${channelName}: ${id}`;
}
