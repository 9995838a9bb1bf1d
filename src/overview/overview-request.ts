import type { QueryClient } from '@tanstack/react-query';

import { calendars, type CalendarsRequest } from '#data/calendar-pages.ts';
import { session } from '#data/session.ts';
import { maxCalendarsPage } from '#stock/contract/calendar-options.ts';
import { toThousandths } from '#stock/thousandths.ts';

/** Period in which products run short, in weeks. */
export const weeks = 4;

/** Rows that a panel has, if the window is high. Others show half of them. */
export const shownRows = 10;

interface OverviewSearch {
  quantity?: number | undefined;
  unit?: string | undefined;
}

/** Returns the request for the figures of all products and the first of those that run short. */
export function overviewRequest({ quantity, unit }: OverviewSearch): CalendarsRequest {
  return {
    productIds: null,
    quantity: quantity === undefined ? null : toThousandths(quantity),
    unit: quantity === undefined ? undefined : unit,
    includeMaxLeadTime: true,
    tile: 'short-soon',
    shortWeeks: weeks,
    sort: 'fallsShort',
    page: 1,
    pageSize: maxCalendarsPage,
  };
}

/** Starts the request of the overview that the URL shows, for signed-in users. Never rejects. */
export async function startOverview(client: QueryClient, search: OverviewSearch): Promise<void> {
  const person = await client.ensureQueryData(session.current()).catch(() => null);
  if (person?.signedIn) await client.prefetchQuery(calendars.page(overviewRequest(search)));
}
