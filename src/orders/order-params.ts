import { flagParam, oneOfParam } from '#parts/search-params.ts';

import {
  currentColumn,
  maxFilterLength,
  readFilters,
  type ShownLines,
  shownLines,
  sortableColumns,
  writeFilters,
} from './lines/line-filters.ts';

/** By the name in addresses saved earlier. */
const earlierLines: Readonly<Record<string, ShownLines>> = { 'not-answered': 'no-result', unasked: 'not-checked' };

/** Search parameters of an order. The lines of a shared order are in the fragment. */
export const orderParams = {
  /** Status by which lines are filtered. */
  show: (raw: unknown) => oneOfParam(shownLines)(earlierLines[String(raw)] ?? raw),
  /** Column filters as serialized by `line-filters.ts`. */
  filter: (raw: unknown) =>
    typeof raw === 'string' && raw.length <= maxFilterLength && writeFilters(readFilters(raw)) !== undefined
      ? raw
      : undefined,
  sort: (raw: unknown) => oneOfParam(sortableColumns)(currentColumn(raw)),
  /** Whether the sort is descending. */
  desc: flagParam,
};

/** Search parameters of the list of orders. */
export const ordersParams = {
  /** Only those with a promise that got worse. */
  show: oneOfParam(['worse']),
};
