import { Trans, useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';

import { ChoiceGroup } from '#features/chart/choice-group.tsx';

import { calendarViews, viewsOfPages, type CalendarView } from './calendar-views.ts';
import classes from './calendars-views.module.css';
import { CompareView } from './compare-view.tsx';
import { FindField } from './find-field.tsx';
import { HeatmapView } from './heatmap-view.tsx';
import { SelectionBar } from './selection/selection-bar.tsx';
import { SelectionNote } from './selection/selection-note.tsx';
import { TableColumns } from './table/table-columns.tsx';
import { TableView } from './table-view.tsx';
import type { CalendarsSearch } from './use-calendars-search.ts';
import type { Listing } from './use-listing.ts';
import type { Selection } from './use-selection.ts';
import { WhatMoved } from './what-moved.tsx';

interface CalendarsViewsProps {
  address: CalendarsSearch;
  listing: Listing;
  selection: Selection;
  /** Holds what the view draws. */
  viewRef: Ref<HTMLDivElement>;
}

/** The products of the page in one of the ways to look at them. */
export function CalendarsViews({ address, listing, selection, viewRef }: CalendarsViewsProps) {
  const { t } = useLingui();
  const { search, change, view, quantity } = address;
  const { isWhole, found, moved } = listing;
  const isStale = view === 'moved' ? moved.isStale : listing.isStale;
  const hasPages = viewsOfPages.includes(view);
  const examples = listing.rows.slice(0, 4).map(({ productId }) => productId);
  const views: Record<CalendarView, string> = {
    table: t`Table`,
    heatmap: t`Heatmap`,
    compare: t`Comparison`,
    moved: moved.changes.length === 0 ? t`What moved` : t`What moved (${moved.changes.length})`,
  };

  return (
    <>
      <div className={classes.tools}>
        <div className={classes.views}>
          <ChoiceGroup
            label={t`View`}
            value={view}
            onChange={(next) => change({ view: next === 'table' ? undefined : next })}
            choices={calendarViews.map((value) => ({ value, label: views[value] }))}
          />
        </div>
        {isWhole && hasPages && (
          <FindField
            text={search.find ?? ''}
            onText={(text) => change({ find: text === '' ? undefined : text, page: undefined }, true)}
          />
        )}
        <div className={classes.arrange}>
          <SelectionBar
            count={selection.selected.length}
            onCompare={() => change({ view: 'compare' })}
            onClear={() => selection.select([])}
          />
          {view === 'table' && <TableColumns quantity={listing.quantity} />}
        </div>
      </div>
      <SelectionNote isKept={selection.isKept} isElsewhere={selection.isElsewhere} />
      {isWhole && found === 0 && (
        <p className={classes.none}>
          <Trans>No product fits the tile and the words.</Trans>
        </p>
      )}
      <div ref={viewRef} className={classes.view} data-stale={isStale || undefined} aria-busy={isStale}>
        {view === 'table' && <TableView {...{ address, listing, selection }} />}
        {view === 'compare' && <CompareView {...{ address, selection, examples }} />}
        {view === 'moved' && (
          <WhatMoved
            changes={moved.changes}
            isPending={moved.isPending}
            wanted={quantity}
            onSeen={(ids) => void moved.acknowledge(ids)}
          />
        )}
        {view === 'heatmap' && <HeatmapView address={address} rows={listing.rows} />}
      </div>
    </>
  );
}
