import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { Panel } from '#parts/panel.tsx';
import { later } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import {
  compareStatus,
  type ResultOfDay,
  hasShipDate,
  isWorse,
  promiseStatus,
} from '#stock/promises/promise-status.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

/** Promises that the panel names. */
const shownPromises = 5;

/** The promises whose dates don't hold, worst first. Nothing without any. */
export function AtRiskPanel() {
  const { t } = useLingui();
  const { data } = useQuery(promises.all());
  const worse = useMemo(
    () =>
      (data?.promises ?? [])
        .map((promise) => ({ promise, status: promiseStatus(promise, data?.today ?? promise.now.day, data?.at ?? 0) }))
        .filter(({ status }) => isWorse(status))
        .toSorted((a, b) => compareStatus(a.status, b.status))
        .map(({ promise }) => promise),
    [data],
  );
  const shown = useMemo(() => worse.slice(0, shownPromises), [worse]);
  const table = useDataTable({ data: shown, columns, getRowId: ({ letterId, place }) => `${letterId} ${place}` });
  if (worse.length === 0) return null;
  return (
    <Panel
      title={t`Orders and promises at risk`}
      aside={
        <Link to="/promises" search={{ show: 'worse' }}>
          <Plural value={worse.length} one="Show # promise" other="Show # promises" />
        </Link>
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

function ResultDate({ result }: { result: ResultOfDay }) {
  const { formatDate } = useLocale();
  if (!hasShipDate(result))
    return result.kind === 'not-available' ? <Trans>Not available</Trans> : <Trans>Not reliable</Trans>;
  const shown = later(result.date, result.day);
  const date = <time dateTime={shown}>{formatDate(shown, 'medium')}</time>;
  return result.kind === 'max-lead-time' ? <Trans>{date} (max lead time)</Trans> : date;
}
