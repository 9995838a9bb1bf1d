import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useRememberedKey } from '#parts/remembered.ts';

import { showOrder } from './open-order.ts';

/** Opens one of the user's orders in this tab. */
export function OrderLink({ id, children }: { id: string; children: ReactNode }) {
  const owner = useRememberedKey('order');
  return (
    <Link to="/order" onClick={() => owner !== null && void showOrder(owner, id)}>
      {children}
    </Link>
  );
}
