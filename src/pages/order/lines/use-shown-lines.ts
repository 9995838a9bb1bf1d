import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { LineStatus } from '#domain/order/line-state.ts';
import type { GridSession } from '#features/grid/grid-session.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';
import { type OrderWords, statusWords } from '#pages/order/order-words.ts';

import {
  type ColumnFilters,
  readFilters,
  type ShownLines,
  shownLines,
  sortableColumns,
  writeFilters,
} from './line-filters.ts';
import type { LineView } from './line-view.ts';
import { lateWord } from './order-columns.tsx';
import type { OrderSession } from './order-session.ts';

/** Which lines show, and sorted by what. */
interface LinesSearch extends ShownSearch {
  sort?: (typeof sortableColumns)[number] | undefined;
  desc?: boolean | undefined;
}

/** Which lines show, and sorted by what: held in the address, so that it survives a reload and the way back. */
export function useShownLines(session: OrderSession, grid: GridSession<DraftLine, LineView>, words: OrderWords) {
  const search: LinesSearch = useSearch({ from: '/order' });
  const navigate = useNavigate({ from: '/order' });
  const address = textOf(search);
  // What the grid told the address and the address hasn't said back: by then the grid may be further on.
  const told = useRef<string[]>([]);

  const apply = useEffectEvent(({ view }: typeof grid, text: string) => {
    const echo = told.current.indexOf(text);
    told.current.splice(0, echo + 1);
    if (echo >= 0) return;
    const { show, filter, sort, desc = false } = search;
    const now = searchOfGrid(grid, words);
    if (now.show !== show || now.filter !== filter) view.setFilters(filtersOf(search, words));
    if (now.sort !== sort || (now.desc ?? false) !== desc) {
      view.setSorting(sort === undefined ? [] : [{ id: sort, desc }]);
    }
  });
  useEffect(() => apply(grid, address), [grid, address]);

  // What is filtered or sorted by may be a name that is still looked up when the order opens.
  useEffect(() => {
    let isCurrent = true;
    async function orderOnceKnown() {
      await session.settled();
      const { sorting, filters } = grid.view.getState();
      if (isCurrent && (sorting.length > 0 || filters.size > 0)) grid.view.reapply();
    }
    void orderOnceKnown();
    return () => {
      isCurrent = false;
    };
  }, [session, grid]);

  // The grid filters by words, and those are others in another language.
  const translate = useEffectEvent(() => grid.view.setFilters(filtersOf(search, words)));
  const language = words.i18n.locale;
  const shownIn = useRef(language);
  useEffect(() => {
    if (shownIn.current !== language) translate();
    shownIn.current = language;
  }, [language]);

  const follow = useEffectEvent(() => {
    const next = searchOfGrid(grid, words);
    const before = told.current.at(-1) ?? address;
    if (textOf(next) === before) return;
    told.current.push(textOf(next));
    // Another filter is a step to come back from, what is typed into one is not.
    const isStep = columnsIn(textOf(next)) !== columnsIn(before);
    void navigate({ search: { ...next }, replace: !isStep, resetScroll: false });
  });
  useEffect(() => grid.view.subscribe(() => follow()), [grid]);

  return {
    lines: search.show ?? null,
    show: (lines: ShownLines | null) =>
      void navigate({ search: (before) => ({ ...before, show: lines ?? undefined }), resetScroll: false }),
  };
}

function searchOfGrid({ view }: GridSession<DraftLine, LineView>, words: OrderWords): LinesSearch {
  const { sorting, filters } = view.getState();
  const [sort] = sorting;
  return {
    ...searchOf(filters, words),
    sort: sortableColumns.find((id) => id === sort?.id),
    desc: sort?.desc || undefined,
  };
}

function textOf({ show, filter, sort, desc }: LinesSearch): string {
  return JSON.stringify([show ?? '', filter ?? '', sort ?? '', desc ?? false]);
}

function columnsIn(text: string): string {
  const [show, filter] = JSON.parse(text) as [string, string];
  return JSON.stringify([show, [...new URLSearchParams(filter).keys()].map((name) => name.split('.')[0])]);
}

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
