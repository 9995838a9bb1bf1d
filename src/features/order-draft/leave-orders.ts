import { liveOrder } from './live-order.ts';
import { countOrders, forgetAnswers, forgetOrders } from './order-store.ts';

/** What becomes of the lines of kept orders when the person signs out; their answers are forgotten in any case. */
export type OrdersAfterwards = 'keep-lines' | 'delete';

/** How many orders would stay behind in this browser. */
export async function ordersHere(): Promise<number> {
  try {
    return await countOrders();
  } catch {
    return 0;
  }
}

/** Closes the open order, and leaves of all kept orders what was chosen. A browser that keeps nothing has nothing to leave. */
export async function leaveOrders(afterwards: OrdersAfterwards): Promise<void> {
  try {
    await liveOrder()?.leave();
    await (afterwards === 'delete' ? forgetOrders() : forgetAnswers());
  } catch {
    return;
  }
}
