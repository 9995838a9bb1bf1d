/** The right of this tab to have an order open, so that no other tab changes it meanwhile. */
export interface OrderClaim {
  readonly id: string;
  release(): void;
}

/** What the tab that has an order open is told by another one. */
export interface ClaimListener {
  /** Another tab wants the order: it is to be kept and released. */
  onWanted(): void;
  /** Another tab did not wait for the release. */
  onLost(): void;
  /** Lines for the order lie in the order store. */
  onAdded(): void;
}

type Notice = { kind: 'wanted' | 'added' | 'asked' | 'had'; id: string };

const channelName = 'stock-horizon orders';
/** A tab that is asleep says and releases nothing; one that is being reloaded still has its order for a moment. */
const longestWait = 3000;

/**
 * Claims an order for this tab; null where another tab has it: one that says so, or one that is silent and still has it
 * after a while. An order that nobody has is waited for, however slow the machine.
 */
export async function claimOrder(id: string, listener: ClaimListener): Promise<OrderClaim | null> {
  if (!hasLocks()) return claim(id, listener, {});
  const waiting = new AbortController();
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
    if (data.id === id && data.kind === 'had') waiting.abort();
  });
  const giveUp = async () => {
    const { held = [] } = await navigator.locks.query();
    if (held.some(({ name }) => name === lockName(id))) waiting.abort();
  };
  const timer = setInterval(() => void giveUp(), longestWait);
  notify({ kind: 'asked', id });
  const claimed = await claim(id, listener, { signal: waiting.signal });
  clearInterval(timer);
  channel.close();
  return claimed;
}

/** Claims an order that another tab has open: it is asked to keep and release it, and passed over where it is asleep. */
export async function takeOrderOver(id: string, listener: ClaimListener): Promise<OrderClaim | null> {
  notify({ kind: 'wanted', id });
  return (
    (await claim(id, listener, { signal: AbortSignal.timeout(longestWait) })) ?? claim(id, listener, { steal: true })
  );
}

/** Tells the tab that has an order open that there are lines for it. */
export function announceAdded(id: string): void {
  notify({ kind: 'added', id });
}

function claim(id: string, listener: ClaimListener, options: LockOptions): Promise<OrderClaim | null> {
  if (!hasLocks()) return Promise.resolve({ id, release: () => undefined });
  return new Promise((resolve) => {
    let isHeld = false;
    const held = navigator.locks.request(lockName(id), options, () => {
      isHeld = true;
      const channel = new BroadcastChannel(channelName);
      channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
        if (data.id !== id) return;
        if (data.kind === 'wanted') listener.onWanted();
        else if (data.kind === 'added') listener.onAdded();
        else if (data.kind === 'asked') notify({ kind: 'had', id });
      });
      // Whoever asked before this tab had the order waits for it as well.
      notify({ kind: 'had', id });
      return new Promise<void>((end) => {
        const release = () => {
          channel.close();
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

/** Browsers keep locks from pages that came over plain http; what another tab kept is not overwritten even then. */
function hasLocks(): boolean {
  return typeof navigator.locks !== 'undefined';
}

function lockName(id: string): string {
  return `${channelName}: ${id}`;
}

function notify(notice: Notice): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
  channel.postMessage(notice);
  channel.close();
}
