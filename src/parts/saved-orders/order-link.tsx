import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { session } from '#data/session.ts';
import { rememberedKey } from '#parts/remembered.ts';

import { showOrder } from './open-order.ts';

/** Opens one of the user's orders in this tab. */
export function OrderLink({ id, children }: { id: string; children: ReactNode }) {
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('order', data) : null;
  return (
    <Link to="/order" onClick={() => owner !== null && showOrder(owner, id)}>
      {children}
    </Link>
  );
}
