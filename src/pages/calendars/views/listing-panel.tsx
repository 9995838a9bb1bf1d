import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarX, ChartSpline, Search, X } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';

import { LazyStockHeatmap } from '#features/heatmap/lazy-stock-heatmap.tsx';
import { PanelEmpty, PanelError, PanelWaiting, Panel } from '#features/panel.tsx';
import { useExampleProduct } from '#features/example-products.ts';
import { IconButton } from '#ui/icon-button.tsx';

import {
  calendarViews,
  pagedViews,
  type CalendarsSearch,
  type CalendarView,
} from '#pages/calendars/calendars-search.ts';
import { PageNotes } from '#pages/calendars/rows/page-notes.tsx';
import { PagesNav } from '#pages/calendars/rows/pages-nav.tsx';
import type { Selection } from '#pages/calendars/rows/selection.ts';
import type { Listing } from '#pages/calendars/rows/use-listing.ts';
import type { Choice, CutChoice } from '#pages/calendars/scope/choice.ts';

import { ColumnMenu } from './column-menu.tsx';
import { CompareView } from './compare-view.tsx';
import classes from './listing-panel.module.css';
import { TableView } from './table-view.tsx';
import { TakeCalendars } from './take-calendars.tsx';
import { WhatMoved } from './what-moved.tsx';

interface ViewProps {
  address: CalendarsSearch;
  listing: Listing;
  selection: Selection;
}

interface ListingPanelProps extends ViewProps {
  choice: Choice;
  cut: CutChoice | null;
  onPage: (page: number) => void;
}

/**
 * The products of the page in one of the views, with the ways to other pages. New products are rendered in the
 * background and replace the ones on screen once all of them are ready: rendered at once they would block the page.
 */
export function ListingPanel({ address, choice, selection, cut, onPage, ...props }: ListingPanelProps) {
  const { t } = useLingui();
  const viewRef = useRef<HTMLDivElement>(null);
  const listing = useDeferredValue(props.listing);
  const { page, pageCount, total, hasData, error } = listing;
  const { pageSize, change } = address;
  const isEmpty = total === 0;
  return (
    <>
      <Panel
        title={t`Products`}
        description={<Trans>Dates from which goods can leave, not delivery dates.</Trans>}
        className={classes.products}
        aside={
          hasData &&
          !isEmpty && <TakeCalendars {...{ address, choice, listing, viewRef }} selected={selection.selected} />
        }
      >
        {hasData && <PageNotes listing={listing} cut={cut} />}
        {error !== null && <PanelError error={error} onRetry={listing.refresh} />}
        {!hasData && error === null && <PanelWaiting lines={12} />}
        {hasData && isEmpty && <NoProducts />}
        {hasData && !isEmpty && (
          <>
            <Tools {...{ address, listing, selection }} />
            <View {...{ address, listing, selection, viewRef }} />
          </>
        )}
      </Panel>
      {!isEmpty && pagedViews.includes(address.view) && (
        <div className={classes.pages}>
          <PagesNav
            {...{ page, pageCount, pageSize, onPage }}
            onPageSize={(size) => {
              // The first product on screen stays on it.
              const first = (page - 1) * pageSize;
              change({ pageSize: size, page: Math.floor(first / size) + 1 });
            }}
            onIntent={listing.prefetch}
          />
        </div>
      )}
    </>
  );
}

/** The choice of the view, the filter by text, and what can be done with the selected products. */
function Tools({ address, listing, selection }: ViewProps) {
  const { t } = useLingui();
  const { search, change, view } = address;
  const { moved, isWhole, found } = listing;
  const count = selection.selected.length;
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
          <SegmentedControl
            aria-label={t`View`}
            value={view}
            onChange={(next) => change({ view: next === 'table' ? undefined : next })}
            data={calendarViews.map((value) => ({ value, label: views[value] }))}
          />
        </div>
        {isWhole && pagedViews.includes(view) && (
          <FindField
            text={search.find ?? ''}
            onText={(text) => change({ find: text === '' ? undefined : text, page: undefined }, true)}
          />
        )}
        <div className={classes.arrange}>
          <div className={classes.selection} tabIndex={-1} data-focus-heir="own">
            {count > 0 && (
              <>
                <output className={classes.count}>
                  <Plural value={count} one="# selected" other="# selected" />
                </output>
                <IconButton size="s" label={t`Clear the selection`} Icon={X} onClick={() => selection.select([])} />
              </>
            )}
            <Button
              variant="default"
              leftSection={<ChartSpline aria-hidden size={18} />}
              title={count === 0 ? t`Select up to 10 products to compare them` : undefined}
              onClick={() => change({ view: 'compare' })}
            >
              <Trans>Compare</Trans>
            </Button>
          </div>
          {view === 'table' && <ColumnMenu listing={listing} />}
        </div>
      </div>
      <div aria-live="polite">
        {selection.isKept && (
          <p className={classes.note}>
            <Trans>This selection is too long for a link: it stays in this tab.</Trans>
          </p>
        )}
        {selection.isElsewhere && (
          <p className={classes.note}>
            <Trans>The selection of this link was too long for it: it stayed in the tab that it was made in.</Trans>
          </p>
        )}
      </div>
      {isWhole && found === 0 && (
        <p className={classes.note}>
          <Trans>No product fits the tile and the words.</Trans>
        </p>
      )}
    </>
  );
}

const typingPause = 250;

/** Filters everything that was loaded by id, SKU or name. */
function FindField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const tell = useDebouncedCallback((next: string) => onText(next.trim()), typingPause);
  if (shown !== text) {
    setShown(text);
    if (typed.trim() !== text) setTyped(text);
  }
  return (
    <TextInput
      type="search"
      aria-label={t`Filter products`}
      placeholder={t`Filter products`}
      leftSection={<Search aria-hidden size={18} />}
      className={classes.find}
      value={typed}
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}

/** The chosen view, dimmed while it shows what was there before. */
function View(props: ViewProps & { viewRef: React.Ref<HTMLDivElement> }) {
  const { address, listing, selection, viewRef } = props;
  const { view, quantity } = address;
  const { moved, rows } = listing;
  const isStale = view === 'moved' ? moved.isStale : listing.isStale;
  return (
    <div ref={viewRef} className={classes.view} data-stale={isStale || undefined} aria-busy={isStale}>
      {view === 'table' && <TableView address={address} listing={listing} />}
      {view === 'heatmap' && <HeatmapView address={address} listing={listing} />}
      {view === 'compare' && (
        <CompareView
          {...{ address, selection }}
          examples={rows.slice(0, 4).map(({ original }) => original.productId)}
        />
      )}
      {view === 'moved' && (
        <WhatMoved
          changes={moved.changes}
          isPending={moved.isPending}
          wanted={quantity}
          onSeen={(ids) => void moved.acknowledge(ids)}
        />
      )}
    </div>
  );
}

/** The products of the page by day, week or month; one of them opens on its own page. */
function HeatmapView({ address, listing: { rows, details } }: Pick<ViewProps, 'address' | 'listing'>) {
  const navigate = useNavigate();
  const { search, change, quantity, bucketSize } = address;
  const { nameOf } = details;
  const products = useMemo(
    () =>
      rows.flatMap(({ original: { productId, summary } }) => {
        const { name, unit } = nameOf(productId);
        return summary === null ? [] : [{ productId, name, unit, timeline: summary.timeline }];
      }),
    [rows, nameOf],
  );
  return (
    <LazyStockHeatmap
      products={products}
      quantity={quantity}
      bucketSize={bucketSize}
      onBucketSizeChange={(size) => change({ bucket: size === 'week' ? undefined : size })}
      onOpen={(productId) =>
        void navigate({ to: '/products/$productId', params: { productId }, search: { quantity: search.quantity } })
      }
    />
  );
}

/** The service lists no product at all; one that the catalogue has can be tried. */
function NoProducts() {
  const { t } = useLingui();
  const example = useExampleProduct();
  return (
    <PanelEmpty icon={CalendarX} title={t`The service lists no product`}>
      {example ? (
        <Link to="/calendars" search={{ ids: [example.productId] }}>
          <Trans>
            Try <bdi>{example.name ?? example.productId}</bdi>
          </Trans>
        </Link>
      ) : (
        <Trans>Choose products by their ids above, such as 12345.</Trans>
      )}
    </PanelEmpty>
  );
}
