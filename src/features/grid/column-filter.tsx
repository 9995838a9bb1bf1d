import { useLingui } from '@lingui/react/macro';
import { useId, useMemo, useState } from 'react';

import classes from './column-filter.module.css';
import { columnValues, mostValues } from './column-values.ts';
import type { GridColumn } from './grid-column.ts';
import { useGrid } from './grid-context.ts';
import type { GridRow } from './row-entry.ts';
import type { ColumnFilter as Filter } from './row-order.ts';
import { ValueChoice } from './value-choice.tsx';

interface ColumnFilterProps {
  column: GridColumn<GridRow, unknown>;
  filter: Filter | null;
  onFilter: (filter: Filter) => void;
}

/** Which rows of a column show: by a text in it, and by its values where a person can take them in. */
export function ColumnFilter({ column, filter, onFilter }: ColumnFilterProps) {
  const { t } = useLingui();
  const { session } = useGrid();
  const fieldId = useId();
  const [contains, setContains] = useState(filter?.contains ?? '');
  const values = useMemo(() => columnValues(session, column), [session, column]);

  return (
    <>
      <label htmlFor={fieldId} className={classes['label']}>{t`Show rows that contain`}</label>
      <input
        id={fieldId}
        type="text"
        autoComplete="off"
        className={classes['text']}
        value={contains}
        onChange={({ currentTarget: { value } }) => {
          setContains(value);
          onFilter({ ...filter, contains: value });
        }}
      />
      {values ? (
        <ValueChoice
          values={values}
          chosen={filter?.values ?? values}
          onChoose={(chosen) => {
            const { values: _, ...rest } = filter ?? {};
            onFilter(chosen.length === values.length ? rest : { ...rest, values: chosen });
          }}
        />
      ) : (
        <p className={classes['note']}>{t`More than ${mostValues} different values: filter by text.`}</p>
      )}
    </>
  );
}
