import { useSelector } from '@tanstack/react-store';

import { CustomerLink } from '#parts/customer-link/customer-link.tsx';
import { useTransitDays } from '#parts/transit-days.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import { useOrderWords } from '#orders/order-words.ts';

import { letterOf, unsettledLines } from './order-copies.ts';
import { orderToCopy } from './use-customer-text.tsx';

/** The customer's link to the order, and whether it still says what the order does. */
export function OrderCustomerLink({ session, canMake }: { session: OrderSession; canMake: boolean }) {
  const words = useOrderWords();
  const { transit } = useTransitDays();
  // The letter is another with each change of the order.
  useSelector(session.state);
  const letter = () => {
    const isSettled = unsettledLines(session.lines.getEntries()).length === 0;
    const current = letterOf(orderToCopy(session, words), transit);
    return isSettled && current.offers.length > 0 ? current : null;
  };
  return <CustomerLink of={{ subject: 'orders', id: session.id }} {...{ letter, canMake }} />;
}
