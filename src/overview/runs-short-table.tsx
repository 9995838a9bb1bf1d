import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { Hourglass } from 'lucide-react';
import { useMemo } from 'react';

import { ProductLink } from '#parts/product-link.tsx';
import { statusWords } from '#parts/result/wording.ts';
import type { ShortProduct } from '#stock/calendars/short-products.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { Day } from '#ui/day.tsx';
import { useLocale } from '#ui/locale.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';

import classes from './overview.module.css';

interface RunsShortTableProps {
  rows: readonly ShortProduct[];
  /** Null for any. */
  quantity: Thousandths | null;
}

/** Products with the day on which they fall short, what is missing and when the quantity can ship again. */
export function RunsShortTable({ rows, quantity }: RunsShortTableProps) {
  const { t } = useLingui();
  const names = useColumnNames();
  const columns = useMemo(() => columnsOf(names, quantity), [names, quantity]);
  const table = useDataTable({ columns, data: rows, getRowId: ({ product }) => String(product.productId) });
  return <DataTable table={table} label={t`Runs short`} hasCards className={classes.table} />;
}

const column = dataColumns<ShortProduct>();
const numeric = { isNumeric: true };

/** Not sorted, since they are the first rows of many by day. *Short that day* is only shown if there is a quantity. */
function columnsOf(names: ReturnType<typeof useColumnNames>, quantity: Thousandths | null) {
  return column.columns([
    column.display({
      id: 'on',
      header: names.on,
      cell: ({ row: { original } }) => <Day isShort date={original.shortfall.on} />,
    }),
    column.display({
      id: 'product',
      header: names.product,
      cell: ({ row }) => <ProductLink {...row.original} quantity={quantity} />,
    }),
    ...(quantity === null
      ? []
      : [
          column.display({
            id: 'by',
            header: names.by,
            meta: numeric,
            cell: ({ row }) => <ShortBy {...row.original} />,
          }),
        ]),
    column.display({ id: 'again', header: names.again, cell: ({ row }) => <NextShipDate {...row.original} /> }),
  ]);
}

/** Names of the columns, also in exports. */
export function useColumnNames() {
  const { t } = useLingui();
  const { formatDate, namedToday, today } = useLocale();
  return useMemo(
    () => ({
      on: t`Falls short on`,
      product: t`Product`,
      available: namedToday === null ? t`Available on ${formatDate(today, 'short')}` : t`Available today`,
      by: t`Short that day`,
      again: t`Next ship date`,
    }),
    [t, namedToday, today, formatDate],
  );
}

/** Why a product has no ship date although its calendar has one, also in exports. */
export function useDoubtWords() {
  const { t, i18n } = useLingui();
  return { 'not-reliable': statusWords('not-trusted', i18n), 'no-result': t`No result` };
}

function ShortBy({ product: { unit }, shortfall: { by } }: ShortProduct) {
  return useLocale().formatQuantity(by, unit);
}

function NextShipDate({ shortfall: { shipDate, isMaxLeadTime }, doubt }: ShortProduct) {
  const doubtWords = useDoubtWords();
  if (shipDate === null)
    return (
      <Text span inherit c="dimmed">
        {doubt === null ? <Trans>Not available</Trans> : doubtWords[doubt]}
      </Text>
    );
  const date = <Day date={shipDate} />;
  if (!isMaxLeadTime) return date;
  return (
    <MaxLeadTimeHint isFocusable={false}>
      <Group component="span" gap={5} wrap="nowrap" c="var(--sh-mlt)">
        <Hourglass aria-hidden size={14} />
        {date}
      </Group>
    </MaxLeadTimeHint>
  );
}
