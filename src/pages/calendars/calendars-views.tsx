import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { ChoiceGroup } from '#components/chart/choice-group.tsx';
import { useLocale } from '#components/locale/locale-context.tsx';
import { sparklineWindow } from '#components/sparkline/sparkline-window.ts';

import { CalendarsTable } from './table/calendars-table.tsx';
import { ColumnMenu } from './table/column-menu.tsx';
import { SortSelect } from './table/sort-select.tsx';
import { useColumnNames } from './table/use-calendar-columns.tsx';
import { useColumnLayout } from './table/use-column-layout.ts';
import classes from './calendars-views.module.css';
import type { CalendarsSearch } from './use-calendars-search.ts';
import type { Listing } from './use-listing.ts';

/** The products of the page in one of the ways to look at them. */
export function CalendarsViews({ address, listing }: { address: CalendarsSearch; listing: Listing }) {
  const { t } = useLingui();
  const { today } = useLocale();
  const { search, change, quantity, view } = address;
  const { rows, sort, setSort } = listing;
  const names = useColumnNames(quantity);
  const columns = useMemo(() => names.map(({ id }) => id), [names]);
  const { layout, arrange } = useColumnLayout(columns);
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
      <div className={classes.tools}>
        <ChoiceGroup
          label={t`View`}
          value={view}
          onChange={(next) => change({ view: next === 'table' ? undefined : next })}
          choices={[
            { value: 'table', label: t`Table` },
            { value: 'heatmap', label: t`Heatmap` },
          ]}
        />
        {view === 'table' && (
          <>
            <SortSelect names={names} sort={sort} onSort={setSort} />
            {sort !== null && (listing.pageCount ?? 1) > 1 && (
              <span className={classes.note}>
                <Trans>Sorted on this page only. Load all pages to sort everything.</Trans>
              </span>
            )}
            <ColumnMenu names={names} layout={layout} onLayout={arrange} />
          </>
        )}
      </div>
      <div className={classes.view} data-stale={listing.isStale || undefined} aria-busy={listing.isStale}>
        <CalendarsTable
          names={names}
          rows={rows}
          wanted={quantity}
          window={window}
          layout={layout}
          onLayout={arrange}
          sort={sort}
          onSort={setSort}
          selected={search.selected ?? none}
          onSelected={(ids) => change({ selected: ids.length === 0 ? undefined : [...ids] }, true)}
          open={search.open ?? none}
          onOpen={(ids) => change({ open: ids.length === 0 ? undefined : [...ids] }, true)}
        />
      </div>
    </>
  );
}

const none: readonly never[] = [];
