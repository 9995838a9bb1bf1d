import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { session } from '#data/session.ts';
import type { CalendarCounts } from '#stock/contract/calendars.ts';

interface OldestDataLinkProps {
  oldest: NonNullable<CalendarCounts['oldestUpdate']>;
  /** Quantity of the results. */
  search: { quantity?: number | undefined; unit?: string | undefined };
  className?: string | undefined;
  children: ReactNode;
}

/** Leads to the products by the age of their stock data; to the product itself if the service can't sort by that. */
export function OldestDataLink({ oldest, search, className, children }: OldestDataLinkProps) {
  const { data } = useQuery(session.current());
  if (data?.service.kind !== 'embedded')
    return (
      <Link to="/" search={{ product: oldest.product.productId }} className={className}>
        {children}
      </Link>
    );
  return (
    <Link to="/calendars" search={{ ...search, sort: 'updated' }} className={className}>
      {children}
    </Link>
  );
}
