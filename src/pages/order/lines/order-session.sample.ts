import { onTestFinished, vi } from 'vitest';

import type { FaultyService } from '#api/order-check/faulty-service.fake.ts';
import { serviceOf } from '#api/order-check/checked-order.sample.ts';
import { draftLine, type NewLine, type StoredOrder } from '#features/saved-orders/saved-order.ts';

import { OrderSession, type OrderSessionOptions } from './order-session.ts';
import type { Catalog } from './product-directory.ts';

/** Products 1 to 20: `S-1` to `S-20`, sold by the meter. */
export const catalog: Catalog = {
  resolve: async (keys) =>
    keys.map((key) => {
      const productId = Number(key.replace(/^s-/, ''));
      const isKnown = productId >= 1 && productId <= 20;
      return isKnown ? { productId, name: `Cloth ${productId}`, sku: `S-${productId}`, unit: 'm' } : null;
    }),
  search: async () => [],
};

/** Returns a newly opened order. Its service has products 1 to 20 with identical calendars. */
export function sessionOf(
  lines: readonly NewLine[],
  more: Partial<OrderSessionOptions> & { service?: FaultyService } = {},
): OrderSession {
  const { service = serviceOf(20), ...options } = more;
  // No frames are rendered in tests.
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  const stored: StoredOrder = {
    header: { id: 'one', owner: 'me', name: '', changedAt: 0, lineCount: lines.length },
    contents: {
      lines: lines.map((line, at) => draftLine(at + 1, line, (quantity) => String(quantity / 1000))),
      check: null,
      previous: null,
    },
  };
  const session = new OrderSession({
    stored,
    catalog,
    present: { day: service.today, stock: 'first' },
    source: service.options,
    formatQuantity: (quantity) => String(quantity / 1000),
    onChange: () => undefined,
    ...options,
  });
  onTestFinished(() => session.close());
  return session;
}

export async function settledSession(...of: Parameters<typeof sessionOf>): Promise<OrderSession> {
  const session = sessionOf(...of);
  await session.settled();
  return session;
}
