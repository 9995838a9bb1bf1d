import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';

import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { promiseKey, useKeptPromises } from '#parts/promises/kept-promises.ts';
import { ResultDate } from '#parts/promises/result-date.tsx';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { useSavedOrders } from '#parts/saved-orders/saved-orders.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import { daysMoved, hasShipDate, promisesAtRisk, type ResultOfDay } from '#stock/promises/promise-status.ts';
import { toldOrders } from '#stock/promises/told-order.ts';
import { type NamedColumn } from '#stock/export/export-table.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './overview.module.css';

/** Orders, and promises, that the panel and a page on paper name. */
const shownOfEach = 5;

/** An order or a promise whose date doesn't hold. */
export interface AtRisk extends Pick<KeptPromise, 'customer' | 'reference'> {
  /** Of an order, its first promise. */
  promise: KeptPromise;
  /** Number of open promises of an order; null for a promise. */
  open: number | null;
  /** Null until it is loaded, if it is deleted or damaged, and for a promise. */
  order: OrderHeader | null;
  promised: ResultOfDay;
  /** Null if an open promise of an order has no reliable date. */
  now: ResultOfDay | null;
  /** Days by which it is later; null without a date. */
  days: number | null;
}

function dateOf(result: ResultOfDay | null): CalendarDate | null {
  return result !== null && hasShipDate(result) ? later(result.date, result.day) : null;
}

/** What an order is called beside its customer, and how many of its promises are open. */
function orderWords({ order }: Pick<AtRisk, 'order'>, open: number, i18n: I18n): string {
  const name = order === null ? t(i18n)`Order` : orderName({ ...order, customer: '' }, i18n);
  return t(i18n)`${plural(open, { one: `${name}, # open promise`, other: `${name}, # open promises` })}`;
}

/** Columns of exported orders and promises: the date that was promised, and the one now. */
export function atRiskColumns(i18n: I18n): NamedColumn<AtRisk>[] {
  const columns: NamedColumn<AtRisk>[] = [
    { header: t(i18n)`Product`, kind: 'id', cell: ({ promise, open }) => (open === null ? promise.productId : null) },
    {
      header: t(i18n)`Name`,
      kind: 'text',
      cell: (row) => (row.open === null ? row.promise.product : orderWords(row, row.open, i18n)),
    },
    { header: t(i18n)`Customer`, kind: 'text', cell: ({ customer }) => customer ?? null },
    { header: t(i18n)`Reference`, kind: 'text', cell: ({ reference }) => reference ?? null },
    {
      header: t(i18n)`Quantity`,
      kind: 'quantity',
      cell: ({ promise, open }) => (open === null ? promise.quantity : null),
    },
    {
      header: t(i18n)`Unit`,
      kind: 'text',
      isFileOnly: true,
      cell: ({ promise, open }) => (open === null ? promise.unit : null),
    },
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
      isMaxLeadTime: ({ now }) => now?.kind === 'max-lead-time',
    },
    { header: t(i18n)`Days later`, kind: 'count', cell: ({ days }) => days },
  ];
  return [...columns, maxLeadTimeDates(columns, i18n)];
}

/** The orders at risk, those without a date first, then by days; below them the promises, worst first. */
function atRiskOf(
  { promises: all, today, at }: KeptPromises,
  saved: readonly OrderHeader[],
): { orders: AtRisk[]; promises: AtRisk[] } {
  const orders = [...toldOrders(all, today, at)].flatMap(([orderId, told]): AtRisk[] => {
    const [first] = told.open;
    if (first === undefined || told.worse === 0) return [];
    const { customer, reference } = first;
    const { from, to, days } = told;
    const order = saved.find(({ id, isDamaged }) => id === orderId && isDamaged !== true) ?? null;
    const open = told.open.length;
    return [{ promise: first, open, order, customer, reference, promised: from, now: to, days }];
  });
  const single = promisesAtRisk(all, today, at).map((promise): AtRisk => {
    const { customer, reference, promised, now } = promise;
    const days = hasShipDate(now) ? daysMoved(promised, now) : null;
    return { promise, open: null, order: null, customer, reference, promised, now, days };
  });
  return { orders: orders.toSorted((a, b) => (b.days ?? Infinity) - (a.days ?? Infinity) || 0), promises: single };
}

/** The orders and promises whose dates don't hold, and the first of each; null until they are loaded. */
export function useAtRisk() {
  const { data } = useKeptPromises();
  const { data: saved } = useSavedOrders();
  return useMemo(() => {
    if (data === undefined) return null;
    const { orders, promises: single } = atRiskOf(data, saved ?? []);
    const first = [...orders.slice(0, shownOfEach), ...single.slice(0, shownOfEach)];
    return { orders, promises: single, first };
  }, [data, saved]);
}

const none: readonly AtRisk[] = [];

/** The orders and promises whose dates don't hold. */
export function AtRiskPanel() {
  const { t } = useLingui();
  const atRisk = useAtRisk();
  const { error, refetch } = useKeptPromises().query;
  const table = useDataTable({
    data: atRisk?.first ?? none,
    columns,
    getRowId: ({ promise, open }) => (open === null ? promiseKey(promise) : `${promise.letterId} order`),
  });
  const { orders, promises: single } = atRisk ?? { orders: none, promises: none };
  return (
    <Panel
      title={t`Orders and promises at risk`}
      aside={
        <Group gap="4px 16px">
          {orders.length > 0 && (
            <Link to="/orders" search={{ show: 'worse' }}>
              <Plural value={orders.length} one="# order at risk" other="# orders at risk" />
            </Link>
          )}
          {single.length > 0 && (
            <Link to="/promises" search={{ show: 'worse' }}>
              <Plural value={single.length} one="# promise at risk" other="# promises at risk" />
            </Link>
          )}
        </Group>
      }
    >
      {atRisk === null ? (
        error === null ? (
          <PanelWaiting lines={5} />
        ) : (
          <PanelError error={error} onRetry={() => void refetch()} />
        )
      ) : single.length === 0 ? (
        <PanelEmpty icon={CircleCheck} title={t`No order or promise is at risk.`} />
      ) : (
        <DataTable table={table} label={t`Orders and promises at risk`} hasCards className={classes.atRisk} />
      )}
    </Panel>
  );
}

const column = dataColumns<AtRisk>();
const named = { isNamedOnCard: true };
const columns = column.columns([
  column.display({
    id: 'subject',
    header: () => <Trans>Order or product</Trans>,
    cell: ({ row: { original } }) => (original.open === null ? <OfPromise {...original} /> : <OfOrder {...original} />),
  }),
  column.display({
    id: 'promised',
    header: () => <Trans>Promised</Trans>,
    meta: named,
    cell: ({ row }) => <ResultDate result={row.original.promised} />,
  }),
  column.display({
    id: 'now',
    header: () => <Trans>Now</Trans>,
    meta: named,
    cell: ({ row: { original } }) => (
      <>
        {original.now === null ? <Trans>No date</Trans> : <ResultDate result={original.now} />}
        {original.days !== null && original.days > 0 && (
          <Text {...beneath} fw={600} c="var(--sh-late)">
            <Plural value={original.days} one="# day later" other="# days later" />
          </Text>
        )}
      </>
    ),
  }),
]);

/** The second line of a cell. */
const beneath = { span: true, display: 'block', fz: 13, c: 'dimmed' } as const;

/** Opens the order. */
function OfOrder({ promise: { orderId }, open, order, customer, reference }: AtRisk) {
  const { t, i18n } = useLingui();
  const known = [customer, reference].filter(Boolean).join(' · ') || t`Order`;
  const name = <bdi>{order === null ? known : orderName(order, i18n)}</bdi>;
  return (
    <>
      {orderId === undefined ? name : <OrderLink id={orderId}>{name}</OrderLink>}
      <Text {...beneath}>
        <Plural value={open ?? 0} one="# open promise" other="# open promises" />
      </Text>
    </>
  );
}

/** Opens the promise in its list. */
function OfPromise({ promise, customer, reference }: AtRisk) {
  const { formatQuantity } = useLocale();
  const { product, quantity, unit } = promise;
  return (
    <>
      <Link to="/promises" search={{ show: 'worse' }} hash={promiseKey(promise)}>
        <bdi>{product}</bdi>
      </Link>
      <Text {...beneath}>{[formatQuantity(quantity, unit), customer, reference].filter(Boolean).join(' · ')}</Text>
    </>
  );
}
