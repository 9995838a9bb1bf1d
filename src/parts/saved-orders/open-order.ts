import type { Thousandths } from '#stock/thousandths.ts';

import { countOrders, forgetAnswers, forgetOrders, queueLine, readOpenOrder, writeOpenOrder } from './order-store.ts';
import { draftLine, newOrder, type NewLine } from './saved-order.ts';

/** The order that is open in this tab, displayed or not. */
export interface LiveOrder {
  owner: string;
  append(line: NewLine): void;
  /** Writes pending changes and closes the order. */
  close(): Promise<void>;
}

/** This tab's lock on an order, so that no other tab changes it meanwhile. */
export interface OrderClaim {
  release(): void;
}

/** Callbacks for the tab that has an order open. */
export interface ClaimListener {
  /** Another tab requested the order: save and release it. */
  onReleaseRequested(): void;
  /** Another tab took the order without waiting for the release. */
  onLost(): void;
  /** Lines for the order were added to the order store. */
  onAdded(): void;
}

const channelName = 'stock-horizon orders';
const tabs = tabChannel<{ kind: 'wanted' | 'added' | 'asked' | 'had'; id: string }>(channelName);
const tabOrderPrefix = 'stock-horizon:tab-order:';
/** Milliseconds to wait for an aborted claim. Chromium loses an abort before the request is registered. */
const maxAbortDelay = 500;
/**
 * Time in milliseconds to wait for another tab. A suspended tab neither responds nor releases, and a reloading tab
 * still holds its lock briefly.
 */
const longestWait = 3000;

let live: LiveOrder | null = null;

/** Sets the order that is open in this tab, null for none. */
export function setLiveOrder(order: LiveOrder | null): void {
  live = order;
}

/**
 * Claims an order for this tab. Returns null if another tab has it: it responds, or still holds the lock after a while.
 * A lock that no tab holds is awaited without limit, however slow the device.
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
  tabs.post({ kind: 'asked', id });
  const claimed = await claim(id, listener, { signal: waiting.signal });
  clearInterval(timer);
  stopListening();
  return claimed;
}

/** Claims an order that another tab has open. Requests its release, and steals the lock if the tab doesn't respond. */
export async function takeOverOrder(id: string, listener: ClaimListener): Promise<OrderClaim | null> {
  tabs.post({ kind: 'wanted', id });
  return (
    (await claim(id, listener, { signal: AbortSignal.timeout(longestWait) })) ?? claim(id, listener, { steal: true })
  );
}

/** Returns the ID of the order that this tab had open before a reload, saved or not; null if none. */
export function tabOrder(owner: string): string | null {
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

/**
 * Adds a line to the owner's open order, whether open in this tab, in another, or saved earlier. Creates an order if
 * there is none. Rejects if storage is unavailable.
 */
export async function addToOrder(
  owner: string,
  line: NewLine,
  formatQuantity: (quantity: Thousandths) => string,
): Promise<void> {
  if (live?.owner === owner) return live.append(line);
  for (const id of [tabOrder(owner), (await readOpenOrder(owner))?.header.id]) {
    if (id == null || !(await queueLine(id, line))) continue;
    tabs.post({ kind: 'added', id });
    return setTabOrder(owner, id);
  }
  const { header, contents } = newOrder(owner);
  const lines = [draftLine(1, line, formatQuantity)];
  const order = { header: { ...header, changedAt: Date.now(), lineCount: 1 }, contents: { ...contents, lines } };
  return setTabOrder(owner, await writeOpenOrder(order, null));
}

/** What to do with saved orders on sign-out. Their results are deleted in any case. */
export type OrdersOnSignOut = 'keep-lines' | 'delete';

/** Returns the number of orders saved in this browser. */
export async function countSavedOrders(): Promise<number> {
  return countOrders().catch(() => 0);
}

/** Closes the open order, and keeps or deletes the lines of saved orders. Does nothing if storage is unavailable. */
export async function closeOrders(afterwards: OrdersOnSignOut): Promise<void> {
  try {
    await live?.close();
    await (afterwards === 'delete' ? forgetOrders() : forgetAnswers());
  } catch {
    return;
  }
}

function claim(id: string, listener: ClaimListener, options: LockOptions): Promise<OrderClaim | null> {
  if (!hasLocks()) return Promise.resolve({ release: () => undefined });
  return new Promise((resolve) => {
    let isHeld = false;
    let isAbandoned = false;
    options.signal?.addEventListener('abort', () => {
      setTimeout(() => {
        isAbandoned = !isHeld;
        resolve(null);
      }, maxAbortDelay);
    });
    const held = navigator.locks.request(lockName(id), options, () => {
      // Releases a lock that arrives too late.
      if (isAbandoned) return undefined;
      isHeld = true;
      const stopListening = tabs.listen(({ id: meant, kind }) => {
        if (meant !== id) return;
        if (kind === 'wanted') listener.onReleaseRequested();
        else if (kind === 'added') listener.onAdded();
        else if (kind === 'asked') tabs.post({ kind: 'had', id });
      });
      // Tabs that requested the order before this tab had it are waiting too.
      tabs.post({ kind: 'had', id });
      return new Promise<void>((end) => {
        const release = () => {
          stopListening();
          end();
        };
        resolve({ release });
      });
    });
    held.catch(() => {
      if (isHeld) listener.onLost();
      else resolve(null);
    });
  });
}

/** Web Locks require a secure context (HTTPS). Without it, other tabs' changes still aren't overwritten. */
function hasLocks(): boolean {
  return typeof navigator.locks !== 'undefined';
}

function lockName(id: string): string {
  return `${channelName}: ${id}`;
}

/** Creates a channel for messages between the tabs of this browser. */
function tabChannel<Notice>(name: string) {
  return {
    post(notice: Notice): void {
      const channel = new BroadcastChannel(name);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
      channel.postMessage(notice);
      channel.close();
    },

    /** Subscribes to messages. Returns the unsubscribe function. */
    listen(listener: (notice: Notice) => void): () => void {
      const channel = new BroadcastChannel(name);
      channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => listener(data));
      return () => channel.close();
    },
  };
}
