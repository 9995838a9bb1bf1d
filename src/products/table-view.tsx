import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { FlexRender, Subscribe, type Header } from '@tanstack/react-table';
import { Link } from '@tanstack/react-router';
import { ArrowRight, ChevronDown } from 'lucide-react';
import {
  memo,
  type ReactNode,
  useId,
  useMemo,
  useState,
  type ChangeEvent,
  type CSSProperties,
  type MouseEvent,
} from 'react';

import type { BucketSize } from '#stock/level-buckets.ts';
import { CalendarFindings } from '#parts/calendar-findings.tsx';
import { LazyStockChart } from '#parts/chart/lazy-stock-chart.tsx';
import { useWatches } from '#parts/watch/use-watches.ts';
import { WatchButton } from '#parts/watch/watch-button.tsx';
import { sparklineWindow } from '#parts/sparkline/sparkline.tsx';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import { ariaSortOf, SortButton } from '#ui/sort-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import type { CalendarsSearch } from './products-search.ts';
import { type CalendarRow, sharedValues } from './calendar-row.ts';
import { useColumnNames, type calendarFeatures, type CalendarTableRow } from './columns.tsx';
import { selectionBarId } from './selection.ts';
import { RowContextProvider, useRowContext } from './row-context.ts';
import type { CalendarsTable } from './use-calendars-table.ts';
import type { Listing } from './use-listing.ts';

import classes from './table-view.module.css';

interface TableViewProps {
  address: CalendarsSearch;
  listing: Listing;
}

/** Width of the checkbox and chart button columns in CSS pixels. */
const edgeWidth = 38;

/** Width of a table below which a screen is a laptop's, in CSS pixels. */
const laptop = 1300;

/** Table of the page's products, each with an expandable chart. */
export const TableView = memo(function TableView({ address, listing }: TableViewProps) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  const { ref, width } = useElementSize();
  const { table, rows, quantity, data, isOutdated } = listing;
  const { today: localToday } = useLocale();
  const today = data?.today ?? localToday;
  const names = useColumnNames(quantity);
  const charts = useRowCharts(address);
  const { byProduct: watched } = useWatches();
  const window = useMemo(
    () =>
      sparklineWindow(
        rows.flatMap(({ summary }) => summary?.timeline ?? []),
        today,
      ),
    [rows, today],
  );
  const context = useMemo(
    () => ({ wanted: quantity, today, isCurrent: !isOutdated, window, watched }),
    [quantity, today, isOutdated, window, watched],
  );
  const shared: Record<string, unknown> = useMemo(() => sharedValues(listing), [listing]);
  // One value in all rows is said once, above the table.
  const varied = (table.getHeaderGroups()[0]?.headers ?? []).filter(({ id }) => (shared[id] ?? null) === null);
  // A laptop shows the date of the stock data only if no other column is out of sight for it.
  const withoutDate = varied.filter(({ id }) => id !== 'updated');
  const isTight = !isNarrow && width > 0 && width < laptop && widthOf(varied) > width && widthOf(withoutDate) <= width;
  const headers = isTight ? withoutDate : varied;
  const columns = headers.map(({ id }) => id).join();
  const sorted = headers.find(({ column }) => column.getIsSorted() !== false)?.id;
  const minWidth = widthOf(headers);
  const tracks = headers
    .map(({ id, column }) => {
      const size = column.getSize();
      // Names are longer than other values: their column gets extra width first, up to twice its size.
      return `minmax(${size}px, ${id === 'name' ? 2 * size : size}fr)`;
    })
    .join(' ');

  return (
    <RowContextProvider value={context}>
      <div ref={ref} className={classes.scroll} data-fits={width >= minWidth || undefined}>
        <table
          aria-label={t`Products`}
          className={classes.table}
          style={{ minWidth, '--columns': `${edgeWidth}px ${tracks} ${edgeWidth}px` } as CSSProperties}
        >
          <thead>
            <tr>
              <th className={classes.tick} scope="col">
                {isNarrow ? (
                  <VisuallyHidden>{t`Selection`}</VisuallyHidden>
                ) : (
                  <>
                    <UnstyledButton className={classes.skip} onClick={focusFirstRow}>
                      <Trans>Skip to the rows</Trans>
                    </UnstyledButton>
                    <SelectAll table={table} />
                  </>
                )}
              </th>
              {headers.map((header) => (
                <ColumnHeader key={header.id} header={header} name={names[header.id] ?? ''} isPlain={isNarrow} />
              ))}
              <th className={classes.fold} scope="col">
                <VisuallyHidden>{t`Chart`}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <TableRow
                key={row.id}
                row={row}
                names={names}
                charts={row.getIsExpanded() ? charts : null}
                columns={columns}
                sorted={sorted}
                columnCount={headers.length + 2}
              />
            ))}
          </tbody>
        </table>
      </div>
    </RowContextProvider>
  );
});

/** Skips the tab stops of the headings. */
function focusFirstRow({ currentTarget }: MouseEvent) {
  currentTarget.closest('table')?.querySelector<HTMLElement>('tbody input')?.focus();
}

function widthOf(headers: readonly { column: { getSize: () => number } }[]): number {
  return headers.reduce((sum, { column }) => sum + column.getSize(), 2 * edgeWidth);
}

/** Shared state of the expanded charts, and its setters. */
interface RowCharts {
  bucketSize: BucketSize;
  setBucketSize: (size: BucketSize) => void;
  setQuantity: (quantity: Thousandths) => void;
}

function useRowCharts({ search, change }: CalendarsSearch): RowCharts {
  const bucketSize = search.bucket ?? 'day';
  return useMemo(
    () => ({
      bucketSize,
      setBucketSize: (size) => change({ bucket: size === 'day' ? undefined : size }),
      setQuantity: (next) => change({ quantity: fromThousandths(next) }),
    }),
    [bucketSize, change],
  );
}

interface ColumnHeaderProps {
  header: Header<typeof calendarFeatures, CalendarRow>;
  name: string;
  /** Whether the header is visually hidden and has no controls (small screens). */
  isPlain: boolean;
}

/** A column header that sorts the table. */
function ColumnHeader({ header: { column }, name, isPlain }: ColumnHeaderProps) {
  return (
    <th scope="col" data-column={column.id} aria-sort={ariaSortOf(column)}>
      {column.getCanSort() && !isPlain ? <SortButton column={column}>{name}</SortButton> : name}
    </th>
  );
}

/** Checkbox that selects all products of the page. */
export function SelectAll({ table, label }: { table: CalendarsTable; label?: ReactNode }) {
  const { t } = useLingui();
  const { rows } = table.getRowModel();
  return (
    <Subscribe source={table.atoms.rowSelection} selector={(selected) => rows.filter(({ id }) => selected[id]).length}>
      {(count) => (
        <Checkbox
          className={classes.box}
          title={t`Select all on this page`}
          aria-label={t`Select all on this page`}
          label={label}
          checked={count > 0 && count === rows.length}
          indeterminate={count > 0 && count < rows.length}
          onChange={table.getToggleAllPageRowsSelectedHandler()}
        />
      )}
    </Subscribe>
  );
}

/**
 * A product's checkbox and, once it was ticked itself, the way to the actions for selected products. Native, as all in a
 * row, because 250 Mantine checkboxes take as long to render as the rest of their rows.
 */
function RowCheckbox({ row, label }: { row: CalendarTableRow; label: string }) {
  const [isTicked, setTicked] = useState(false);
  const toggle = row.getToggleSelectedHandler();
  function onChange(event: ChangeEvent) {
    setTicked(true);
    toggle(event);
  }
  return (
    <Subscribe source={row.table.atoms.rowSelection} selector={(selected) => selected[row.id] === true}>
      {(isSelected) => (
        <>
          <label className={classes.box}>
            <input type="checkbox" aria-label={label} checked={isSelected} onChange={onChange} />
          </label>
          {isSelected && isTicked && (
            <button
              type="button"
              className={classes.skip}
              onClick={() => document.getElementById(selectionBarId)?.focus()}
            >
              <Trans>Actions for selected products</Trans>
            </button>
          )}
        </>
      )}
    </Subscribe>
  );
}

interface TableRowProps {
  row: CalendarTableRow;
  names: Readonly<Record<string, string>>;
  /** Null while the chart is collapsed. */
  charts: RowCharts | null;
  /** IDs of the visible columns. A change renders the row again. */
  columns: string;
  /** ID of the column that the rows are sorted by. */
  sorted: string | undefined;
  columnCount: number;
}

type RowCellsProps = Pick<TableRowProps, 'row' | 'names' | 'columns' | 'sorted'>;

/** The columns that a phone shows in each row; of the others the sorted one, and all in an open row, with their names. */
const phoneColumns = new Set(['product', 'name', 'course', 'available', 'first', 'wanted']);

/** The cells of a product. Memoized, so that expanding the row doesn't render them again. */
const RowCells = memo(function RowCells({ row, names, columns, sorted }: RowCellsProps) {
  const shown = columns.split(',');
  const cells = row.getVisibleCells().filter(({ column }) => shown.includes(column.id));
  return cells.map((cell) => (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell isn't a control; the column renders its text
    <td key={cell.id} data-column={cell.column.id} data-sorted={cell.column.id === sorted || undefined}>
      {!phoneColumns.has(cell.column.id) && (
        <span aria-hidden className={classes.label}>
          {names[cell.column.id]}
        </span>
      )}
      <FlexRender cell={cell} />
    </td>
  ));
});

/** A product's row and, if expanded, its chart below. */
const TableRow = memo(function TableRow({ row, names, charts, columns, sorted, columnCount }: TableRowProps) {
  const { t } = useLingui();
  const detailId = useId();
  const { productId, product } = row.original;
  const name = product.name ?? t`product ${productId}`;
  const isOpen = charts !== null;
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <td className={classes.tick}>
          <RowCheckbox row={row} label={t`Select ${name}`} />
        </td>
        <RowCells {...{ row, names, columns, sorted }} />
        <td className={classes.fold}>
          {row.getCanExpand() && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailId : undefined}
              aria-label={t`Chart of ${name}`}
              className={classes.foldButton}
              onClick={row.getToggleExpandedHandler()}
            >
              <ChevronDown aria-hidden size={18} />
            </button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.detail}>
          <td id={detailId} colSpan={columnCount}>
            <RowDetail row={row.original} name={name} charts={charts} />
          </td>
        </tr>
      )}
    </>
  );
});

const chartHeight = 260;

/** The calendar chart below a row, with findings about the calendar and a link to the product's page. */
function RowDetail({ row, name, charts }: { row: CalendarRow; name: string; charts: RowCharts }) {
  const context = useRowContext();
  const { productId, product, summary, tile } = row;
  const wanted = tile === 'other-unit' ? null : context.wanted;
  if (summary === null) return null;
  const { timeline } = summary;
  return (
    <div className={classes.chart}>
      <CalendarFindings findings={timeline.findings} />
      <LazyStockChart
        timeline={timeline}
        quantity={wanted}
        onQuantityChange={charts.setQuantity}
        unit={product.unit}
        height={chartHeight}
        bucketSize={charts.bucketSize}
        onBucketSizeChange={charts.setBucketSize}
      />
      <WatchButton
        hasLabel
        products={[{ productId, product: name, unit: product.unit, quantity: wanted, shipBy: null }]}
      />
      <Link
        to="/"
        search={{ product: productId, quantity: wanted === null ? undefined : fromThousandths(wanted) }}
        className={classes.link}
      >
        <span>
          <Trans>
            View stock calendar of <bdi>{name}</bdi>
          </Trans>
        </span>
        <ArrowRight aria-hidden size={16} />
      </Link>
    </div>
  );
}
