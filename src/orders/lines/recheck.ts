import { queryOptions } from '@tanstack/react-query';

import { promiseKey } from '#parts/promises/kept-promises.ts';
import type { OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { readOrder } from '#parts/saved-orders/saved-orders.ts';
import { promisedLines, type ToldOrder } from '#stock/promises/told-order.ts';

import type { DeskOwner } from './order-desk.ts';
import { OrderSession } from './order-session.ts';

/**
 * Checks an order that isn't open. Nothing is saved, so that the order, once it is opened, is compared with its last check.
 * @returns a query for what a list of orders says of it; null if it is deleted, or has no result
 */
export function recheck(
  { id, changedAt }: Pick<OrderHeader, 'id' | 'changedAt'>,
  told: ToldOrder | undefined,
  { owner, present, catalog, formatQuantity, onCheck }: DeskOwner,
) {
  return queryOptions({
    queryKey: ['order-recheck', { owner, id, changedAt, present, closed: told?.closed.map(promiseKey) }],
    queryFn: async ({ signal }) => {
      const read = await readOrder(id, owner);
      if (read === null) return null;
      const options = { stored: read.order, present, catalog, formatQuantity, onCheck, onChange: () => undefined };
      const session = new OrderSession(options);
      signal.addEventListener('abort', () => session.close());
      if (told) session.setPromised(promisedLines(told));
      await session.startCheck(true);
      const { summary } = session.stored().contents;
      session.close();
      return summary ?? null;
    },
    staleTime: Infinity,
    retry: false,
  });
}
