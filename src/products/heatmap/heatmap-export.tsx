import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';

import type { ExportableTable, ScopedRows } from '#parts/export/exportable.ts';
import { type CalendarRow, chartedRow } from '#products/calendar-row.ts';
import { ProductsExport, useProductsExport } from '#products/calendars-export.tsx';
import { batchesOfAll, type Exporting } from '#products/exported-batches.ts';
import { periodColumns } from '#products/exported-columns.ts';
import type { ViewExportProps } from '#products/products-view.ts';
import { rowOf } from '#stock/export/export-table.ts';
import { levelBuckets } from '#stock/level-buckets.ts';
import { formatDateSpan } from '#stock/locale-date.ts';
import { useLocale } from '#ui/locale.tsx';

import { heatmapColumns, type HeatmapColumn } from './heatmap-cells.ts';
import { heatmapPicture } from './heatmap-picture.tsx';
import { useGapText } from './use-cell-text.ts';

/** Exports the lowest available quantities by period, and the heatmap of the page as a picture. */
export const HeatmapExport = memo(function HeatmapExport(props: ViewExportProps) {
  const { t, i18n } = useLingui();
  const { today, locale, formatCount } = useLocale();
  const gapText = useGapText();
  const { shared, scopes, ofProducts, namesOn, statusOf, table, detail, title } = useProductsExport(props);
  const { address, listing, viewRef } = props;
  const { page, pageSize, bucketSize } = address;
  const { rows, found } = listing;
  const ofPeriods = (rowsOf: Exporting['rowsOf']) => scopes({ ...ofProducts, rowsOf });
  const heatmap: ExportableTable = {
    name: t`Heatmap`,
    columns: byPeriods([]).columns,
    rows: ofPeriods(() => []).map(inPeriods),
    onPaper: table,
  };
  const part = rowsWords();
  const cornerOf = { day: '', week: t`Lowest per week`, month: t`Lowest per month` };
  const chart = {
    title: [title, shared.filter, part].filter(Boolean).join(' – '),
    part,
    subject: [shared.filter, stockDataWords()].filter(Boolean).join(' · '),
    element: () => viewRef.current?.querySelector('figure') ?? null,
    whole: (letters: number) =>
      heatmapPicture({
        products: rows.flatMap(chartedRow),
        quantity: listing.quantity,
        bucketSize,
        locale,
        letters,
        corner: cornerOf[bucketSize],
        gap: { heading: t`Gap`, textOf: (product, measure) => gapText(product, measure).text },
      }),
  };

  function inPeriods({ rowsNow: _rowsNow, ...scope }: ScopedRows, at: number): ScopedRows {
    const batches = (signal: AbortSignal, since: number) =>
      batchesOfAll((rowsOf) => ofPeriods(rowsOf)[at]?.batches?.(signal, since) ?? [], byPeriods);
    return { ...scope, batches };
  }

  /** Columns and rows of the heatmap. Its periods extend to the last change of any product. */
  function byPeriods(products: readonly CalendarRow[]) {
    const periods = heatmapColumns(
      products.flatMap(({ summary }) => summary?.timeline ?? []),
      bucketSize,
    );
    const lastDay = periods.at(-1)?.end;
    const columns = periodColumns(periods.map(periodOf), namesOn(products[0]?.today ?? today), statusOf, i18n);
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

  /** Of which date the stock data of the products is, or from which to which; empty if it isn't known. */
  function stockDataWords(): string {
    const dates = rows.flatMap(({ lastUpdateDate }) => lastUpdateDate ?? []).toSorted();
    const [first, last] = [dates[0], dates.at(-1)];
    if (first === undefined || last === undefined) return '';
    const span = formatDateSpan(first, last, locale, 'medium');
    return t`Stock data of ${span}`;
  }

  /** The range of products shown in the heatmap image, null if it contains all of them. */
  function rowsWords(): string | null {
    const first = (page - 1) * pageSize + 1;
    const last = first + rows.length - 1;
    return rows.length < found
      ? t`products ${formatCount(first)} to ${formatCount(last)} of ${formatCount(found)}`
      : null;
  }

  return (
    <ProductsExport
      {...{ ...props, title }}
      exportable={{ ...shared, screen: 'heatmap', table: heatmap, detail, chart }}
    />
  );
});
