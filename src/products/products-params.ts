import { calendarSorts, currentTile, shortWeeks, tileFilters } from '#stock/contract/calendar-options.ts';
import {
  countParam,
  dateParam,
  flagParam,
  oneOfParam,
  productIdsParam,
  quantityParam,
  readSearch,
  textParam,
} from '#parts/search-params.ts';

import { pageSizes } from './products-search.ts';
import { viewParams, views } from './views.ts';

/** Search parameters of the products page. Without `ids` and `list` it shows all products. */
export const calendarsParams = {
  ids: productIdsParam,
  /** Id of a list saved in this browser. */
  list: textParam(64),
  page: countParam(1, 999_999_999),
  pageSize: oneOfParam(pageSizes),
  quantity: quantityParam,
  /** Include max lead time; absent means yes. */
  mlt: flagParam,
  view: oneOfParam(['table', ...views.map(({ id }) => id)]),
  bucket: oneOfParam(['day', 'week', 'month']),
  ...viewParams,
  from: dateParam,
  to: dateParam,
  sort: oneOfParam(calendarSorts),
  /** Whether the sort is descending. */
  desc: flagParam,
  tile: (raw: unknown) => oneOfParam(tileFilters)(currentTile(raw)),
  /** Weeks within which products run short. */
  weeks: oneOfParam(shortWeeks),
  /** Unit of the quantity. */
  unit: textParam(50),
  /** Text to find in the product id, SKU or name. */
  find: textParam(200),
  /** Products selected on any page; `kept` if there are so many that the fragment contains them. */
  selected: (raw: unknown) => (raw === 'kept' ? raw : productIdsParam(raw)),
  /** Expanded rows. */
  open: productIdsParam,
};

/** Reads the parameters of an address. */
export function readCalendarsParams(raw: Record<string, unknown>) {
  const search = readSearch(calendarsParams, raw);
  // No tile stays that isn't applied to changes.
  return search.view === 'moved' ? { ...search, tile: undefined, page: undefined } : search;
}
