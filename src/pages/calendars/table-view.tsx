import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { sparklineWindow } from '#features/sparkline/sparkline-window.ts';

import classes from './calendars-views.module.css';
import { CalendarsTable } from './table/calendars-table.tsx';
import { SortSelect } from './table/sort-select.tsx';
import { useColumnNames } from './table/use-calendar-columns.tsx';
import { useColumnLayout } from './table/use-column-layout.ts';
import type { CalendarsSearch } from './use-calendars-search.ts';
import type { Listing } from './use-listing.ts';
import { useRowCharts } from './use-row-charts.ts';
import type { Selection } from './use-selection.ts';

interface TableViewProps {
  address: CalendarsSearch;
  listing: Listing;
  selection: Selection;
}

/** The table with what arranges it. */
export function TableView({ address, listing, selection }: TableViewProps) {
  const { today } = useLocale();
  const { rows, quantity, sort, setSort, isWhole, pageCount } = listing;
  const names = useColumnNames(quantity);
  const columns = useMemo(() => names.map(({ id }) => id), [names]);
  const { layout, arrange } = useColumnLayout(columns);
  const charts = useRowCharts(address);
  const window = useMemo(
    () =>
      sparklineWindow(
        rows.flatMap(({ summary }) => summary?.timeline ?? []),
        today,
      ),
    [rows, today],
  );

  return (
    <>
      <SortSelect names={names} sort={sort} onSort={setSort} />
      <p aria-live="polite" className={classes.note}>
        {sort !== null && !isWhole && (pageCount ?? 1) > 1 && (
          <Trans>Sorts this page only; load all pages to sort everything.</Trans>
        )}
      </p>
      <CalendarsTable
        names={names}
        rows={rows}
        wanted={quantity}
        window={window}
        layout={layout}
        onLayout={arrange}
        sort={sort}
        onSort={setSort}
        selected={selection.selected}
        onSelected={selection.select}
        charts={charts}
      />
    </>
  );
}
