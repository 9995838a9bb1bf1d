import { onTestFinished, vi } from 'vitest';

import { stockOf } from '#stock/order/order-results.ts';
import { draftLine, type NewLine, type StoredOrder } from '#parts/saved-orders/saved-order.ts';

import { serviceOf } from '#orders/check/checked-order.sample.ts';
import type { CheckedService } from '#orders/check/checked-service.fake.ts';

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
  more: Partial<OrderSessionOptions> & { service?: CheckedService } = {},
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
    present: { day: service.today, stock: stockOf('me', service.dataVersion) },
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
