import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';

import type { EntryRow } from '#parts/entries/entry-rows.ts';
import { exportedEntryColumns } from '#parts/entries/exported-entries.ts';
import { CopyLink } from '#parts/export/copy-link.tsx';
import { ExportMenu, ExportWaiting } from '#parts/export/export-menu.tsx';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import { goodsWords, useWording } from '#parts/result/wording.ts';
import { rowOf } from '#stock/export/export-table.ts';
import { useLocale } from '#ui/locale.tsx';

interface EntriesExportProps {
  result: ProductAvailability;
  /** Entries as shown, in order. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  /** Contains the chart. */
  chartRef: RefObject<Element | null>;
  /** Whether the entries are shown. */
  isReady: boolean;
}

/** Exports the entries as shown and, if there is no result to export, the chart; then it copies the page's link too. */
export function EntriesExport({ result, shownRowsRef, chartRef, isReady }: EntriesExportProps) {
  const { t, i18n } = useLingui();
  const { product, quantity, receivedAt } = result;
  // Only the service's own unit: the user's default unit isn't part of its data.
  const wording = useWording(product.unit);
  const part = String(product.productId);
  const name = product.name ?? t`Product ${product.productId}`;
  const subject = [part, product.sku].filter(Boolean).join(' · ');
  const filter = quantity === null ? name : goodsWords(wording, product, quantity);
  const wanted = quantity === null ? null : wording.formatQuantity(quantity);
  const { today, namedToday, formatDate } = useLocale();
  const asOf = namedToday === null ? formatDate(today, 'short') : undefined;
  const columns = exportedEntryColumns(i18n, { isOneProduct: true, wanted, asOf });
  const rowsNow = () => shownRowsRef.current.map((entry) => rowOf(columns, { entry, product }));
  return (
    <>
      {quantity === null && <CopyLink hotkey="l" title={name} />}
      {!isReady || receivedAt === null ? (
        <ExportWaiting />
      ) : (
        <ExportMenu
          screen="calendar"
          label={quantity === null ? undefined : <Trans>Export entries</Trans>}
          retrievedAt={receivedAt}
          filter={filter}
          table={{ name, columns, rows: [{ scope: 'all', part, count: null, rowsNow }] }}
          chart={
            quantity === null
              ? {
                  title: name,
                  subject,
                  filePart: part,
                  element: () => chartRef.current?.querySelector('figure') ?? null,
                }
              : undefined
          }
        />
      )}
    </>
  );
}
