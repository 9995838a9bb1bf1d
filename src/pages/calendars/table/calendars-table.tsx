import { Trans, useLingui } from '@lingui/react/macro';
import { functionalUpdate, useTable, type RowSelectionState, type SortingState } from '@tanstack/react-table';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';

import type { TimeWindow } from '#features/chart/time-window.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import type { SortOrder } from './arrange-rows.ts';
import { calendarSorts } from './calendar-sorts.ts';
import classes from './calendars-table.module.css';
import type { ColumnLayout } from './column-layout.ts';
import { ColumnHeader } from './column-header.tsx';
import type { RowCharts } from './row-charts.ts';
import type { ShownRow } from './shown-row.ts';
import { calendarFeatures } from './table-features.ts';
import { TableRow } from './table-row.tsx';
import { useCalendarColumns, type ColumnName } from './use-calendar-columns.tsx';

interface CalendarsTableProps {
  names: readonly ColumnName[];
  rows: readonly ShownRow[];
  wanted: Thousandths | null;
  window: TimeWindow;
  layout: ColumnLayout;
  onLayout: (next: (layout: ColumnLayout) => ColumnLayout) => void;
  sort: SortOrder | null;
  onSort: (sort: SortOrder | null) => void;
  /** On this page or any other. */
  selected: readonly ProductId[];
  onSelected: (ids: readonly ProductId[]) => void;
  charts: RowCharts;
}

/** A page of products, one a row, each with its chart to unfold. */
export function CalendarsTable(props: CalendarsTableProps) {
  const { names, rows, wanted, window, layout, onLayout, sort, onSort, selected, onSelected, charts } = props;
  const { t } = useLingui();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const columns = useCalendarColumns({ names, wanted, window });
  const rowSelection = useMemo(() => recordOf(selected), [selected]);
  const opened = useMemo(() => new Set(charts.open), [charts.open]);
  const sorting = useMemo(() => (sort ? [{ id: sort.by, desc: sort.desc }] : []), [sort]);
  const table = useTable({
    features: calendarFeatures,
    columns,
    data: rows,
    getRowId: ({ productId }) => String(productId),
    manualSorting: true,
    enableMultiSort: false,
    sortDescFirst: false,
    columnResizeMode: 'onEnd',
    state: {
      sorting,
      rowSelection,
      columnOrder: layout.order,
      columnVisibility: Object.fromEntries(layout.hidden.map((id) => [id, false])),
      columnSizing: layout.widths,
    },
    onSortingChange: (updater) => {
      const [first] = functionalUpdate<SortingState>(updater, sorting);
      const by = calendarSorts.find((each) => each === first?.id);
      onSort(by && first ? { by, desc: first.desc } : null);
    },
    onRowSelectionChange: (updater) => {
      const next = functionalUpdate<RowSelectionState>(updater, rowSelection);
      const kept = selected.filter((id) => next[id]);
      onSelected([
        ...kept,
        ...Object.keys(next)
          .map(Number)
          .filter((id) => !rowSelection[id]),
      ]);
    },
    onColumnSizingChange: (updater) =>
      onLayout((before) => ({ ...before, widths: functionalUpdate(updater, before.widths) })),
  });
  const nameOf = (id: string) => names.find((each) => each.id === id)?.name ?? id;
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const shownColumns = headers.map(({ id, column }) => `${id} ${column.getSize()}`).join();
  const columnCount = headers.length + 2;

  return (
    <div className={classes.scroll}>
      <table
        aria-label={t`Product calendars`}
        className={classes.table}
        style={{ minWidth: table.getTotalSize() + 84 }}
      >
        <thead>
          <tr>
            <th className={classes.tick} scope="col">
              <label className={classes.box} title={t`Select every product of this page`}>
                <input
                  type="checkbox"
                  aria-label={t`Select every product of this page`}
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  ref={(input) => {
                    if (input) input.indeterminate = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected();
                  }}
                  onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                />
                <span aria-hidden className={classes.boxWord}>
                  <Trans>All of this page</Trans>
                </span>
              </label>
            </th>
            {headers.map((header) => (
              <ColumnHeader
                key={header.id}
                header={header}
                name={nameOf(header.id)}
                isPlain={isNarrow}
                onWidth={(width) => onLayout(withWidth(header.id, width))}
              />
            ))}
            <th className={classes.fold} scope="col">
              <span className={classes.unseen}>{t`Chart`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              names={names}
              isSelected={rowSelection[row.id] ?? false}
              wanted={wanted}
              columns={columns}
              shownColumns={shownColumns}
              columnCount={columnCount}
              bucketSize={opened.has(row.original.productId) ? charts.bucketSize : null}
              onToggle={charts.toggle}
              onBucketSize={charts.setBucketSize}
              onQuantity={charts.setQuantity}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function recordOf(ids: readonly ProductId[]): RowSelectionState {
  return Object.fromEntries(ids.map((id) => [id, true as const]));
}

function withWidth(column: string, width: number) {
  return (layout: ColumnLayout) => ({ ...layout, widths: { ...layout.widths, [column]: width } });
}
