import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { GridSession } from '#features/grid/grid-session.ts';
import type { DraftLine } from '#features/saved-orders/saved-order.ts';

import type { LineView } from './line-view.ts';
import type { OrderSession } from './order-session.ts';
import type { OrderWords } from './order-words.ts';
import { filtersOf, searchOf, type ShownSearch } from './shown-filters.ts';
import { type ShownLines, sortableColumns } from './shown-lines.ts';

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
