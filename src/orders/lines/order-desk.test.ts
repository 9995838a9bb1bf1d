import { expect, it, onTestFinished, vi } from 'vitest';

import type * as Unsaved from '#parts/saved-orders/unsaved-orders.ts';

import { catalog } from './order-session.sample.ts';

it('an order that is changed while it is found to be saved is not shown as saved until that is', async () => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  /** What runs before the desk learns whether the browser still has something to send. */
  let beforeReading: () => void = vi.fn();
  const sent: string[] = [];
  // Tests share modules: this one needs a desk that nothing was opened in, and leaves none of its modules to others.
  vi.resetModules();
  vi.doMock('#data/orders.ts', async (original) => ({
    ...(await original<object>()),
    fetchOrders: async () => ({ orders: [], damaged: [] }),
    putOrder: async (_id: string, { name }: { name: string }) => ({ changedAt: sent.push(name) }),
  }));
  vi.doMock('#parts/saved-orders/unsaved-orders.ts', async (original) => {
    const actual = await original<typeof Unsaved>();
    return { ...actual, unsavedOrder: (id: string) => actual.unsavedOrder(id).finally(() => beforeReading()) };
  });
  onTestFinished(() => {
    vi.doUnmock('#data/orders.ts');
    vi.doUnmock('#parts/saved-orders/unsaved-orders.ts');
    vi.resetModules();
  });

  const { orderDesk } = await import('./order-desk.ts');
  await orderDesk.open({
    owner: 'me',
    catalog,
    present: { day: '2026-11-26', stock: 'me 1' },
    formatQuantity: String,
    onCheck: () => undefined,
    currentOwner: async () => 'me',
  });
  const { session } = orderDesk;
  const shown: [saving: string, last: string | undefined][] = [];
  orderDesk.state.subscribe(({ saving }) => shown.push([saving.kind, sent.at(-1)]));
  beforeReading = () => {
    beforeReading = () => undefined;
    session?.rename('second');
  };
  session?.rename('first');
  await vi.waitFor(() => expect(shown.at(-1)).toEqual(['saved', 'second']), { timeout: 60_000 });
  expect(shown.filter(([saving]) => saving === 'saved')).toEqual([['saved', 'second']]);
  session?.close();
});
