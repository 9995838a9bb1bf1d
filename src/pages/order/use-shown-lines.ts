import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import type { GridSession } from '#components/grid/grid-session.ts';
import type { DraftLine } from '#components/order-draft/draft-line.ts';

import { lateWord } from './known-columns.tsx';
import type { LineView } from './line-view.ts';
import type { OrderWords } from './order-words.ts';
import { type ShownLines, sortableColumns } from './shown-lines.ts';
import { statusWords } from './status-words.ts';

/** Which lines show, and sorted by what: held in the address, so that it survives a reload and the way back. */
export function useShownLines(grid: GridSession<DraftLine, LineView>, words: OrderWords) {
  const { show = null, sort = null, desc = false } = useSearch({ from: '/order' });
  const navigate = useNavigate({ from: '/order' });

  useEffect(() => {
    grid.view.setFilter('status', statusFilter(show, words));
    grid.view.setFilter('days', show === 'late' ? { contains: lateWord(words) } : null);
  }, [grid, show, words]);

  useEffect(() => {
    const now = grid.view.getState().sort;
    if ((now?.columnId ?? null) === sort && (now?.descending ?? false) === desc) return;
    grid.view.setSort(sort === null ? null : { columnId: sort, descending: desc });
  }, [grid, sort, desc]);

  const follow = useEffectEvent(() => {
    const { sort: by, filters } = grid.view.getState();
    const isShown = show === null || filters.has(show === 'late' ? 'days' : 'status');
    const next = {
      sort: sortableColumns.find((id) => id === by?.columnId),
      desc: by?.descending || undefined,
      show: isShown ? (show ?? undefined) : undefined,
    };
    if (next.sort === (sort ?? undefined) && next.desc === (desc || undefined) && isShown) return;
    void navigate({ search: next, replace: true, resetScroll: false });
  });
  useEffect(() => grid.view.subscribe(() => follow()), [grid]);

  return {
    lines: show,
    show: (lines: ShownLines | null) =>
      void navigate({ search: (before) => ({ ...before, show: lines ?? undefined }), resetScroll: false }),
  };
}

function statusFilter(show: ShownLines | null, { i18n }: OrderWords) {
  return show === null || show === 'late' ? null : { values: [statusWords(show, i18n)] };
}
