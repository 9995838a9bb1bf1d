import { expect, it, vi } from 'vitest';

import { claimOrder } from './open-order.ts';

const nobody = { onReleaseRequested: () => undefined, onLost: () => undefined, onAdded: () => undefined };

it('returns null if another tab has the order, even if the browser never rejects an aborted claim', async () => {
  const release = vi.fn();
  const locks = {
    // Simulates an abort that arrives before the request is registered.
    request: (_: string, __: unknown, granted: () => unknown) =>
      new Promise((ended) => setTimeout(() => (granted() === undefined ? release() : ended(undefined)), 900)),
    query: async () => ({ held: [] }),
  };
  vi.stubGlobal('navigator', { locks });
  const other = new BroadcastChannel('stock-horizon orders');
  try {
    const claimed = claimOrder('one', nobody);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin only
    other.postMessage({ kind: 'had', id: 'one' });
    expect(await claimed).toBeNull();
    // The lock that arrives too late is released.
    await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  } finally {
    other.close();
    vi.unstubAllGlobals();
  }
});
