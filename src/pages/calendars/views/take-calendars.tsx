import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';

import type { ProductChoice } from '#api/calendars/calendar-span.ts';
import { CopyLink } from '#features/export/copy-link.tsx';
import { ExportMenu } from '#features/export/export-menu.tsx';
import type { Exportable, ExportableTable, ScopedRows } from '#features/export/exportable.ts';
import { heatmapPicture } from '#features/heatmap/heatmap-picture.ts';
import { useLocale } from '#ui/locale.tsx';
import type { ProductId } from '#contract/product-id.ts';

import type { CalendarsSearch } from '#pages/calendars/calendars-search.ts';
import { calendarRow } from '#pages/calendars/rows/calendar-row.ts';
import { useColumnNames } from '#pages/calendars/rows/columns.tsx';
import { useTileWords } from '#pages/calendars/rows/summary.tsx';
import type { Listing } from '#pages/calendars/rows/use-listing.ts';
import type { Choice } from '#pages/calendars/scope/choice.ts';

import { heldBatches, streamedBatches, type Exporting } from './exported-batches.ts';
import { calendarEntryColumns, calendarEntryRows, productColumns, productRow } from './exported-columns.ts';

interface TakeCalendarsProps {
  address: CalendarsSearch;
  choice: Choice;
  listing: Listing;
  /** The products selected on any page. */
  selected: readonly ProductId[];
  /** Holds the view: the heatmap or the comparison. */
  viewRef: RefObject<Element | null>;
}

const screens = { table: 'calendars', moved: 'calendars', heatmap: 'heatmap', compare: 'compare' } as const;

/** Copies a link and exports the calendars: this page, the selected products or all of them; the heatmap or comparison as a picture. */
export function TakeCalendars({ address, choice, listing, selected, viewRef }: TakeCalendarsProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { today, locale, formatQuantity } = useLocale();
  const tiles = useTileWords();
  const { search, quantity, includesMaxLeadTime, view } = address;
  const names = useColumnNames(quantity);
  const shown = listing.table.getVisibleLeafColumns().map(({ id }) => ({ id, name: names[id] ?? id }));
  const columns = productColumns(shown, tiles, i18n);

  const ofProducts: Exporting = {
    client,
    i18n,
    withUpdates: shown.some(({ id }) => id === 'updated'),
    perProduct: true,
    rowsOf: ({ listed, ...known }) => [productRow(columns, { row: calendarRow(listed, today, quantity), ...known })],
  };
  const ofEntries: Exporting = {
    ...ofProducts,
    perProduct: false,
    rowsOf: ({ listed, product, lastUpdateDate }) =>
      listed.kind === 'no-answer' ? [] : calendarEntryRows(listed, product, lastUpdateDate, today, i18n),
  };
  const streamed = (products: ProductChoice, exporting: Exporting) => (signal: AbortSignal) =>
    streamedBatches(products, includesMaxLeadTime, exporting, signal);
  const { rows, details, isWhole, page, pageCount, total, found, notLoaded } = listing;
  const ticked = new Set(selected);
  const held = () => listing.everything().filter(({ productId }) => ticked.has(productId));
  const inOrder =
    choice.products.kind === 'list'
      ? choice.products.productIds.filter((id) => ticked.has(id))
      : selected.toSorted((a, b) => a - b);
  const scopes = (exporting: Exporting, countOf: (products: number) => number | null): ScopedRows[] => [
    {
      scope: 'page',
      filter: t`page ${page} of ${pageCount ?? 1}`,
      count: countOf(rows.length),
      batches: (signal) =>
        heldBatches(
          rows.map(({ original }) => original.listed),
          exporting,
          signal,
        ),
    },
    ...(selected.length === 0
      ? []
      : [
          {
            scope: 'selected' as const,
            filter: t`${selected.length} selected`,
            isAskedAnew: !isWhole,
            count: countOf(isWhole ? held().length : inOrder.length),
            batches: isWhole
              ? (signal: AbortSignal) => heldBatches(held(), exporting, signal)
              : streamed({ kind: 'list', productIds: inOrder }, exporting),
          },
        ]),
    {
      scope: 'all',
      isAskedAnew: !isWhole,
      count: countOf(isWhole ? found : (total ?? 0)),
      batches: isWhole
        ? (signal) => heldBatches(listing.everything(), exporting, signal, notLoaded)
        : streamed(choice.products, exporting),
    },
  ];
  const table: ExportableTable = {
    name: t`Product calendars`,
    columns: columns.map(({ header, kind }) => ({ header, kind })),
    rows: scopes(ofProducts, (count) => count),
    usualScope: view === 'compare' && selected.length > 0 ? 'selected' : 'page',
  };
  const detail: ExportableTable = {
    name: t`Calendar entries`,
    columns: calendarEntryColumns(i18n),
    rows: scopes(ofEntries, () => null),
  };
  const wanted = quantity === null ? null : t`for ${formatQuantity(quantity)}`;
  const narrowed = isWhole ? [search.tile && tiles[search.tile], search.find] : [];
  const leadTime = includesMaxLeadTime ? null : t`without max lead time`;
  const filter = [choiceWords(), wanted, leadTime, ...narrowed].filter(Boolean).join(', ');
  const title = view === 'compare' ? t`Product comparison` : t`Product calendars`;
  const chart: Exportable['chart'] =
    view === 'heatmap' || view === 'compare'
      ? {
          title: `${title} – ${filter}`,
          element: () => viewRef.current?.querySelector('figure') ?? null,
          ...(view === 'heatmap' && { whole: wholeHeatmap }),
        }
      : undefined;

  function wholeHeatmap(): SVGSVGElement {
    const products = rows.flatMap(({ original: { productId, summary } }) => {
      const { name, unit } = details.nameOf(productId);
      return summary === null ? [] : [{ productId, name, unit, timeline: summary.timeline }];
    });
    return heatmapPicture({ products, quantity, bucketSize: address.bucketSize, locale });
  }

  function choiceWords(): string {
    if (choice.products.kind === 'every') return t`Every product`;
    return t`${choice.products.productIds.length} chosen products`;
  }

  return (
    <div>
      <CopyLink title={`${title}: ${filter}`} />
      <ExportMenu screen={screens[view]} retrievedAt={listing.fetchedAt} {...{ filter, table, detail, chart }} />
    </div>
  );
}
