import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { Panel } from '#parts/panel.tsx';
import { ResultDate } from '#parts/promises/result-date.tsx';
import type { KeptPromise } from '#stock/contract/promises.ts';
import { countOrders, hasShipDate, promisesAtRisk, type ResultOfDay } from '#stock/promises/promise-status.ts';
import { type NamedColumn } from '#stock/export/export-table.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';

/** Promises that the panel and a page on paper name. */
export const shownPromises = 5;

function dateOf(result: ResultOfDay): CalendarDate | null {
  return hasShipDate(result) ? later(result.date, result.day) : null;
}

/** Columns of exported promises: the date that was promised, and the one now. */
export function atRiskColumns(i18n: I18n): NamedColumn<KeptPromise>[] {
  return [
    { header: t(i18n)`Product`, kind: 'id', cell: ({ productId }) => productId },
    { header: t(i18n)`Name`, kind: 'text', cell: ({ product }) => product },
    { header: t(i18n)`Customer`, kind: 'text', cell: ({ customer }) => customer ?? null },
    { header: t(i18n)`Reference`, kind: 'text', cell: ({ reference }) => reference ?? null },
    { header: t(i18n)`Quantity`, kind: 'quantity', cell: ({ quantity }) => quantity },
    { header: t(i18n)`Unit`, kind: 'text', isFileOnly: true, cell: ({ unit }) => unit },
    {
      header: t(i18n)`Promised`,
      kind: 'date',
      cell: ({ promised }) => dateOf(promised),
      isMaxLeadTime: ({ promised }) => promised.kind === 'max-lead-time',
    },
    {
      header: t(i18n)`Now`,
      kind: 'date',
      cell: ({ now }) => dateOf(now),
      isMaxLeadTime: ({ now }) => now.kind === 'max-lead-time',
    },
  ];
}

/** The promises whose dates don't hold, and the orders that they are of; null until they are loaded. */
export function useAtRisk() {
  const { data } = useQuery(promises.all());
  return useMemo(() => {
    if (data === undefined) return null;
    const worse = promisesAtRisk(data.promises, data.today, data.at);
    return { promises: worse, orders: countOrders(worse) };
  }, [data]);
}

const none: readonly KeptPromise[] = [];

/** The promises whose dates don't hold, worst first. Nothing without any. */
export function AtRiskPanel() {
  const { t } = useLingui();
  const atRisk = useAtRisk();
  const worse = atRisk?.promises ?? none;
  const shown = useMemo(() => worse.slice(0, shownPromises), [worse]);
  const table = useDataTable({ data: shown, columns, getRowId: ({ letterId, place }) => `${letterId} ${place}` });
  if (atRisk === null || worse.length === 0) return null;
  return (
    <Panel
      title={t`Orders and promises at risk`}
      aside={
        <Group gap={16}>
          {atRisk.orders > 0 && (
            <Link to="/orders" search={{ show: 'worse' }}>
              <Plural value={atRisk.orders} one="# order at risk" other="# orders at risk" />
            </Link>
          )}
          <Link to="/promises" search={{ show: 'worse' }}>
            <Plural value={worse.length} one="# promise at risk" other="# promises at risk" />
          </Link>
        </Group>
      }
    >
      <DataTable table={table} label={t`Orders and promises at risk`} />
    </Panel>
  );
}

const column = dataColumns<KeptPromise>();
const columns = column.columns([
  column.display({
    id: 'product',
    header: () => <Trans>Product</Trans>,
    cell: ({ row: { original } }) => (
      <Link to="/" search={{ product: original.productId, quantity: fromThousandths(original.quantity) }}>
        <bdi>{original.product}</bdi>
      </Link>
    ),
  }),
  column.display({
    id: 'customer',
    header: () => <Trans>Customer</Trans>,
    cell: ({ row }) => <bdi>{[row.original.customer, row.original.reference].filter(Boolean).join(', ') || '–'}</bdi>,
  }),
  column.display({
    id: 'promised',
    header: () => <Trans>Promised</Trans>,
    cell: ({ row }) => <ResultDate result={row.original.promised} />,
  }),
  column.display({
    id: 'now',
    header: () => <Trans>Now</Trans>,
    cell: ({ row }) => <ResultDate result={row.original.now} />,
  }),
]);
