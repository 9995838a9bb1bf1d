import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';

import { calendars } from '#data/calendar-pages.ts';
import { CopyLink, type LinkToCopy } from '#parts/export/copy-link.tsx';
import { ExportMenu } from '#parts/export/export-menu.tsx';
import type { Exportable, ExportableTable, LiveSource, ScopedRows } from '#parts/export/exportable.ts';
import { entryRows } from '#parts/entries/entry-rows.ts';
import { exportedEntryColumns } from '#parts/entries/exported-entries.ts';
import { localeAsOf, useLocale } from '#ui/locale.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { maxCalendarIds } from '#stock/contract/calendar-options.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { rowOf } from '#stock/export/export-table.ts';

import { maxIdsInAddress } from './products-search.ts';
import type { ViewExportProps } from './products-view.ts';
import { type CalendarRow, calendarRow } from './calendar-row.ts';
import { availableOn, useColumnNames } from './columns.tsx';
import { useTileWords } from './summary.tsx';
import { maxFragmentLength, packIds } from '#products/selection/ids-link.ts';

import { type Exporting, heldBatch, streamedBatches } from './exported-batches.ts';
import { productColumns } from './exported-columns.ts';
import { atRiskBatches, riskColumns } from './exported-reports.ts';

/** Some of the selected products, in their order, which a view shows instead of the page. */
interface ShownProducts {
  /** Localized name of the export scope. */
  name: string;
  productIds: readonly ProductId[];
  /** Rows at hand. */
  rows: readonly CalendarRow[];
  /** Which of the selected products these are; null if all of them. */
  part: string | null;
  /** The same, for the file name. */
  filePart: string;
}

/** Exports the table of products: this page, the selected or all of them. */
export const CalendarsExport = memo(function CalendarsExport(props: ViewExportProps) {
  const { shared, table, detail, title } = useProductsExport(props);
  return <ProductsExport {...{ ...props, title }} exportable={{ ...shared, screen: 'calendars', table, detail }} />;
});

/**
 * What the exports of all views have in common.
 * @param shown if the view doesn't show the products of the page
 * @param narrowedTo what the view shows of them, instead of those that the filters of the page leave
 */
export function useProductsExport(
  { address, choice, listing, selected }: ViewExportProps,
  shown: ShownProducts | null = null,
  narrowedTo: string | null = null,
) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const locale = useLocale();
  const { today, formatCount, formatQuantity } = locale;
  const { search, includesMaxLeadTime, quantity } = address;
  const tiles = useTileWords(search.weeks);
  const names = useColumnNames(quantity);
  const visible = listing.table.getVisibleLeafColumns();
  /** The locale for rows of a day: only current ones are of *today*. */
  const localeOn = (day: CalendarDate) => (day === today && !listing.isOutdated ? locale : localeAsOf(locale, day));
  const namesOn = (day: CalendarDate): typeof names => ({ ...names, available: availableOn(localeOn(day), i18n) });
  const statusOf = (row: CalendarRow) =>
    row.tile === 'now' ? localeOn(row.today).formatShipDate(row.today, 'short') : tiles[row.tile];
  const columnsOn = (day: CalendarDate) => {
    const named = namesOn(day);
    return productColumns(
      visible.map(({ id }) => ({ id, name: named[id] ?? id })),
      statusOf,
      quantity,
      i18n,
    );
  };
  const columns = columnsOn((shown?.rows ?? listing.rows)[0]?.today ?? today);

  const ofProducts: Exporting = { client, i18n, perProduct: true, rowsOf: (row) => [rowOf(columns, row)] };
  const entryColumns = exportedEntryColumns(i18n, { isOneProduct: false });
  const ofEntries: Exporting = {
    ...ofProducts,
    perProduct: false,
    rowsOf: ({ listed, summary, product, lastUpdateDate }) => {
      if (listed.kind === 'no-result' || summary === null) return [];
      const { entries, territories } = listed;
      return entryRows(entries, summary.timeline, null).map((entry) =>
        rowOf(entryColumns, { entry, product, territories, lastUpdateDate }),
      );
    },
  };
  const { request, rows, isStale, page, pageCount, total, found } = listing;
  const filters = [search.tile && tiles[search.tile], search.find].filter(Boolean);
  const narrowed = narrowedTo === null ? filters : [narrowedTo];
  const foundCount = formatCount(found);
  const foundWords = t`${plural(found, { one: `${foundCount} product`, other: `${foundCount} products` })}`;
  const selectedSet = new Set(selected);
  const { page: _page, pageSize: _pageSize, ...ofAllPages } = request;
  const everything = (exporting: Exporting, signal: AbortSignal, since: number) =>
    streamedBatches(ofAllPages, exporting, signal, since);
  /** Selected products in the order on screen; in the order of selection if the view has no other. */
  const selectedInOrder = () => {
    if (shown) return selected;
    return choice.productIds?.filter((id) => selectedSet.has(id)) ?? selected.toSorted((a, b) => a - b);
  };
  const ofSome = (productIds: readonly ProductId[]) => ({
    ...ofAllPages,
    productIds,
    tile: undefined,
    find: undefined,
    ...(shown && { sort: undefined }),
  });
  /** Export scopes with one row per product or per calendar entry. */
  const scopes = (exporting: Exporting): ScopedRows[] => {
    const countOf = (products: number) => (exporting.perProduct ? { count: products } : { count: null });
    const ofAll = exporting.perProduct ? { total: total ?? undefined } : {};
    const atHand = shown?.rows ?? (isStale ? [] : rows);
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
      part: shown?.part === null ? shown.filePart : 'selected',
      filter: t`${selected.length} selected`,
      ...countOf(selected.length),
      ...ofAll,
      ...(selectedHere.length === selected.length && { rowsNow: rowsNow(selectedHere) }),
      batches: (signal, since) => streamedBatches(ofSome(selectedInOrder()), exporting, signal, since),
    };
    const ofEvery: ScopedRows = {
      scope: 'all',
      filter: '',
      ...(!isStale && {
        detail: [foundWords, ...narrowed].join(', '),
      }),
      ...(isStale ? { count: null } : countOf(found)),
      ...ofAll,
      batches: (signal, since) => everything(exporting, signal, since),
    };
    if (selected.length === 0) return [ofEvery, ofPage];
    if (shown === null) return [ofSelected, ofEvery, ofPage];
    if (shown.part === null) return [ofSelected, ofEvery];
    const ofShown: ScopedRows = {
      scope: 'page',
      name: shown.name,
      part: shown.filePart,
      filter: shown.part,
      ...countOf(shown.productIds.length),
      ...ofAll,
      ...(selectedHere.length === shown.productIds.length && { rowsNow: rowsNow(selectedHere) }),
      batches: (signal, since) => streamedBatches(ofSome(shown.productIds), exporting, signal, since),
    };
    return [ofShown, ofSelected, ofEvery];
  };
  const table: ExportableTable = {
    name: t`Products`,
    columns,
    rows: scopes({ ...ofProducts, columnsOn }),
  };
  const detail: ExportableTable = {
    name: t`Calendar entries`,
    columns: entryColumns,
    rows: scopes(ofEntries),
  };
  const from = localeOn(today).formatFromToday(today);
  const riskColumnsOn = (day: CalendarDate) => riskColumns(i18n, namesOn(day).available);
  const risks: ExportableTable = {
    name: t`Late and at risk`,
    columns: riskColumnsOn(today),
    rows: [
      {
        scope: 'all',
        filter:
          filters.length === 0
            ? t`Falls short on any day from ${from} on`
            : t`Falls short on any day from ${from} on, filtered by: ${filters.join(', ')}`,
        count: null,
        batches: (signal, since) =>
          atRiskBatches(riskColumnsOn, quantity, (rowsOf) =>
            everything({ ...ofProducts, perProduct: false, rowsOf }, signal, since),
          ),
      },
    ],
  };
  const unit = search.unit ?? listing.data?.unit;
  const wanted = quantity === null ? null : t`for ${formatQuantity(quantity, unit)}`;
  const leadTime = includesMaxLeadTime ? null : t`without max lead time`;
  const filter = [choiceWords(), wanted, leadTime, ...narrowed].filter(Boolean).join(', ');
  const shared: Pick<Exportable, 'retrievedAt' | 'filter' | 'risks' | 'live'> = {
    retrievedAt: listing.receivedAt,
    filter,
    risks,
    live: liveSource(),
  };
  return { shared, scopes, ofProducts, namesOn, statusOf, table, detail, title: t`Products` };

  /** The query on all pages. A saved list is as it is then. */
  function liveSource(): LiveSource | undefined {
    const { productIds, quantity: thousandths, ...query } = ofAllPages;
    const list = search.ids === undefined ? search.list : undefined;
    const isTooLong = list === undefined && (productIds?.length ?? 0) > maxCalendarIds;
    if (isTooLong) return undefined;
    const ids = list === undefined ? (productIds ?? undefined) : undefined;
    const view = { of: 'products' as const, list, productIds: ids && [...ids], quantity: thousandths ?? undefined };
    return { view: { ...view, ...query }, name: filter.slice(0, 100) };
  }

  function choiceWords(): string {
    const { productIds, listName } = choice;
    if (listName !== null) return t`List: ${listName}`;
    return productIds === null ? t`All products` : t`${productIds.length} selected products`;
  }
}

interface ProductsExportProps extends Pick<ViewExportProps, 'address' | 'choice'> {
  /** Of the link. */
  title: string;
  exportable: Exportable;
}

/** Copies a link of the page, and opens the menu of what can be exported. */
export function ProductsExport({ address: { search }, choice, title, exportable }: ProductsExportProps) {
  const { t } = useLingui();

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
    url.hash = fragment.toString();
    url.search = url.search.replaceAll('%2C', ',');
    const isTooLong = url.hash.length > maxFragmentLength;
    return isTooLong
      ? { href: null, message: t`Too many products for a link. Export the list as a file instead.` }
      : { href: url.href, message: t`Link copied` };
  }

  return (
    <Group gap={8}>
      <CopyLink title={`${title}: ${exportable.filter}`} address={link} />
      <ExportMenu {...exportable} />
    </Group>
  );
}
