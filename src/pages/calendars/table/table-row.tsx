import { Trans, useLingui } from '@lingui/react/macro';
import { FlexRender, type Row } from '@tanstack/react-table';
import { ChevronDown } from 'lucide-react';
import { memo, useId } from 'react';

import type { Thousandths } from '#lib/thousandths.ts';

import classes from './calendars-table.module.css';
import { RowDetail } from './row-detail.tsx';
import type { ShownRow } from './shown-row.ts';
import type { calendarFeatures } from './table-features.ts';
import type { ColumnName } from './use-calendar-columns.tsx';

interface TableRowProps {
  row: Row<typeof calendarFeatures, ShownRow>;
  isSelected: boolean;
  isOpen: boolean;
  names: readonly ColumnName[];
  wanted: Thousandths | null;
  /** The definitions of the columns, and which of them show: a row is drawn anew where either changes. */
  columns: unknown;
  shownColumns: string;
  columnCount: number;
  onOpen: () => void;
  onQuantity: (quantity: Thousandths) => void;
}

/** A product's row and, unfolded, its chart beneath. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, names, isSelected, isOpen, wanted, columnCount, onOpen, onQuantity } = props;
  const { t } = useLingui();
  const detailId = useId();
  const { product, productId, summary } = row.original;
  const name = product.name ?? t`product ${productId}`;
  return (
    <>
      <tr data-selected={isSelected || undefined} data-open={isOpen || undefined}>
        <td className={classes.tick}>
          <label className={classes.box}>
            <input
              type="checkbox"
              aria-label={t`Select ${name}`}
              checked={isSelected}
              onChange={row.getToggleSelectedHandler()}
            />
          </label>
        </td>
        {row.getVisibleCells().map((cell) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control; its text is rendered by the column
          <td key={cell.id} data-column={cell.column.id}>
            <span aria-hidden className={classes.label}>
              {names.find(({ id }) => id === cell.column.id)?.name}
            </span>
            <FlexRender cell={cell} />
          </td>
        ))}
        <td className={classes.fold}>
          {summary !== null && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailId : undefined}
              aria-label={t`Chart of ${name}`}
              className={classes.foldButton}
              onClick={onOpen}
            >
              <ChevronDown aria-hidden size={18} />
              <span className={classes.foldWord}>
                <Trans>Chart</Trans>
              </span>
            </button>
          )}
        </td>
      </tr>
      {isOpen && summary !== null && (
        <tr className={classes.detail}>
          <td id={detailId} colSpan={columnCount}>
            <RowDetail row={row.original} timeline={summary.timeline} wanted={wanted} onQuantity={onQuantity} />
          </td>
        </tr>
      )}
    </>
  );
}, isSameRow);

/** A fresh handler that does the same is no reason to draw a row. */
function isSameRow(before: TableRowProps, after: TableRowProps): boolean {
  return (
    before.row === after.row &&
    before.isSelected === after.isSelected &&
    before.isOpen === after.isOpen &&
    before.wanted === after.wanted &&
    before.columns === after.columns &&
    before.shownColumns === after.shownColumns &&
    before.columnCount === after.columnCount
  );
}
