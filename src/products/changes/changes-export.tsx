import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';

import { changes } from '#data/changes.ts';
import { promises } from '#data/promises.ts';
import { useChangeWords, useDirectionNames } from '#parts/change-words.ts';
import type { ExportableTable } from '#parts/export/exportable.ts';
import { momentWords } from '#parts/export/about-lines.ts';
import { useLocale, withYears } from '#ui/locale.tsx';

import { ProductsExport, useProductsExport } from '#products/calendars-export.tsx';
import { concernedIn, ordersOf } from './concerned.tsx';
import { changeColumns, changedBatches, changedRows } from '#products/exported-reports.ts';
import type { ViewExportProps } from '#products/products-view.ts';

/** Exports all changes. What the browser prints are those on screen: printing can't wait for others. */
export const ChangesExport = memo(function ChangesExport(props: ViewExportProps) {
  const { t, i18n } = useLingui();
  const { locale, today, formatDate } = withYears(useLocale());
  const client = useQueryClient();
  const request = props.listing.changesRequest;
  const { since, direction, find } = request;
  const { concerned } = props.address.search;
  const names = useDirectionNames();
  const moment =
    typeof since === 'number' ? momentWords(new Date(since).toISOString(), locale) : formatDate(since, 'medium');
  const narrowedTo = [
    find,
    concerned && t`products of my orders and promises`,
    t`changes since ${moment}`,
    direction && names[direction],
  ]
    .filter(Boolean)
    .join(', ');
  const { shared, title } = useProductsExport(props, null, narrowedTo);
  const columns = changeColumns(i18n, today, useChangeWords(true).main);
  const table: ExportableTable = {
    name: t`Changes`,
    columns,
    rows: [
      {
        scope: 'all',
        part: [direction, concerned && 'concerned'].filter(Boolean).join('-') || undefined,
        count: null,
        batches: (signal) => changedBatches(columns, request, { client, i18n }, signal),
        rowsNow: () => {
          const { pages = [] } = client.getQueryData(changes.list(request).queryKey) ?? {};
          const kept = client.getQueryData(promises.all().queryKey);
          return pages.flatMap((page) => {
            const orders = client.getQueryData(ordersOf(page).queryKey);
            return changedRows(columns, page.rows, orders && kept && concernedIn([orders], kept));
          });
        },
      },
    ],
  };
  return <ProductsExport {...{ ...props, title }} exportable={{ ...shared, screen: 'calendars', table }} />;
});
