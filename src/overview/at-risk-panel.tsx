import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import { Panel, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { ProductName } from '#parts/product-name.tsx';
import { promiseKey, useKeptPromises } from '#parts/promises/kept-promises.ts';
import { MaxLeadTimeKey, ResultDate } from '#parts/promises/result-date.tsx';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { useSavedOrders } from '#parts/saved-orders/saved-orders.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import {
  daysMoved,
  hasShipDate,
  promisesAtRisk,
  promiseStatus,
  type ResultOfDay,
} from '#stock/promises/promise-status.ts';
import { toldOrders } from '#stock/promises/told-order.ts';
import { type NamedColumn } from '#stock/export/export-table.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './overview.module.css';
import { shownRows } from './overview-request.ts';

/** Lines that moved that an order is listed with. */
const shownLines = 3;

/** An order or a promise whose date doesn't hold. */
export interface AtRisk extends Pick<KeptPromise, 'customer' | 'reference'> {
  /** Of an order, its first promise. */
  promise: KeptPromise;
  /** The promises of an order whose dates don't hold, the worst first. */
  lines: readonly KeptPromise[];
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

/** The product of a promise; what an order is called beside its customer, and how many of its promises are open. */
function nameOf({ promise, order, open }: AtRisk, i18n: I18n): string {
  if (open === null) return promise.product;
  const name = order === null ? t(i18n)`Order` : orderName({ ...order, customer: '' }, i18n);
  return t(i18n)`${plural(open, { one: `${name}, # open promise`, other: `${name}, # open promises` })}`;
}

/** The name on paper, where the lines of orders that moved have no rows. */
export function nameWithLines(row: AtRisk, i18n: I18n): string {
  return [nameOf(row, i18n), ...row.lines.map(({ product }) => product)].join(' · ');
}

/** Columns of exported orders and promises: the date that was promised, and the one now. */
export function atRiskColumns(i18n: I18n, name = nameOf): NamedColumn<AtRisk>[] {
  const columns: NamedColumn<AtRisk>[] = [
    { header: t(i18n)`Product`, kind: 'id', cell: ({ promise, open }) => (open === null ? promise.productId : null) },
    { header: t(i18n)`Name`, kind: 'text', cell: (row) => name(row, i18n) },
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

interface AllAtRisk {
  orders: readonly AtRisk[];
  /** All promises, also those of orders. */
  promises: readonly AtRisk[];
  /** Each once: orders, and promises without an order. Those without a date first, then by days. */
  listed: readonly AtRisk[];
  /** Number of promises whose date is past and that nobody closed. */
  past: number;
}

/** @param saved the user's orders, null while they aren't known */
function atRiskOf({ promises: all, today, at }: KeptPromises, saved: readonly OrderHeader[] | null): AllAtRisk {
  const single = promisesAtRisk(all, today, at).map((promise): AtRisk => {
    const { customer, reference, promised, now } = promise;
    const days = hasShipDate(now) ? daysMoved(promised, now) : null;
    return { promise, lines: [], open: null, order: null, customer, reference, promised, now, days };
  });
  const orders = [...toldOrders(all, today, at)].flatMap(([orderId, told]): AtRisk[] => {
    const [first] = told.open;
    const order = saved?.find(({ id }) => id === orderId) ?? null;
    // The promises of a deleted order are listed like those without one.
    if (first === undefined || told.worse === 0 || (saved !== null && order === null)) return [];
    const { customer, reference } = first;
    const { from, to, days } = told;
    const lines = single.map(({ promise }) => promise).filter((promise) => promise.orderId === orderId);
    const named = order?.isDamaged === true ? null : order;
    const open = told.open.length;
    return [{ promise: first, lines, open, order: named, customer, reference, promised: from, now: to, days }];
  });
  const inOrders = new Set(orders.map(({ promise }) => promise.orderId));
  const alone = single.filter(({ promise: { orderId } }) => orderId === undefined || !inOrders.has(orderId));
  const listed = [...orders, ...alone].toSorted((a, b) => (b.days ?? Infinity) - (a.days ?? Infinity) || 0);
  const past = all.filter((promise) => promiseStatus(promise, today, at).kind === 'past').length;
  return { orders, promises: single, listed, past };
}

/** The orders and promises whose dates don't hold; null until they are loaded. */
export function useAtRisk(): AllAtRisk | null {
  const { data } = useKeptPromises();
  const { data: saved } = useSavedOrders();
  return useMemo(() => (data === undefined ? null : atRiskOf(data, saved ?? null)), [data, saved]);
}

const none: readonly AtRisk[] = [];

/** The orders and promises whose dates don't hold. */
export function AtRiskPanel({ atRisk }: { atRisk: AllAtRisk | null }) {
  const { t } = useLingui();
  const { error, refetch } = useKeptPromises().query;
  const { orders, promises: single, listed, past } = atRisk ?? { orders: none, promises: none, listed: none, past: 0 };
  const rows = useMemo(() => listed.slice(0, shownRows), [listed]);
  const table = useDataTable({
    data: rows,
    columns,
    getRowId: ({ promise, open }) => (open === null ? promiseKey(promise) : `${promise.letterId} order`),
  });
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
          {past > 0 && (
            <Link to="/promises" search={{ show: 'past' }}>
              <Plural value={past} one="# past promise" other="# past promises" />
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
        <Text fz={14} c="dimmed">
          <Trans>No order or promise is at risk.</Trans>
        </Text>
      ) : (
        <>
          <DataTable table={table} label={t`Orders and promises at risk`} hasCards className={classes.table} />
          <MaxLeadTimeKey mt={8} results={rows.flatMap(({ promised, now }) => [promised, now])} />
        </>
      )}
    </Panel>
  );
}

const column = dataColumns<AtRisk>();
const columns = column.columns([
  column.display({
    id: 'subject',
    header: () => <Trans>Order or product</Trans>,
    cell: ({ row: { original } }) => (original.open === null ? <OfPromise {...original} /> : <OfOrder {...original} />),
  }),
  column.display({
    id: 'promised',
    header: () => <Trans>Promised</Trans>,
    cell: ({ row }) => <ResultDate isCompact result={row.original.promised} />,
  }),
  column.display({
    id: 'now',
    header: () => <Trans>Now</Trans>,
    cell: ({ row: { original } }) =>
      original.now === null ? <Trans>No date</Trans> : <ResultDate isCompact result={original.now} />,
  }),
  column.display({
    id: 'days',
    header: () => <Trans>Change</Trans>,
    meta: { isNumeric: true },
    cell: ({ row }) => <Change {...row.original} />,
  }),
]);

function Change({ promised, now, days }: AtRisk) {
  if (days !== null && days > 0)
    return (
      <Text span fz={13} fw={600} c="var(--sh-late)">
        <Plural value={days} one="# day later" other="# days later" />
      </Text>
    );
  if (now?.kind !== 'max-lead-time' || promised.kind === 'max-lead-time') return null;
  return (
    <Text span fz={13} fw={600} c="var(--sh-mlt)">
      <Trans>Max lead time only</Trans>
    </Text>
  );
}

/** A further line of a cell. */
const beneath = { span: true, display: 'block', fz: 13, lh: '18px', c: 'dimmed' } as const;

/** Opens the order, of which the lines that moved are named. */
function OfOrder({ promise: { orderId }, lines, order, customer, reference }: AtRisk) {
  const { t, i18n } = useLingui();
  const { formatQuantity } = useLocale();
  const known = [customer, reference].filter(Boolean).join(' · ') || t`Order`;
  const name = <bdi>{order === null ? known : orderName(order, i18n)}</bdi>;
  const count = lines.length - shownLines;
  return (
    <>
      {orderId === undefined ? name : <OrderLink id={orderId}>{name}</OrderLink>}
      {lines.slice(0, shownLines).map((line) => (
        <Text key={promiseKey(line)} {...beneath}>
          {formatQuantity(line.quantity, line.unit)} <ProductName name={line.product} />:{' '}
          <span style={{ whiteSpace: 'nowrap' }}>
            <ResultDate isCompact result={line.promised} /> → <ResultDate isCompact result={line.now} />
          </span>
        </Text>
      ))}
      {count > 0 && (
        <Text {...beneath}>
          <Plural value={count} one="and # more" other="and # more" />
        </Text>
      )}
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
        <ProductName name={product} />
      </Link>
      <Text {...beneath}>{[formatQuantity(quantity, unit), customer, reference].filter(Boolean).join(' · ')}</Text>
    </>
  );
}
