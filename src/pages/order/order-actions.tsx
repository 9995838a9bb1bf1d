import { useSyncExternalStore } from 'react';

import type { GridSession } from '#features/grid/grid-session.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';

import type { LineView } from './line-view.ts';
import { OrderShelf } from './order-shelf.tsx';
import type { OrderSession } from './order-session.ts';
import { TakeOrder } from './take-order.tsx';

interface OrderActionsProps {
  session: OrderSession;
  grid: GridSession<DraftLine, LineView>;
}

/** The order to take along, once it has lines, and the others that this browser keeps. */
export function OrderActions({ session, grid }: OrderActionsProps) {
  const { lineCount } = useSyncExternalStore(session.overview.subscribe, session.overview.get);
  return (
    <>
      {lineCount > 0 && <TakeOrder session={session} grid={grid} />}
      <OrderShelf session={session} />
    </>
  );
}
