import { Trans, useLingui } from '@lingui/react/macro';
import { FlexRender, type Row } from '@tanstack/react-table';
import { ChevronDown } from 'lucide-react';
import { memo, useId } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './calendars-table.module.css';
import { RowDetail } from './row-detail.tsx';
import type { ShownRow } from './shown-row.ts';
import type { calendarFeatures } from './table-features.ts';
import type { ColumnName } from './use-calendar-columns.tsx';

interface TableRowProps {
  row: Row<typeof calendarFeatures, ShownRow>;
  isSelected: boolean;
  names: readonly ColumnName[];
  wanted: Thousandths | null;
  /** The definitions of the columns, and which of them show: a row is drawn anew where either changes. */
  columns: unknown;
  shownColumns: string;
  columnCount: number;
  /** Of its unfolded chart; null while it is folded. */
  bucketSize: BucketSize | null;
  onToggle: (productId: ProductId) => void;
  onBucketSize: (size: BucketSize) => void;
  onQuantity: (quantity: Thousandths) => void;
}

/** A product's row and, unfolded, its chart beneath. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, names, isSelected, wanted, columnCount, bucketSize, onToggle, onBucketSize, onQuantity } = props;
  const { t } = useLingui();
  const isOpen = bucketSize !== null;
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
              onClick={() => onToggle(productId)}
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
            <RowDetail
              row={row.original}
              timeline={summary.timeline}
              {...{ wanted, bucketSize, onBucketSize, onQuantity }}
            />
          </td>
        </tr>
      )}
    </>
  );
});
