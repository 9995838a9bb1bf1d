import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import {
  ArrowDownNarrowWide,
  ArrowDownWideNarrow,
  CalendarX,
  ChevronDown,
  SearchX,
  SlidersHorizontal,
} from 'lucide-react';
import {
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react';

import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { useExampleProduct } from '#parts/example-products.ts';
import { useRestoredPlace } from '#parts/restored-place.ts';
import { FindField } from '#ui/find-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { AsOf } from '#ui/locale.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import type { CalendarsSearch } from './products-search.ts';
import { isPagedView, viewOf, views } from './views.ts';
import { useColumnNames } from './columns.tsx';
import { PageNotes } from './page-notes.tsx';
import { PagesNav } from './pages-nav.tsx';
import type { Selection } from './selection.ts';
import type { CalendarsTable } from './use-calendars-table.ts';
import { countedIn, type Listing } from './use-listing.ts';
import { Hits, ProductsQuantity } from '#products/selection/chosen-products.tsx';
import type { Choice } from '#products/selection/choice.ts';

import { ActiveFilters } from './active-filters.tsx';
import { MoreTools } from './more-tools.tsx';

import classes from './listing-panel.module.css';
import { TableView } from './table-view.tsx';
import { SelectionBar, WatchProducts } from './selection-bar.tsx';

interface ListingPanelProps {
  address: CalendarsSearch;
  choice: Choice;
  listing: Listing;
  selection: Selection;
  /** Element that contains the view. */
  viewRef: RefObject<HTMLDivElement | null>;
  onPage: (page: number) => void;
  /** Name and number of the products, with the way to select others. */
  chosen: ReactNode;
  /** Actions for all products. */
  actions: ReactNode;
}

/** The products of the page in one of the views, with pagination. */
export function ListingPanel(props: ListingPanelProps) {
  const { t } = useLingui();
  const panelRef = useRef<HTMLElement>(null);
  const toolsRef = useRef<HTMLDivElement>(null);
  // Tools and ticks respond at once, before hundreds of rows.
  const shown = useDeferredValue(props);
  const { address, listing, selection, onPage } = shown;
  const { total, hasData, error } = listing;
  const isEmpty = total === 0;
  const isNoneFound = hasData && !isEmpty && listing.found === 0 && isPagedView(address.view);
  useRestoredPlace(hasData && !listing.isStale);
  useEffect(() => {
    // As React state, each height would render the table again.
    const observer = new ResizeObserver(([tools]) =>
      panelRef.current?.style.setProperty('--tools-height', `${tools?.contentRect.height ?? 0}px`),
    );
    if (toolsRef.current) observer.observe(toolsRef.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <section ref={panelRef} aria-label={t`Products`} className={classes.panel}>
        {hasData && <PageNotes listing={listing} />}
        <div className={classes.tools}>
          <div ref={toolsRef} className={classes.bar}>
            <Tools {...props} />
          </div>
        </div>
        {/* Before the rows, so that it isn't behind all of them for the keyboard. Other views have no rows to select. */}
        {selection.selected.length > 0 && isPagedView(address.view) && <SelectionBar {...{ address, selection }} />}
        {error !== null && <PanelError error={error} onRetry={listing.refresh} />}
        {!hasData && error === null && <PanelWaiting lines={12} />}
        {hasData && isEmpty && <NoProducts />}
        {hasData && !isEmpty && !isNoneFound && <CurrentView {...shown} selected={props.address} />}
      </section>
      {/* The first page that fails has no others yet. */}
      {(hasData || (error !== null && listing.page > 1)) && !isEmpty && !isNoneFound && isPagedView(address.view) && (
        <PagesNav page={listing.page} pageCount={listing.pageCount} onPage={onPage} onIntent={listing.prefetch} />
      )}
    </>
  );
}

/**
 * Toolbar: view, products, quantity, filter and actions, and the filters that are active. Phones show the filter and the
 * view alone until *More* is opened.
 */
function Tools({ address, choice, listing, selection, chosen, actions }: ListingPanelProps) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  const { search, change, view, quantity, includesMaxLeadTime } = address;
  const { found, hasData, isStale, total, error, table, data } = listing;
  const [isMore, { toggle }] = useDisclosure(!includesMaxLeadTime && !isNarrow);
  const units = useMemo(() => data?.units.map(({ unit }) => unit) ?? [], [data]);
  const names = useColumnNames(quantity);
  // Also shown while the first page is loading, to avoid a layout shift.
  const hasTools = total !== 0 && (hasData || error === null);
  const isPaged = isPagedView(view);
  const isWhole = !isNarrow || isMore;
  const hasRoom = useMediaQuery('(min-width: 85em)', true, { getInitialValueInEffect: false });
  const onFind = useCallback((find: string | undefined) => change({ find, page: undefined }, true), [change]);
  const find = hasTools && view !== 'compare' && (
    <FindField
      label={t`Filter products`}
      placeholder={t`Filter`}
      text={search.find ?? ''}
      onFind={onFind}
      className={classes.find}
    />
  );
  const more = !hasRoom ? (
    <IconButton label={t`More`} Icon={SlidersHorizontal} aria-expanded={isMore} onClick={toggle} />
  ) : (
    <Button
      variant="default"
      rightSection={<ChevronDown aria-hidden size={18} />}
      aria-expanded={isMore}
      px={12}
      onClick={toggle}
    >
      <Trans>More</Trans>
    </Button>
  );
  return (
    <>
      {isNarrow && find}
      {hasTools && <ViewChoice {...{ view, change, isNarrow }} />}
      {isNarrow && more}
      {/* Hidden rather than removed: its dialog may be open. */}
      <div hidden={!isWhole}>{chosen}</div>
      {isWhole && (
        <>
          <ProductsQuantity
            {...{ change, quantity, units }}
            unit={quantity === null ? null : (search.unit ?? data?.unit ?? null)}
          />
          <Group gap={8} wrap="nowrap" className={classes.finding}>
            {!isNarrow && find}
            {hasTools && isPaged && (view !== 'table' || isNarrow) && <SortSelect table={table} names={names} />}
          </Group>
        </>
      )}
      {/* Hidden rather than removed: it prepares what the browser prints. */}
      <Group gap={8} ms="auto" display={isWhole ? undefined : 'none'} data-icons>
        {!isNarrow && more}
        {actions}
      </Group>
      {isMore && <MoreTools {...{ address, listing }} isNarrow={isNarrow} />}
      <Group gap="4px 12px" className={classes.line}>
        {choice.listName !== null && choice.productIds !== null && selection.selected.length === 0 && (
          <WatchProducts productIds={choice.productIds} quantity={quantity} />
        )}
        <ActiveFilters {...{ address, choice, isNarrow }} unit={search.unit ?? data?.unit ?? null} />
        <Text component="div" aria-live="polite" fz={14} c="dimmed" flex={isPaged && found === 0 ? '100%' : undefined}>
          {hasData && !isStale && isPaged && total !== 0 && found === 0 && (
            <PanelEmpty icon={SearchX} title={t`No products match the filter.`} />
          )}
          {isNarrow && hasData && !isStale && isPaged && total !== null && found > 0 && found < total && (
            <Hits found={found} total={(search.tile === undefined ? total : countedIn(listing)) ?? total} />
          )}
        </Text>
      </Group>
    </>
  );
}

interface ViewChoiceProps extends Pick<CalendarsSearch, 'view' | 'change'> {
  /** Whether the filter and *More* are beside it. */
  isNarrow: boolean;
}

/** Memoized, as the fields beside it: most changes of the page aren't theirs. */
const ViewChoice = memo(function ViewChoice({ view, change, isNarrow }: ViewChoiceProps) {
  const { t, i18n } = useLingui();
  const data = [
    { value: 'table' as const, label: t`Table` },
    ...views.map(({ id, label }) => ({ value: id, label: label(i18n) })),
  ];
  const choose = (next: string) => change({ view: views.find(({ id }) => id === next)?.id });
  if (isNarrow)
    return (
      <NativeSelect
        aria-label={t`View`}
        w="9rem"
        styles={{ input: { fontSize: 14 } }}
        {...{ data }}
        value={view}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    );
  return (
    <div className={classes.views}>
      <SegmentedControl aria-label={t`View`} {...{ data }} value={view} onChange={choose} />
    </div>
  );
});

/** Sort order of the products, for views without sortable column headers. */
function SortSelect({ table, names }: { table: CalendarsTable; names: Readonly<Record<string, string>> }) {
  const { t } = useLingui();
  const [sort] = table.state.sorting ?? [];
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort() && names[column.id] !== undefined);
  return (
    <Group gap={4} wrap="nowrap" className={classes.sort} data-icons>
      <NativeSelect
        aria-label={t`Sort by`}
        flex={1}
        data={[{ value: '', label: t`Sort by` }, ...columns.map(({ id }) => ({ value: id, label: names[id] ?? id }))]}
        value={sort?.id ?? ''}
        onChange={(event) => {
          const id = event.currentTarget.value;
          table.setSorting(id === '' ? [] : [{ id, desc: sort?.desc ?? false }]);
        }}
      />
      {sort && (
        <IconButton
          size="s"
          label={sort.desc ? t`Lowest first` : t`Highest first`}
          Icon={sort.desc ? ArrowDownWideNarrow : ArrowDownNarrowWide}
          onClick={() => table.setSorting([{ id: sort.id, desc: !sort.desc }])}
        />
      )}
    </Group>
  );
}

interface CurrentViewProps extends ListingPanelProps {
  /** As selected, before the rows follow. */
  selected: CalendarsSearch;
}

/** The selected view, dimmed while another one or page loads, and if the rows are of another day or other stock data. */
function CurrentView({ address, listing, selection, viewRef, selected }: CurrentViewProps) {
  const { View, isStale } = viewOf(address.view) ?? {};
  const isBehind = selected.view !== address.view || selected.quantity !== address.quantity;
  const isLoading = isBehind || (isStale?.(listing) ?? listing.isStale);
  return (
    <div
      ref={viewRef}
      className={classes.view}
      data-stale={isLoading || listing.isOutdated || undefined}
      aria-busy={isLoading}
    >
      {View ? (
        <Suspense fallback={<PanelWaiting height={480} />}>
          <View {...{ listing, selection }} address={selected} />
        </Suspense>
      ) : (
        <AsOf day={listing.isOutdated ? (listing.data?.today ?? null) : null}>
          <TableView {...{ address, listing }} />
        </AsOf>
      )}
    </div>
  );
}

/** Shown if the service lists no products. Suggests one from the catalog. */
function NoProducts() {
  const { t } = useLingui();
  const example = useExampleProduct();
  return (
    <PanelEmpty icon={CalendarX} title={t`No products`}>
      {example ? (
        <Link to="/calendars" search={{ ids: [example.productId] }}>
          <Trans>
            Try an example: <bdi>{example.name ?? example.productId}</bdi>
          </Trans>
        </Link>
      ) : (
        <Trans>Enter product IDs, for example 12345.</Trans>
      )}
    </PanelEmpty>
  );
}
