import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useMemo, type RefObject } from 'react';

import { calendars } from '#data/calendar-pages.ts';
import { useNames } from '#data/products.ts';
import { CopyLink, type LinkToCopy } from '#parts/export/copy-link.tsx';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import type { Exportable, ExportableTable, ScopedRows } from '#parts/export/exportable.ts';
import { entryRows } from '#parts/entries/entry-rows.ts';
import { exportedEntryColumns } from '#parts/entries/exported-entries.ts';
import { mostCompared } from '#products/comparison/compared-series.ts';
import { heatmapColumns, type HeatmapColumn } from '#products/heatmap/heatmap-cells.ts';
import { heatmapPicture } from '#products/heatmap/heatmap-picture.tsx';
import { useLocale } from '#ui/locale.tsx';
import type { ProductId } from '#stock/contract/product-id.ts';
import { rowOf } from '#stock/export/export-table.ts';
import { levelBuckets } from '#stock/level-buckets.ts';
import { formatDateSpan } from '#stock/locale-date.ts';

import { maxIdsInAddress, type CalendarsSearch } from './products-search.ts';
import { type CalendarRow, calendarRow, chartedRow } from './calendar-row.ts';
import { useColumnNames } from './columns.tsx';
import { useTileWords } from './summary.tsx';
import type { Listing } from './use-listing.ts';
import type { Choice } from '#products/selection/choice.ts';
import { longestFragment, packIds } from '#products/selection/ids-link.ts';

import { comparedCalendars } from './compare-view.tsx';
import { arrangedBatches, type Exporting, heldBatch, streamedBatches } from './exported-batches.ts';
import { periodColumns, productColumns } from './exported-columns.ts';
import { atRiskBatches, changeColumns, riskColumns } from './exported-reports.ts';

interface CalendarsExportProps {
  address: CalendarsSearch;
  choice: Choice;
  listing: Listing;
  /** The products selected on any page. */
  selected: readonly ProductId[];
  /** Element that contains the heatmap or the comparison. */
  viewRef: RefObject<Element | null>;
}

const screens = { table: 'calendars', moved: 'calendars', heatmap: 'heatmap', compare: 'compare' } as const;

/** Copies a link and exports calendars: this page, selected or all products, and the heatmap or comparison chart. */
export const CalendarsExport = memo(function CalendarsExport({
  address,
  choice,
  listing,
  selected,
  viewRef,
}: CalendarsExportProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { today, locale, formatCount, formatFromToday, formatQuantity } = useLocale();
  const tiles = useTileWords();
  const { search, includesMaxLeadTime, view, bucketSize, quantity } = address;
  const names = useColumnNames(quantity);
  const shown = listing.table.getVisibleLeafColumns().map(({ id }) => ({ id, name: names[id] ?? id }));
  const columns = productColumns(shown, tiles, today, quantity, i18n);

  const ofProducts: Exporting = { client, i18n, perProduct: true, rowsOf: (row) => [rowOf(columns, row)] };
  const entryColumns = exportedEntryColumns(i18n, { isOneProduct: false });
  const ofEntries: Exporting = {
    ...ofProducts,
    perProduct: false,
    rowsOf: ({ listed, summary, product, lastUpdateDate }) => {
      if (listed.kind === 'no-answer' || summary === null) return [];
      const { entries, territories } = listed;
      return entryRows(entries, summary.timeline, null).map((entry) =>
        rowOf(entryColumns, { entry, product, territories, lastUpdateDate }),
      );
    },
  };
  const { request, rows, isStale, moved, page, pageCount, total, found } = listing;
  const changedIds = useMemo(
    () => (view === 'moved' ? moved.changes.map(({ productId }) => productId).toSorted((a, b) => a - b) : []),
    [view, moved.changes],
  );
  const changedNames = useNames(changedIds);
  const comparedIds = useMemo(() => (view === 'compare' ? selected.slice(0, mostCompared) : []), [view, selected]);
  const { data: compared } = useQuery({
    ...comparedCalendars(comparedIds, address),
    enabled: comparedIds.length > 0,
  });
  const narrowed = [search.tile && tiles[search.tile], search.find].filter(Boolean);
  const selectedSet = new Set(selected);
  const isCompared = comparedIds.length > 0;
  const comparedPart =
    isCompared && selected.length > mostCompared ? t`first ${mostCompared} of ${selected.length} selected` : null;
  const { page: _page, pageSize: _pageSize, ...ofAllPages } = request;
  const everything = (exporting: Exporting, signal: AbortSignal, since: number) =>
    streamedBatches(ofAllPages, exporting, signal, since);
  /** Selected products in the order on screen; for the comparison, in the order of selection. */
  const selectedInOrder = () => {
    if (isCompared) return selected;
    return choice.productIds?.filter((id) => selectedSet.has(id)) ?? selected.toSorted((a, b) => a - b);
  };
  const ofSome = (productIds: readonly ProductId[]) => ({
    ...ofAllPages,
    productIds,
    tile: undefined,
    find: undefined,
    // The comparison has no sort order.
    ...(isCompared && { sort: undefined }),
  });
  /** Export scopes with one row per product or per calendar entry. */
  const scopes = (exporting: Exporting): ScopedRows[] => {
    const countOf = (products: number) => (exporting.perProduct ? { count: products } : { count: null });
    const ofAll = exporting.perProduct ? { total: total ?? undefined } : {};
    const atHand = isCompared
      ? (compared?.rows.map((row) => calendarRow(row, compared.today, quantity)) ?? [])
      : isStale
        ? []
        : rows;
    const selectedHere = atHand.filter(({ productId }) => selectedSet.has(productId));
    const rowsNow = (some: readonly CalendarRow[]) => () => some.flatMap((row) => exporting.rowsOf(row));
    const ofPage: ScopedRows = {
      scope: 'page',
      filter: t`page ${page} of ${pageCount ?? 1}`,
      part: (pageCount ?? 1) > 1 ? `page-${page}-of-${pageCount}` : undefined,
      ...countOf(rows.length),
      ...ofAll,
      // The page that is loading, rather than the previous one that is still on screen.
      batches: async function* onPage() {
        const received = await client.fetchQuery({ ...calendars.page(request), staleTime: Infinity });
        yield heldBatch(
          received.rows.map((row) => calendarRow(row, received.today, quantity)),
          exporting,
        );
      },
      ...(!isStale && { rowsNow: rowsNow(rows) }),
    };
    const ofSelected: ScopedRows = {
      scope: 'selected',
      part: 'selected',
      filter: t`${selected.length} selected`,
      ...countOf(selected.length),
      ...ofAll,
      ...(selectedHere.length === selected.length && { rowsNow: rowsNow(selectedHere) }),
      batches: (signal, since) => streamedBatches(ofSome(selectedInOrder()), exporting, signal, since),
    };
    const ofEvery: ScopedRows = {
      scope: 'all',
      filter: '',
      ...(isStale ? { count: null } : countOf(found)),
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
      batches: (signal, since) => streamedBatches(ofSome(comparedIds), exporting, signal, since),
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
  const ofPeriods = (rowsOf: Exporting['rowsOf']) => scopes({ ...ofProducts, rowsOf });
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
  const from = formatFromToday(today);
  const atRisk = riskColumns(i18n, today, names.available);
  const risks: ExportableTable = {
    name: t`Late and at risk`,
    columns: atRisk,
    rows: [
      {
        scope: 'all',
        filter:
          narrowed.length === 0
            ? t`Falls short on any day from ${from} on`
            : t`Falls short on any day from ${from} on, filtered by: ${narrowed.join(', ')}`,
        count: null,
        batches: (signal, since) =>
          atRiskBatches(atRisk, quantity, (rowsOf) =>
            everything({ ...ofProducts, perProduct: false, rowsOf }, signal, since),
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
  const filter = [choiceWords(), wanted, leadTime, ...narrowed].filter(Boolean).join(', ');
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
  function byPeriods(products: readonly CalendarRow[]) {
    const periods = heatmapColumns(
      products.flatMap(({ summary }) => summary?.timeline ?? []),
      bucketSize,
    );
    const lastDay = periods.at(-1)?.end;
    const columns = periodColumns(periods.map(periodOf), names, tiles, today, i18n);
    const rowsOf = (row: CalendarRow) => {
      const buckets = row.summary && lastDay ? levelBuckets(row.summary.timeline, bucketSize, lastDay) : [];
      return [rowOf(columns, { ...row, buckets })];
    };
    return { columns, rowsOf };
  }

  function periodOf({ start, end }: HeatmapColumn) {
    const span = formatDateSpan(start, end, locale, bucketSize === 'month' ? 'month' : 'medium');
    return { span, header: bucketSize === 'day' ? span : t`Lowest, ${span}` };
  }

  function wholeHeatmap(letters: number): SVGSVGElement {
    return heatmapPicture({
      products: rows.flatMap(chartedRow),
      quantity: listing.quantity,
      bucketSize,
      locale,
      letters,
    });
  }

  /** The range of products shown in the heatmap image, null if it contains all of them. */
  function rowsWords(): string | null {
    const first = (page - 1) * address.pageSize + 1;
    const last = first + rows.length - 1;
    const all = found;
    return rows.length < all ? t`products ${formatCount(first)} to ${formatCount(last)} of ${formatCount(all)}` : null;
  }

  /** Creates a link that also works in other browsers, which don't have this saved list. */
  async function link(): Promise<LinkToCopy> {
    const url = new URL(window.location.href);
    const fragment = new URLSearchParams(url.hash.slice(1));
    if (choice.productIds !== null && search.ids === undefined) {
      const { productIds } = choice;
      url.searchParams.delete('list');
      if (productIds.length <= maxIdsInAddress) url.searchParams.set('ids', productIds.join());
      else fragment.set('ids', packIds(productIds));
    }
    // A sort order stored in this browser isn't in the URL.
    const { sort, desc } = request;
    if (sort && search.sort === undefined) {
      url.searchParams.set('sort', sort);
      if (desc === true) url.searchParams.set('desc', 'true');
    }
    url.hash = fragment.toString();
    url.search = url.search.replaceAll('%2C', ',');
    const isTooLong = url.hash.length > longestFragment;
    return isTooLong
      ? { href: null, message: t`Too many products for a link. Export the list as a file instead.` }
      : { href: url.href, message: t`Link copied` };
  }

  function choiceWords(): string {
    return choice.productIds === null ? t`All products` : t`${choice.productIds.length} selected products`;
  }

  return (
    <Group gap={8}>
      <CopyLink title={`${title}: ${filter}`} address={link} />
      <ExportMenu
        screen={screens[view]}
        retrievedAt={listing.receivedAt}
        {...{ filter, risks, chart }}
        {...(view === 'moved' ? { table: changes } : { table: view === 'heatmap' ? heatmap : table, detail })}
      />
    </Group>
  );
});
