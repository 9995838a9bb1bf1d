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

/** Column options besides heading and cells. */
interface DataColumnMeta {
  /** Numbers, aligned at the end. */
  isNumeric?: boolean;
  /** Whether a card has the heading above the cell. */
  isNamedOnCard?: boolean;
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

export function dataColumns<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}

/**
 * Creates the state of a {@link DataTable}: rows, columns, sorting and expanded rows. `columns` and `data` must be
 * stable between renders. Columns sort by value with missing values last, unless they set `enableSorting: false`.
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
  /** Accessible name. */
  label: string;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** Attributes of a row, such as those used for styling. */
  rowProps?: (row: Row) => ComponentProps<'tr'> & { [data: `data-${string}`]: string | boolean | undefined };
  /** Full-width content below an expanded row. */
  renderDetail?: (row: Row) => ReactNode;
  /** Maximum number of rows to render; all by default. */
  limit?: number;
  /** Height above which the rows scroll below the header. */
  maxHeight?: string;
  /** On small screens each row is a card, whose style sheet places the columns; headings by column. */
  hasCards?: boolean;
  id?: string;
  className?: string;
}

/**
 * Renders a plain table with sortable columns, a sticky header and aligned numbers. Cells carry `data-column` for
 * styling. It uses native elements, because Mantine's table would add code for its floating components.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, label, empty, rowProps, renderDetail, limit, maxHeight, hasCards, id, className = '' } = props;
  const { rows } = table.getRowModel();
  const headers = table.getLeafHeaders();
  const columnCount = headers.length;
  return (
    <div className={classes.scroll} style={{ maxHeight }}>
      <table id={id} aria-label={label} className={`${classes.table} ${className}`} data-cards={hasCards || undefined}>
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
                  {row.getAllCells().map((cell, at) => (
                    <td key={cell.id} {...placeOf(cell.column)}>
                      {headers[at] && cell.column.columnDef.meta?.isNamedOnCard && (
                        <span aria-hidden className={classes.name}>
                          <table.FlexRender header={headers[at]} />
                        </span>
                      )}
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
        {headers.some(({ column }) => column.columnDef.footer !== undefined) && (
          <tfoot>
            <tr>
              {headers.map((header) => (
                <td key={header.id} {...placeOf(header.column)}>
                  <table.FlexRender footer={header} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
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

/** Returns the attributes of a cell. Its grid area is the column ID, for rows that are grids, as on a phone. */
function placeOf({ id, columnDef }: { id: string; columnDef: { meta?: DataColumnMeta | undefined } }) {
  return { 'data-column': id, 'data-numeric': columnDef.meta?.isNumeric || undefined, style: { gridArea: id } };
}
