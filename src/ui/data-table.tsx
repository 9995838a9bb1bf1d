import {
  createColumnHelper,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type Header,
  type ReactTable,
  type RowData,
  type TableOptions,
} from '@tanstack/react-table';
import { Fragment, type ComponentProps, type ReactNode } from 'react';

import classes from './data-table.module.css';
import { ariaSortOf, SortButton } from './sort-button.tsx';

/** What a column tells the table beyond its heading and its cells. */
interface DataColumnMeta {
  /** Figures, aligned at their end. */
  isNumeric?: boolean;
}

const columnMeta: DataColumnMeta = {};

const features = tableFeatures({
  rowExpandingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
  columnMeta,
});

type Features = typeof features;

/** Defines the columns of a {@link DataTable}: `dataColumns<Row>().columns([...])`, at module scope or memoized. */
export function dataColumns<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

/**
 * The rows, columns, sorting and open rows of a {@link DataTable}. `columns` and `data` must be stable between renders.
 * A column sorts by its values, missing ones last, unless it sets `enableSorting: false`.
 */
export function useDataTable<Row extends RowData>(options: Omit<TableOptions<Features, Row>, 'features'>) {
  return useTable<Features, Row>({
    enableSortingRemoval: false,
    defaultColumn: { sortFn: 'basic', sortUndefined: 'last' },
    ...options,
    features,
  });
}

interface DataTableProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  /** The accessible name. */
  label: string;
  /** Shown instead of rows where there is none. */
  empty?: ReactNode;
  /** Attributes of a row, such as what it is styled by. */
  rowProps?: (row: Row) => ComponentProps<'tr'> & { [data: `data-${string}`]: string | boolean | undefined };
  /** What an expanded row shows beneath it, over the whole width. */
  renderDetail?: (row: Row) => ReactNode;
  /** The rows to render, where that is not all: a slice of `table.getRowModel().rows`. */
  limit?: number;
  /** The height from which the rows scroll beneath the header. */
  maxHeight?: string;
  id?: string;
  className?: string;
}

/**
 * A plain table: sortable columns, a header that stays in sight, figures aligned. Cells carry `data-column` for styles.
 * Its elements are the browser's own: the kit's would bring along all that floats over a page.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, label, empty, rowProps, renderDetail, limit, maxHeight, id, className = '' } = props;
  const { rows } = table.getRowModel();
  const columnCount = table.getAllLeafColumns().length;
  return (
    <div className={classes.scroll} style={{ maxHeight }}>
      <table id={id} aria-label={label} className={`${classes.table} ${className}`}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header}>
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => {
            const isOpen = renderDetail !== undefined && row.getIsExpanded();
            return (
              <Fragment key={row.id}>
                <tr {...rowProps?.(row.original)} data-open={isOpen || undefined}>
                  {row.getAllCells().map((cell) => (
                    <td key={cell.id} {...placeOf(cell.column)}>
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                </tr>
                {isOpen && (
                  <tr data-detail>
                    <td colSpan={columnCount}>{renderDetail(row.original)}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          {rows.length === 0 && empty !== undefined && (
            <tr>
              <td colSpan={columnCount} className={classes.empty}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row extends RowData>({ header, children }: { header: Header<Features, Row>; children: ReactNode }) {
  const { column } = header;
  return (
    <th scope="col" {...placeOf(column)} aria-sort={column.getCanSort() ? ariaSortOf(column) : undefined}>
      {column.getCanSort() ? <SortButton column={column}>{children}</SortButton> : children}
    </th>
  );
}

/** Where a cell stands: by its column also where a row is a grid, as on a phone. */
function placeOf({ id, columnDef }: { id: string; columnDef: { meta?: DataColumnMeta | undefined } }) {
  return { 'data-column': id, 'data-numeric': columnDef.meta?.isNumeric || undefined, style: { gridArea: id } };
}
