import type { QueryClient } from '@tanstack/react-query';

import { calendars, type CalendarsRequest } from '#data/calendar-pages.ts';
import { session } from '#data/session.ts';
import type { CalendarSort } from '#stock/contract/calendar-options.ts';
import type { ProductId } from '#stock/contract/product-id.ts';

import { addressOf, type CalendarsParams } from './products-search.ts';
import { idsInFragment } from '#products/selection/ids-link.ts';

/** Sort order of the products. */
export interface Sort {
  by: CalendarSort;
  desc: boolean;
}

/** Returns the sort order of the URL. Without one, products that run short are sorted by the day; others aren't: null. */
export function sortOf({ sort, desc = false, tile }: Pick<CalendarsParams, 'sort' | 'desc' | 'tile'>): Sort | null {
  const by = sort ?? (tile === 'short-soon' ? 'fallsShort' : undefined);
  return by === undefined ? null : { by, desc };
}

/** Returns the request for the page of products that the URL shows. `productIds` is null for all products. */
export function calendarsRequest(
  search: CalendarsParams,
  productIds: readonly ProductId[] | null,
  sort: Sort | null,
): CalendarsRequest {
  const { page, pageSize, quantity, includesMaxLeadTime } = addressOf(search);
  return {
    productIds,
    quantity,
    unit: quantity === null ? undefined : search.unit,
    includeMaxLeadTime: includesMaxLeadTime,
    tile: search.tile,
    shortWeeks: search.weeks,
    find: search.find,
    sort: sort?.by,
    desc: sort?.desc === true ? true : undefined,
    page,
    pageSize,
  };
}

/** Returns the products of the URL without duplicates; null for all, unless they are those of a saved list. */
export function idsOfAddress({ ids }: CalendarsParams, hash: string): readonly ProductId[] | null {
  const found = ids ?? idsInFragment(hash, 'ids');
  return found && [...new Set(found)];
}

/** Starts the request of the page that the URL shows, unless its products are those of a saved list. Never rejects. */
export async function startCalendars(client: QueryClient, search: CalendarsParams, hash: string): Promise<void> {
  const productIds = idsOfAddress(search, hash);
  const person = await client.ensureQueryData(session.current()).catch(() => null);
  if (person === null || !person.signedIn || (productIds === null && search.list !== undefined)) return;
  await client.prefetchQuery(calendars.page(calendarsRequest(search, productIds, sortOf(search))));
}
