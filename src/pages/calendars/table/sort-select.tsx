import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDownNarrowWide, ArrowDownWideNarrow } from 'lucide-react';

import type { SortOrder } from './arrange-rows.ts';
import { calendarSorts } from './calendar-sorts.ts';
import classes from './sort-select.module.css';

interface SortSelectProps {
  names: readonly { id: string; name: string }[];
  sort: SortOrder | null;
  onSort: (sort: SortOrder | null) => void;
}

/** Sorting where the table has no headings to click: on small screens. */
export function SortSelect({ names, sort, onSort }: SortSelectProps) {
  const { t } = useLingui();
  const Icon = sort?.desc ? ArrowDownWideNarrow : ArrowDownNarrowWide;
  return (
    <div className={classes.sort}>
      <label className={classes.label}>
        <Trans>Sort by</Trans>
        <select
          value={sort?.by ?? ''}
          onChange={(event) => {
            const by = calendarSorts.find((each) => each === event.currentTarget.value);
            onSort(by ? { by, desc: sort?.desc ?? false } : null);
          }}
        >
          <option value="">{t`their own order`}</option>
          {names
            .filter(({ id }) => calendarSorts.some((each) => each === id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </label>
      {sort && (
        <button
          type="button"
          aria-label={sort.desc ? t`From the smallest` : t`From the largest`}
          className={classes.turn}
          onClick={() => onSort({ ...sort, desc: !sort.desc })}
        >
          <Icon aria-hidden size={20} />
        </button>
      )}
    </div>
  );
}
