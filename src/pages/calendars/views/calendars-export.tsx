import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useRef, type RefObject } from 'react';

import { useNames } from '#api/products.ts';
import { fetchCalendarPage } from '#api/stock-calendars.ts';
import { CopyLink, type LinkToCopy } from '#features/export/copy-link.tsx';
import { ExportMenu } from '#features/export/export-menu.tsx';
import type { Exportable, ExportableTable, RowBatch, ScopedRows } from '#features/export/exportable.ts';
import { entryRows } from '#features/entries/entry-rows.ts';
import { exportedEntryColumns } from '#features/entries/exported-entries.ts';
import { mostCompared } from '#features/compare-chart/compared-series.ts';
import { heatmapColumns, type HeatmapColumn } from '#features/heatmap/heatmap-cells.ts';
import { heatmapPicture } from '#features/heatmap/heatmap-picture.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { ProductId } from '#contract/product-id.ts';
import { type ListedProduct, timelineOf } from '#domain/calendars/listed-product.ts';
import { rowOf } from '#domain/export/export-table.ts';
import { levelBuckets } from '#domain/level-buckets.ts';
import { formatDateSpan } from '#lib/locale-date.ts';

import { maxIdsInAddress, type CalendarsSearch } from '#pages/calendars/calendars-search.ts';
import { calendarRow } from '#pages/calendars/rows/calendar-row.ts';
import { useColumnNames } from '#pages/calendars/rows/columns.tsx';
import { loadPageSize, type LoadAll } from '#pages/calendars/rows/load-all.ts';
import { useTileWords } from '#pages/calendars/rows/summary.tsx';
import type { Listing } from '#pages/calendars/rows/use-listing.ts';
import type { Choice } from '#pages/calendars/scope/choice.ts';
import { longestFragment, packIds } from '#pages/calendars/scope/ids-link.ts';

import { comparedCalendars } from './compare-view.tsx';
import {
  arrangedBatches,
  heldBatches,
  streamedBatches,
  type Exporting,
  type KnownProduct,
} from './exported-batches.ts';
import { periodColumns, productColumns } from './exported-columns.ts';
import { atRiskBatches, changeColumns, riskColumns } from './exported-reports.ts';

interface CalendarsExportProps {
  address: CalendarsSearch;
  choice: Choice;
  load: LoadAll;
  listing: Listing;
  /** The products selected on any page. */
  selected: readonly ProductId[];
  /** Element that contains the heatmap or the comparison. */
  viewRef: RefObject<Element | null>;
}

/** Interval in milliseconds for checking whether the order on screen is complete. */
const pollInterval = 100;

const screens = { table: 'calendars', moved: 'calendars', heatmap: 'heatmap', compare: 'compare' } as const;

/** Copies a link and exports calendars: this page, selected or all products, and the heatmap or comparison chart. */
export const CalendarsExport = memo(function CalendarsExport({
  address,
  choice,
  load,
  listing,
  selected,
  viewRef,
}: CalendarsExportProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { today, locale, formatCount, formatQuantity } = useLocale();
  const tiles = useTileWords();
  const { search, includesMaxLeadTime, view, bucketSize } = address;
  const { quantity } = listing;
  const names = useColumnNames(quantity);
  const shown = listing.table.getVisibleLeafColumns().map(({ id }) => ({ id, name: names[id] ?? id }));
  const columns = productColumns(shown, tiles, today, quantity, i18n);

  const ofProducts: Exporting = {
    client,
    i18n,
    withUpdates: shown.some(({ id }) => id === 'updated'),
    perProduct: true,
    rowsOf: ({ listed, ...known }) => [rowOf(columns, { row: calendarRow(listed, today, quantity), ...known })],
  };
  const entryColumns = exportedEntryColumns(i18n, { isOneProduct: false });
  const ofEntries: Exporting = {
    ...ofProducts,
    perProduct: false,
    rowsOf: ({ listed, product, lastUpdateDate }) => {
      if (listed.kind === 'no-answer') return [];
      const { entries, territories } = listed;
      return entryRows(entries, timelineOf(listed, today), null).map((entry) =>
        rowOf(entryColumns, { entry, product, territories, lastUpdateDate }),
      );
    },
  };
  const { rows, details, isAll, isWhole, moved, page, pageCount, total, found } = listing;
  const changedIds = useMemo(
    () => (view === 'moved' ? moved.changes.map(({ productId }) => productId).toSorted((a, b) => a - b) : []),
    [view, moved.changes],
  );
  const changedNames = useNames(changedIds);
  const comparedIds = useMemo(() => (view === 'compare' ? selected.slice(0, mostCompared) : []), [view, selected]);
  const comparedNames = useNames(comparedIds);
  const { data: compared } = useQuery({
    ...comparedCalendars(comparedIds, includesMaxLeadTime),
    enabled: comparedIds.length > 0,
  });
  const narrowed = [search.tile && tiles[search.tile], search.find].filter(Boolean);
  const selectedSet = new Set(selected);
  const held = () => listing.everything().filter(({ productId }) => selectedSet.has(productId));
  const latest = useRef({ listing, load });
  useEffect(() => {
    latest.current = { listing, load };
  });
  /** Batches of all products in the order on screen. Waits for a sort order or filter that is still loading. */
  async function* everything(exporting: Exporting, signal: AbortSignal, since: number): AsyncGenerator<RowBatch> {
    let isLoading = false;
    const resume = () => {
      isLoading = true;
      void load.resume().finally(() => {
        isLoading = false;
      });
    };
    const isFailed = () => !isLoading && isWithoutPages(latest.current.load);
    if (load.isActive && load.snapshot.phase !== 'complete' && !isFailed()) resume();
    const isArranged = () => !isLoading && latest.current.listing.isAll && !latest.current.listing.isStale;
    while (latest.current.load.isActive && !isArranged()) {
      const { donePages, totalPages } = latest.current.load.snapshot;
      yield { rows: [], ...(totalPages !== null && { pages: { done: donePages, total: totalPages } }) };
      await new Promise((resolve) => {
        setTimeout(resolve, pollInterval);
      });
      signal.throwIfAborted();
      if (isFailed()) {
        // No page could be loaded. Request the first one alone, to throw its error.
        const request = {
          choice: choice.products,
          page: 1,
          pageSize: loadPageSize,
          includeMaxLeadTime: includesMaxLeadTime,
        };
        await fetchCalendarPage(client, { ...request, anew: true }, signal);
        resume();
      }
    }
    const { listing: shown } = latest.current;
    yield* shown.isAll
      ? heldBatches(shown.everything(), exporting, signal, since, shown.notLoaded)
      : streamedBatches(choice.products, includesMaxLeadTime, exporting, signal, since);
  }
  const isCompared = comparedIds.length > 0;
  const comparedPart =
    isCompared && selected.length > mostCompared ? t`first ${mostCompared} of ${selected.length} selected` : null;
  // Filters don't apply to the comparison.
  const isHeld = isAll && !isCompared;
  /** Selected products in the order on screen; for the comparison, in the order of selection. */
  const selectedInOrder = () => {
    if (isCompared) return selected;
    return choice.products.kind === 'list'
      ? choice.products.productIds.filter((id) => selectedSet.has(id))
      : selected.toSorted((a, b) => a - b);
  };
  const inOrder = selectedInOrder();
  // Data available without a request.
  const knownOf = (listed: ListedProduct) => ({
    listed,
    product: (isCompared ? comparedNames : details).nameOf(listed.productId),
    lastUpdateDate: details.lastUpdateOf(listed.productId) ?? null,
  });
  /** Export scopes with one row per product or per calendar entry. */
  const scopes = (exporting: Exporting): ScopedRows[] => {
    const countOf = (products: number) => (exporting.perProduct ? { count: products } : { count: null });
    const ofAll = exporting.perProduct ? { total: total ?? undefined } : {};
    const onPage = rows.map(({ original }) => original.listed);
    const atHand = isCompared ? (compared?.products ?? []) : onPage;
    const selectedHere = atHand.filter(({ productId }) => selectedSet.has(productId));
    const rowsNow = (listed: readonly ListedProduct[]) => () =>
      listed.flatMap((each) => exporting.rowsOf(knownOf(each)));
    const ofPage: ScopedRows = {
      scope: 'page',
      filter: t`page ${page} of ${pageCount ?? 1}`,
      part: (pageCount ?? 1) > 1 ? `page-${page}-of-${pageCount}` : undefined,
      ...countOf(rows.length),
      ...ofAll,
      batches: (signal, since) => heldBatches(onPage, exporting, signal, since),
      rowsNow: rowsNow(onPage),
    };
    const ofSelected: ScopedRows = {
      scope: 'selected',
      part: 'selected',
      filter: t`${selected.length} selected`,
      ...countOf(isHeld ? held().length : inOrder.length),
      ...ofAll,
      ...(selectedHere.length === selected.length && { rowsNow: rowsNow(selectedHere) }),
      batches: (signal, since) =>
        isHeld
          ? heldBatches(held(), exporting, signal, since)
          : streamedBatches({ kind: 'list', productIds: inOrder }, includesMaxLeadTime, exporting, signal, since),
    };
    const ofEvery: ScopedRows = {
      scope: 'all',
      filter: isWhole ? '' : narrowed.join(', '),
      ...(isWhole || !load.isActive ? countOf(isWhole ? found : (total ?? 0)) : { count: null }),
      ...ofAll,
      batches: (signal, since) => everything(exporting, signal, since),
    };
    const ofCompared: ScopedRows = {
      scope: 'compared',
      part: 'compared',
      filter: comparedPart ?? '',
      ...countOf(comparedIds.length),
      ...ofAll,
      ...(selectedHere.length === comparedIds.length && { rowsNow: rowsNow(selectedHere) }),
      batches: (signal, since) =>
        streamedBatches({ kind: 'list', productIds: comparedIds }, includesMaxLeadTime, exporting, signal, since),
    };
    if (selected.length === 0) return [ofPage, ofEvery];
    return [isCompared ? (comparedPart === null ? [] : ofCompared) : ofPage, ofSelected, ofEvery].flat();
  };
  const table: ExportableTable = {
    name: t`Products`,
    columns,
    rows: scopes(ofProducts),
    usualScope: isCompared ? (comparedPart === null ? 'selected' : 'compared') : 'page',
  };
  const ofPeriods = (rowsOf: Exporting['rowsOf']) => scopes({ ...ofProducts, withUpdates: false, rowsOf });
  const heatmap: ExportableTable = {
    name: t`Heatmap`,
    columns: byPeriods([]).columns,
    rows: ofPeriods(() => []).map(inPeriods),
    onPaper: table,
  };
  const detail: ExportableTable = {
    name: t`Calendar entries`,
    columns: entryColumns,
    rows: scopes(ofEntries),
  };
  const atRisk = riskColumns(i18n, today);
  const risks: ExportableTable = {
    name: t`Late and at risk`,
    columns: atRisk,
    rows: [
      {
        scope: 'all',
        filter:
          narrowed.length === 0
            ? t`Falls short on any day from today on, not only within 14 days`
            : t`Falls short on any day from today on, filtered by: ${narrowed.join(', ')}`,
        count: null,
        batches: (signal, since) =>
          atRiskBatches(atRisk, { today, wanted: quantity }, (rowsOf) =>
            everything({ ...ofProducts, withUpdates: false, perProduct: false, rowsOf }, signal, since),
          ),
      },
    ],
  };
  const changed = changeColumns(i18n, locale, today);
  const changedRows = () =>
    moved.changes.map((change) => rowOf(changed, { change, product: changedNames.nameOf(change.productId) }));
  const changes: ExportableTable = {
    name: t`Changes`,
    columns: changed,
    rows: [{ scope: 'all', count: moved.changes.length, rowsNow: changedRows }],
  };
  const wanted = quantity === null ? null : t`for ${formatQuantity(quantity)}`;
  const leadTime = includesMaxLeadTime ? null : t`without max lead time`;
  const filter = [choiceWords(), wanted, leadTime, ...(isWhole ? narrowed : [])].filter(Boolean).join(', ');
  const title = view === 'compare' ? t`Product comparison` : t`Products`;
  const part = view === 'heatmap' ? rowsWords() : comparedPart;
  const chart: Exportable['chart'] =
    view === 'heatmap' || view === 'compare'
      ? {
          title: [title, filter, part ?? (isCompared && t`${selected.length} selected`)].filter(Boolean).join(' – '),
          part,
          element: () => viewRef.current?.querySelector('figure') ?? null,
          ...(view === 'heatmap' && { whole: wholeHeatmap }),
        }
      : undefined;

  function inPeriods({ rowsNow: _rowsNow, ...scope }: ScopedRows, at: number): ScopedRows {
    const batches = (signal: AbortSignal, since: number) =>
      arrangedBatches((rowsOf) => ofPeriods(rowsOf)[at]?.batches?.(signal, since) ?? [], byPeriods);
    return { ...scope, batches };
  }

  /** Columns and rows of the heatmap. Its periods extend to the last change of any product. */
  function byPeriods(products: readonly KnownProduct[]) {
    const timelines = products.flatMap(({ listed }) => calendarRow(listed, today, quantity).summary?.timeline ?? []);
    const periods = heatmapColumns(timelines, bucketSize);
    const lastDay = periods.at(-1)?.end;
    const columns = periodColumns(periods.map(periodOf), names, tiles, today, i18n);
    const rowsOf = ({ listed, ...known }: KnownProduct) => {
      const row = calendarRow(listed, today, quantity);
      const buckets = row.summary && lastDay ? levelBuckets(row.summary.timeline, bucketSize, lastDay) : [];
      return [rowOf(columns, { row, buckets, ...known })];
    };
    return { columns, rowsOf };
  }

  function periodOf({ start, end }: HeatmapColumn) {
    const span = formatDateSpan(start, end, locale, bucketSize === 'month' ? 'month' : 'medium');
    return { span, header: bucketSize === 'day' ? span : t`Lowest, ${span}` };
  }

  function wholeHeatmap(letters: number): SVGSVGElement {
    const products = rows.flatMap(({ original: { productId, summary } }) => {
      const { name, unit } = details.nameOf(productId);
      return summary === null ? [] : [{ productId, name, unit, timeline: summary.timeline }];
    });
    return heatmapPicture({ products, quantity, bucketSize, locale, letters });
  }

  /** The range of products shown in the heatmap image, null if it contains all of them. */
  function rowsWords(): string | null {
    const first = (page - 1) * address.pageSize + 1;
    const last = first + rows.length - 1;
    const all = (isWhole ? found : total) ?? rows.length;
    return rows.length < all ? t`products ${formatCount(first)} to ${formatCount(last)} of ${formatCount(all)}` : null;
  }

  /** Creates a link that also works in other browsers, which don't have this saved list. */
  async function link(): Promise<LinkToCopy> {
    const url = new URL(window.location.href);
    const fragment = new URLSearchParams(url.hash.slice(1));
    if (choice.products.kind === 'list' && search.ids === undefined) {
      const { productIds } = choice.products;
      url.searchParams.delete('list');
      if (productIds.length <= maxIdsInAddress) url.searchParams.set('ids', productIds.join());
      else fragment.set('ids', packIds(productIds));
    }
    // A sort order stored in this browser isn't in the URL.
    const [sort] = listing.table.state.sorting ?? [];
    if (sort && search.sort === undefined) {
      url.searchParams.set('sort', sort.id);
      if (sort.desc) url.searchParams.set('desc', 'true');
    }
    url.hash = fragment.toString();
    url.search = url.search.replaceAll('%2C', ',');
    const isTooLong = url.hash.length > longestFragment;
    return isTooLong
      ? { href: null, message: t`Too many products for a link. Export the list as a file instead.` }
      : { href: url.href, message: t`Link copied` };
  }

  function choiceWords(): string {
    if (choice.products.kind === 'every') return t`All products`;
    return t`${choice.products.productIds.length} selected products`;
  }

  return (
    <Group gap={8}>
      <CopyLink title={`${title}: ${filter}`} address={link} />
      <ExportMenu
        screen={screens[view]}
        retrievedAt={listing.fetchedAt}
        {...{ filter, risks, chart }}
        {...(view === 'moved' ? { table: changes } : { table: view === 'heatmap' ? heatmap : table, detail })}
      />
    </Group>
  );
});

/** Whether loading all products finished without any page. */
function isWithoutPages({ snapshot, isWhole }: LoadAll): boolean {
  return snapshot.phase === 'incomplete' && !isWhole;
}
