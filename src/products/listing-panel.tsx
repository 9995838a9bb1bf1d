import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowDownNarrowWide, ArrowDownWideNarrow, CalendarX, ChevronDown, Columns3, Search } from 'lucide-react';
import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';

import { mostCompared } from '#products/comparison/compared-series.ts';
import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { useExampleProduct } from '#parts/example-products.ts';
import { useRestoredPlace } from '#parts/restored-place.ts';
import { IconButton } from '#ui/icon-button.tsx';

import { calendarViews, pagedViews, type CalendarsSearch, type CalendarView } from './products-search.ts';
import { chartedRow } from './calendar-row.ts';
import { useColumnNames } from './columns.tsx';
import { PageNotes } from './page-notes.tsx';
import { PagesNav } from './pages-nav.tsx';
import type { Selection } from './selection.ts';
import type { CalendarsTable } from './use-calendars-table.ts';
import type { Listing } from './use-listing.ts';
import { ProductsQuantity } from '#products/selection/chosen-products.tsx';
import type { Choice } from '#products/selection/choice.ts';

import { ActiveFilters } from './active-filters.tsx';

import { CompareView } from './compare-view.tsx';
import classes from './listing-panel.module.css';
import { SelectAll, TableView } from './table-view.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ChangesView } from './changes-view.tsx';

const ColumnList = lazy(async () => ({ default: (await import('./column-list.tsx')).ColumnList }));
const StockHeatmap = lazy(async () => ({
  default: (await import('#products/heatmap/stock-heatmap.tsx')).StockHeatmap,
}));

interface ListingPanelProps {
  address: CalendarsSearch;
  choice: Choice;
  listing: Listing;
  selection: Selection;
  /** Element that contains the heatmap or the comparison. */
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
  const { address, listing, selection, onPage } = props;
  const { total, hasData, error } = listing;
  const isEmpty = total === 0;
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
        {error !== null && <PanelError error={error} onRetry={listing.refresh} />}
        {!hasData && error === null && <PanelWaiting lines={12} />}
        {hasData && isEmpty && <NoProducts />}
        {hasData && !isEmpty && <View {...props} />}
      </section>
      {selection.selected.length > 0 && <SelectionBar {...{ address, selection }} />}
      {(hasData || error !== null) && !isEmpty && pagedViews.includes(address.view) && (
        <Pages {...{ address, listing, onPage }} />
      )}
    </>
  );
}

type PagesProps = Pick<ListingPanelProps, 'address' | 'listing' | 'onPage'>;

/** Pagination. Memoized, because Mantine's controls are slow to render. */
const Pages = memo(function Pages({ address: { change, pageSize }, listing, onPage }: PagesProps) {
  const { page, pageCount, prefetch } = listing;
  return (
    <PagesNav
      {...{ page, pageSize, onPage }}
      pageCount={pageCount}
      onPageSize={(size) => {
        // Keeps the first product of the page on screen.
        const first = (page - 1) * pageSize;
        change({ pageSize: size, page: Math.floor(first / size) + 1 });
      }}
      onIntent={prefetch}
    />
  );
});

/**
 * Toolbar: view, products, quantity, filter and actions, and the filters that are active. Phones show the filter alone
 * until *More* is opened.
 */
function Tools({ address, choice, listing, chosen, actions }: ListingPanelProps) {
  const { t } = useLingui();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { search, change, view, quantity, includesMaxLeadTime } = address;
  const { moved, found, hasData, isStale, total, error, table, data } = listing;
  const [isMore, { toggle }] = useDisclosure(!includesMaxLeadTime || (isNarrow && view !== 'table'));
  const units = useMemo(() => data?.units.map(({ unit }) => unit) ?? [], [data]);
  const names = useColumnNames(quantity);
  // Also shown while the first page is loading, to avoid a layout shift.
  const hasTools = total !== 0 && (hasData || error === null);
  const isPaged = pagedViews.includes(view);
  const isWhole = !isNarrow || isMore;
  const views: Record<CalendarView, string> = {
    table: t`Table`,
    heatmap: t`Heatmap`,
    compare: t`Comparison`,
    moved: moved.changes.length === 0 ? t`Changes` : t`Changes (${moved.changes.length})`,
  };
  const find = hasTools && isPaged && (
    <FindField
      text={search.find ?? ''}
      onText={(text) => change({ find: text === '' ? undefined : text, page: undefined }, true)}
    />
  );
  const more = (
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
      {isNarrow && more}
      {isWhole && hasTools && (
        <div className={classes.views}>
          <SegmentedControl<CalendarView>
            aria-label={t`View`}
            value={view}
            onChange={(next) => change({ view: next === 'table' ? undefined : next })}
            data={calendarViews.map((value) => ({ value, label: views[value] }))}
          />
        </div>
      )}
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
            {hasTools && isPaged && (view === 'heatmap' || isNarrow) && <SortSelect table={table} names={names} />}
          </Group>
        </>
      )}
      {/* Hidden rather than removed: it prepares what the browser prints. */}
      <Group gap={8} ms="auto" display={isWhole ? undefined : 'none'} data-icons>
        {!isNarrow && more}
        {hasTools && view === 'table' && <ColumnMenu listing={listing} />}
        {actions}
      </Group>
      {isMore && (
        <Group gap={12} className={classes.line}>
          <Switch
            label={<Trans>Include max lead time</Trans>}
            checked={includesMaxLeadTime}
            onChange={(event) => change({ mlt: event.currentTarget.checked ? undefined : false })}
          />
          {isNarrow && hasTools && view === 'table' && (
            <SelectAll table={table} label={<Trans>All on this page</Trans>} />
          )}
        </Group>
      )}
      <ActiveFilters {...{ address, choice, isNarrow }} />
      <Text component="div" aria-live="polite" fz={14} c="dimmed" className={classes.line}>
        {hasData && !isStale && total !== 0 && found === 0 && <Trans>No products match the filter.</Trans>}
      </Text>
    </>
  );
}

/** Button that opens the column list. */
function ColumnMenu({ listing }: { listing: Listing }) {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  // Null until first opened.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton
        ref={button}
        label={t`Columns`}
        Icon={Columns3}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen !== null && (
        <Suspense>
          <ColumnList listing={listing} anchor={button} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Sort order of the products, for views without sortable column headers. */
function SortSelect({ table, names }: { table: CalendarsTable; names: Readonly<Record<string, string>> }) {
  const { t } = useLingui();
  const [sort] = table.state.sorting ?? [];
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort() && names[column.id] !== undefined);
  return (
    <Group gap={4} wrap="nowrap" className={classes.sort}>
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
          label={sort.desc ? t`Lowest first` : t`Highest first`}
          Icon={sort.desc ? ArrowDownWideNarrow : ArrowDownNarrowWide}
          onClick={() => table.setSorting([{ id: sort.id, desc: !sort.desc }])}
        />
      )}
    </Group>
  );
}

const typingPause = 250;

/** Filters all products by ID, SKU or name. */
function FindField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const notify = useDebouncedCallback((next: string) => onText(next.trim()), typingPause);
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
        notify(event.currentTarget.value);
      }}
    />
  );
}

/** The selected view, dimmed while another page loads, and if the rows are of another day or other stock data. */
function View({ address, listing, selection, viewRef }: ListingPanelProps) {
  const { view } = address;
  const { moved, rows, quantity, isOutdated } = listing;
  const isStale = view === 'moved' ? moved.isStale : listing.isStale;
  return (
    <div ref={viewRef} className={classes.view} data-stale={isStale || isOutdated || undefined} aria-busy={isStale}>
      {view === 'table' && <TableView address={address} listing={listing} />}
      {view === 'heatmap' && <HeatmapView {...{ address, listing }} />}
      {view === 'compare' && (
        <CompareView
          {...{ address, selection }}
          examples={rows.slice(0, rows.length > mostCompared ? 4 : mostCompared).map(({ productId }) => productId)}
        />
      )}
      {view === 'moved' && (
        <ChangesView
          changes={moved.changes}
          isPending={moved.isPending}
          isFirstVisit={moved.isFirstVisit}
          wanted={quantity}
          onSeen={(ids) => void moved.acknowledge(ids)}
        />
      )}
    </div>
  );
}

/** Heatmap of the page's products by day, week or month. Selecting a product opens its page. */
function HeatmapView({ address, listing: { rows, quantity } }: Pick<ListingPanelProps, 'address' | 'listing'>) {
  const navigate = useNavigate();
  const { search, change, bucketSize } = address;
  const products = useMemo(() => rows.flatMap(chartedRow), [rows]);
  return (
    <Suspense fallback={<PanelWaiting height={480} />}>
      <StockHeatmap
        products={products}
        quantity={quantity}
        bucketSize={bucketSize}
        onBucketSizeChange={(size) => change({ bucket: size === 'week' ? undefined : size })}
        onOpen={(productId) => void navigate({ to: '/', search: { product: productId, quantity: search.quantity } })}
      />
    </Suspense>
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
