import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useId, useMemo, useState, type RefObject } from 'react';

import { AnchoredPopover } from './anchored-popover.tsx';
import classes from './column-menu.module.css';
import { columnValues, mostValues } from './column-values.ts';
import type { GridColumn } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { GridRow } from './row-entry.ts';
import type { ColumnFilter } from './row-order.ts';
import type { GridHeader } from './use-grid-table.ts';

interface ColumnMenuProps {
  anchor: RefObject<HTMLElement | null>;
  header: GridHeader;
  column: GridColumn<GridRow, unknown>;
  onClose: () => void;
}

/** Sorting and filtering by one column. */
export function ColumnMenu({ anchor, header, column, onClose }: ColumnMenuProps) {
  const { t } = useLingui();
  const { session } = useGrid();
  const fieldId = useId();
  const filter = header.column.getFilterValue() as ColumnFilter | undefined;
  const [contains, setContains] = useState(filter?.contains ?? '');
  const values = useMemo(() => columnValues(session, column), [session, column]);
  const chosen = new Set(filter?.values ?? values);
  const order = header.column.getIsSorted();

  function choose(value: string, isChosen: boolean) {
    const next = values?.filter((each) => (each === value ? isChosen : chosen.has(each))) ?? [];
    setFilter({ ...filter, values: next.length === values?.length ? undefined : next });
  }

  function setFilter({ contains, values }: { contains?: string | undefined; values?: readonly string[] | undefined }) {
    const isEmpty = !contains?.trim() && !values;
    header.column.setFilterValue(isEmpty ? undefined : { ...(contains && { contains }), ...(values && { values }) });
  }

  function sort(direction: 'asc' | 'desc') {
    if (order === direction) header.column.clearSorting();
    else header.column.toggleSorting(direction === 'desc');
    onClose();
  }

  return (
    <AnchoredPopover
      anchor={anchor}
      kind="dialog"
      aria-label={t`Sort and filter by ${column.header}`}
      onDismiss={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={classes['menu']}>
        <button type="button" data-autofocus aria-pressed={order === 'asc'} onClick={() => sort('asc')}>
          <ArrowUp aria-hidden size={16} />
          {t`Sort ascending`}
        </button>
        <button type="button" aria-pressed={order === 'desc'} onClick={() => sort('desc')}>
          <ArrowDown aria-hidden size={16} />
          {t`Sort descending`}
        </button>
        <label htmlFor={fieldId}>{t`Show rows that contain`}</label>
        <input
          id={fieldId}
          type="text"
          autoComplete="off"
          value={contains}
          onChange={(event) => {
            setContains(event.currentTarget.value);
            setFilter({ ...filter, contains: event.currentTarget.value });
          }}
        />
        {values ? (
          <fieldset className={classes['values']}>
            <legend>{t`Values`}</legend>
            {values.map((value) => (
              <label key={value}>
                <input
                  type="checkbox"
                  checked={chosen.has(value)}
                  onChange={(event) => choose(value, event.currentTarget.checked)}
                />
                <bdi>{value === '' ? t`(blank)` : value}</bdi>
              </label>
            ))}
          </fieldset>
        ) : (
          <p className={classes['note']}>{t`More than ${mostValues} different values: filter by text.`}</p>
        )}
        {filter && (
          <button type="button" onClick={() => (setContains(''), setFilter({}))}>
            <X aria-hidden size={16} />
            {t`Clear filter`}
          </button>
        )}
      </div>
    </AnchoredPopover>
  );
}
