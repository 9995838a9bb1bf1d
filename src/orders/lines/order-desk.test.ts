import { expect, it, onTestFinished, vi } from 'vitest';

import type { OrderContent } from '#stock/contract/orders.ts';
import type * as Unsaved from '#parts/saved-orders/unsaved-orders.ts';

import { catalog } from './order-session.sample.ts';

/** An open desk whose server takes every order. */
async function openDesk() {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  const before = {
    /** What runs before the desk learns whether the browser still has something to send. */
    reading: () => {},
    /** What runs before the server responds to a version. */
    saved: () => {},
  };
  const sent: OrderContent[] = [];
  // Tests share modules: these need a desk that nothing was opened in, and leave none of its modules to others.
  vi.resetModules();
  vi.doMock('#data/orders.ts', async (original) => ({
    ...(await original<object>()),
    fetchOrders: async () => ({ orders: [], damaged: [] }),
    putOrder: async (_id: string, content: OrderContent) => {
      before.saved();
      return { changedAt: sent.push(content) };
    },
  }));
  vi.doMock('#parts/saved-orders/unsaved-orders.ts', async (original) => {
    const actual = await original<typeof Unsaved>();
    return { ...actual, unsavedOrder: (id: string) => actual.unsavedOrder(id).finally(() => before.reading()) };
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
  if (session === null) throw new Error('No order is open.');
  onTestFinished(() => {
    session.close();
    vi.useRealTimers();
    vi.doUnmock('#data/orders.ts');
    vi.doUnmock('#parts/saved-orders/unsaved-orders.ts');
    vi.resetModules();
  });
  /** What was shown, and what the server had then. */
  const shown: [saving: string, name?: string, shipBy?: string][] = [];
  orderDesk.state.subscribe(({ saving }) => shown.push([saving.kind, sent.at(-1)?.name, sent.at(-1)?.shipBy]));
  return { session, before, shown };
}

it('an order that is changed while it is found to be saved is not shown as saved until that is', async () => {
  const { session, before, shown } = await openDesk();
  before.reading = () => {
    before.reading = () => {};
    session.rename('second');
  };
  session.rename('first');
  await vi.waitFor(() => expect(shown.at(-1)).toEqual(['saved', 'second', undefined]), { timeout: 60_000 });
  expect(shown.filter(([saving]) => saving === 'saved')).toEqual([['saved', 'second', undefined]]);
});

it('an entry is shown as saved when the server has it, although results change meanwhile', async () => {
  const { session, before, shown } = await openDesk();
  vi.useFakeTimers();
  before.saved = () => session.compareWith(null);
  session.rename('first');
  await vi.advanceTimersByTimeAsync(100);
  expect(shown.at(-1)).toEqual(['saved', 'first', undefined]);
});

it('a ship-by date of an order without lines is shown as saved when the server has it', async () => {
  const { session, before, shown } = await openDesk();
  session.rename('first');
  before.saved = () => {
    before.saved = () => {};
    session.setShipBy('2026-12-24');
  };
  await vi.waitFor(() => expect(shown.at(-1)?.[0]).toBe('saved'), { timeout: 60_000 });
  expect(shown.at(-1)).toEqual(['saved', 'first', '2026-12-24']);
});
