import type { LineStatus } from '#domain/order/line-state.ts';

import { type ColumnFilters, readFilters, writeFilters } from './column-filters.ts';
import { lateWord } from './known-columns.tsx';
import { type OrderWords, statusWords } from './order-words.ts';
import { type ShownLines, shownLines } from './shown-lines.ts';

/** What the address says about which lines show. */
export interface ShownSearch {
  show?: ShownLines | undefined;
  filter?: string | undefined;
}

const statuses: readonly LineStatus[] = ['unasked', 'checking', ...shownLines.filter((lines) => lines !== 'late')];

/** The filters that an address asks for. Statuses are named there, whatever language the grid speaks. */
export function filtersOf({ show, filter = '' }: ShownSearch, words: OrderWords): ColumnFilters {
  const filters = new Map(readFilters(filter));
  const { contains, values } = filters.get('status') ?? {};
  const inWords = values?.map((value) => {
    const status = statuses.find((id) => id === value);
    return status ? statusWords(status, words.i18n) : value;
  });
  if (inWords) filters.set('status', { ...(contains !== undefined && { contains }), values: inWords });
  if (show === 'late') filters.set('days', { contains: lateWord(words) });
  else if (show !== undefined) filters.set('status', { values: [statusWords(show, words.i18n)] });
  return filters;
}

/** The opposite of {@link filtersOf}. */
export function searchOf(filters: ColumnFilters, words: OrderWords): ShownSearch {
  const rest = new Map(filters);
  const { contains, values } = rest.get('status') ?? {};
  const ids = values?.map((value) => statuses.find((id) => statusWords(id, words.i18n) === value) ?? value);
  if (ids) rest.set('status', { ...(contains !== undefined && { contains }), values: ids });
  const [status] = ids?.length === 1 && !contains?.trim() ? ids : [];
  let show = shownLines.find((lines) => lines === status);
  const days = rest.get('days');
  if (show !== undefined) rest.delete('status');
  else if (days?.contains === lateWord(words) && days.values === undefined) {
    show = 'late';
    rest.delete('days');
  }
  return { show, filter: writeFilters(rest) };
}
