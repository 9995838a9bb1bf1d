import { useLingui } from '@lingui/react/macro';
import { memo, useMemo } from 'react';

import { useNames } from '#data/products.ts';
import type { ExportableTable } from '#parts/export/exportable.ts';
import { rowOf } from '#stock/export/export-table.ts';
import { useLocale } from '#ui/locale.tsx';

import { ProductsExport, useProductsExport } from './calendars-export.tsx';
import { changeColumns } from './exported-reports.ts';
import type { ViewExportProps } from './products-view.ts';

/** Exports the changes since the user last viewed the calendars. */
export const ChangesExport = memo(function ChangesExport(props: ViewExportProps) {
  const { t, i18n } = useLingui();
  const { locale, today } = useLocale();
  const { shared, title } = useProductsExport(props);
  const { changes } = props.listing.moved;
  const ids = useMemo(() => changes.map(({ productId }) => productId).toSorted((a, b) => a - b), [changes]);
  const { nameOf } = useNames(ids);
  const columns = changeColumns(i18n, locale, today);
  const rowsNow = () => changes.map((change) => rowOf(columns, { change, product: nameOf(change.productId) }));
  const table: ExportableTable = {
    name: t`Changes`,
    columns,
    rows: [{ scope: 'all', count: changes.length, rowsNow }],
  };
  return <ProductsExport {...{ ...props, title }} exportable={{ ...shared, screen: 'calendars', table }} />;
});
