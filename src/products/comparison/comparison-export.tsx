import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';

import { calendarRow } from '#products/calendar-row.ts';
import { ProductsExport, useProductsExport } from '#products/calendars-export.tsx';
import type { ViewExportProps } from '#products/products-view.ts';

import { comparedCalendars } from './compare-view.tsx';
import { maxCompared } from '#products/views.ts';

/** Exports the compared products in the order of selection, and their chart as a picture. */
export const ComparisonExport = memo(function ComparisonExport(props: ViewExportProps) {
  const { t } = useLingui();
  const { address, selected, viewRef } = props;
  const productIds = useMemo(() => selected.slice(0, maxCompared), [selected]);
  const isCompared = productIds.length > 0;
  const { data } = useQuery({ ...comparedCalendars(productIds, address), enabled: isCompared });
  const part = selected.length > maxCompared ? t`first ${maxCompared} of ${selected.length} selected` : null;
  const rows = data?.rows.map((row) => calendarRow(row, data.today, address.quantity)) ?? [];
  const filePart = productIds.join('-');
  const shown = { name: t`Compared products`, productIds, rows, part, filePart };
  const { shared, table, detail } = useProductsExport(props, isCompared ? shown : null);
  const title = t`Product comparison`;
  const chart = {
    title: [title, shared.filter, part ?? (isCompared && t`${selected.length} selected`)].filter(Boolean).join(' – '),
    part,
    filePart,
    element: () => viewRef.current?.querySelector('figure') ?? null,
  };
  return (
    <ProductsExport {...{ ...props, title }} exportable={{ ...shared, screen: 'compare', table, detail, chart }} />
  );
});
