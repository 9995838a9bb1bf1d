import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { maxLeadTimeDates } from '#parts/export/max-lead-time-dates.ts';
import { Panel, PanelPending } from '#parts/panel.tsx';
import { ProductName } from '#parts/product-name.tsx';
import { promiseKey, useKeptPromises } from '#parts/promises/kept-promises.ts';
import { promiseStatusWords } from '#parts/promises/promise-words.ts';
import { MaxLeadTimeKey, ResultDate } from '#parts/promises/result-date.tsx';
import { OrderLink } from '#parts/saved-orders/order-link.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import type { OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { useSavedOrders } from '#parts/saved-orders/saved-orders.ts';
import type { KeptPromise, KeptPromises } from '#stock/contract/promises.ts';
import {
  daysApart,
  hasShipDate,
  promisesAtRisk,
  type PromiseStatus,
  promiseStatus,
} from '#stock/promises/promise-status.ts';
import { type ToldOrder, toldOrders } from '#stock/promises/told-order.ts';
import { type NamedColumn } from '#stock/export/export-table.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './overview.module.css';

/** Rows of the panel. */
const shownRisks = 5;

/** A promise whose date doesn't hold. */
interface Risk {
  promise: KeptPromise;
  status: PromiseStatus;
  /** Null until it is loaded, if it is deleted or damaged, and for a promise without one. */
  order: OrderHeader | null;
  /** Whether the row before is of the same order. */
  isContinued: boolean;
}

/** An order with an open promise whose date doesn't hold. */
interface OrderAtRisk extends Pick<Risk, 'promise' | 'order'> {
  told: ToldOrder;
}

interface AllAtRisk {
  orders: readonly OrderAtRisk[];
  /** All open promises at risk, also those of orders: the worst first. */
  promises: readonly KeptPromise[];
  /** How many promises are past and not closed. They are no longer checked. */
  past: number;
  /** The same by order. */
  listed: readonly Risk[];
}

function promisedDate({ promised }: KeptPromise): CalendarDate {
  return later(promised.date, promised.day);
}

function daysLater({ promised, now }: KeptPromise): number | null {
  return hasShipDate(now) ? daysApart(promised, now) : null;
}

/** @param saved the user's orders, null while they aren't known */
function atRiskOf({ promises: all, today, at }: KeptPromises, saved: readonly OrderHeader[] | null): AllAtRisk {
  const promises = promisesAtRisk(all, today, at);
  const past = all.filter((promise) => promiseStatus(promise, today, at).kind === 'past').length;
  const groups = new Map<string, Risk[]>();
  for (const promise of promises) {
    const order = saved?.find(({ id }) => id === promise.orderId);
    // The promises of a deleted order are listed like those without one.
    const isOfOrder = promise.orderId !== undefined && (saved === null || order !== undefined);
    const key = isOfOrder ? promise.orderId : promiseKey(promise);
    const group = groups.get(key ?? '') ?? [];
    groups.set(key ?? '', group);
    const named = isOfOrder && order?.isDamaged !== true ? (order ?? null) : null;
    group.push({ promise, status: promiseStatus(promise, today, at), order: named, isContinued: group.length > 0 });
  }
  const told = toldOrders(all, today, at);
  const orders = [...groups].flatMap(([id, [first]]): OrderAtRisk[] => {
    const order = told.get(id);
    return order === undefined || order.worse === 0 || first === undefined ? [] : [{ ...first, told: order }];
  });
  return { orders, promises, past, listed: [...groups.values()].flat() };
}

/** The product's name as the customer was told, without the ID before it. */
function toldName({ product, productId }: Pick<KeptPromise, 'product' | 'productId'>): string {
  return product.startsWith(`${productId} `) ? product.slice(`${productId} `.length) : product;
}

/**
 * Columns of exported promises at risk: the date that was promised, and the one now.
 * @param at Unix milliseconds
 */
export function promiseColumns(i18n: I18n, today: CalendarDate, at: number): NamedColumn<KeptPromise>[] {
  const columns: NamedColumn<KeptPromise>[] = [
    { header: t(i18n)`Product`, kind: 'id', cell: ({ productId }) => productId },
    { header: t(i18n)`Name`, kind: 'text', cell: toldName },
    { header: t(i18n)`Customer`, kind: 'text', cell: ({ customer }) => customer ?? null },
    { header: t(i18n)`Reference`, kind: 'text', cell: ({ reference }) => reference ?? null },
    { header: t(i18n)`Quantity`, kind: 'quantity', cell: ({ quantity }) => quantity },
    { header: t(i18n)`Unit`, kind: 'text', isFileOnly: true, cell: ({ unit }) => unit },
    {
      header: t(i18n)`Promised`,
      kind: 'date',
      cell: promisedDate,
      isMaxLeadTime: ({ promised }) => promised.kind === 'max-lead-time',
    },
    {
      header: t(i18n)`Now`,
      kind: 'date',
      cell: ({ now }) => (hasShipDate(now) ? later(now.date, now.day) : null),
      isMaxLeadTime: ({ now }) => now.kind === 'max-lead-time',
    },
    {
      header: t(i18n)`Days later`,
      kind: 'count',
      isFileOnly: true,
      cell: daysLater,
    },
    {
      header: t(i18n)`Status`,
      kind: 'text',
      cell: (promise) => promiseStatusWords(promiseStatus(promise, today, at), { i18n, checkedOn: '' }),
    },
  ];
  return [...columns, maxLeadTimeDates(columns, i18n)];
}

/** The orders and promises whose dates don't hold; null until they are loaded. */
export function useAtRisk(): AllAtRisk | null {
  const { data } = useKeptPromises();
  const { data: saved } = useSavedOrders();
  return useMemo(() => (data === undefined ? null : atRiskOf(data, saved ?? null)), [data, saved]);
}

const none: AllAtRisk = { orders: [], promises: [], past: 0, listed: [] };

/** The orders and promises whose dates don't hold. */
export function AtRiskPanel({ atRisk }: { atRisk: AllAtRisk | null }) {
  const { t } = useLingui();
  const { query } = useKeptPromises();
  const { orders, promises, past, listed } = atRisk ?? none;
  const rows = useMemo(() => listed.slice(0, shownRisks), [listed]);
  const table = useDataTable({ data: rows, columns, getRowId: ({ promise }) => promiseKey(promise) });
  return (
    <Panel
      title={t`Orders and promises at risk`}
      aside={
        <Group gap="4px 12px" className={classes.counts}>
          {orders.length > 0 && (
            <Link to="/orders" search={{ show: 'worse' }}>
              <Plural value={orders.length} one="# order at risk" other="# orders at risk" />
            </Link>
          )}
          {promises.length > 0 && (
            <Link to="/promises" search={{ show: 'worse' }}>
              <Plural value={promises.length} one="# promise at risk" other="# promises at risk" />
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
        <PanelPending query={query} lines={5} />
      ) : listed.length === 0 ? (
        <Text fz={14} c="dimmed">
          <Trans>No order or promise is at risk.</Trans>
        </Text>
      ) : (
        <>
          <DataTable
            table={table}
            label={t`Orders and promises at risk`}
            hasCards
            className={`${classes.table} ${classes.risks}`}
            rowProps={({ isContinued }) => ({ 'data-continued': isContinued || undefined })}
          />
          {listed.length > shownRisks && (
            <Link
              to="/promises"
              search={{ show: 'worse' }}
              style={{ display: 'inline-block', marginTop: 8, fontSize: 14 }}
            >
              <Plural value={listed.length - shownRisks} one="# more at risk" other="# more at risk" />
            </Link>
          )}
          <MaxLeadTimeKey mt={8} results={rows.flatMap(({ promise }) => [promise.promised, promise.now])} />
        </>
      )}
    </Panel>
  );
}

const column = dataColumns<Risk>();
const columns = column.columns([
  column.display({
    id: 'subject',
    header: () => <Trans>Order or product</Trans>,
    cell: ({ row }) => <Subject {...row.original} />,
  }),
  column.display({
    id: 'promised',
    header: () => <Trans>Promised</Trans>,
    cell: ({ row }) => <ResultDate isCompact result={row.original.promise.promised} />,
  }),
  column.display({
    id: 'now',
    header: () => <Trans>Now</Trans>,
    cell: ({ row }) => <ResultDate isCompact result={row.original.promise.now} />,
  }),
  column.display({
    id: 'days',
    header: () => <Trans>Change</Trans>,
    meta: { isNumeric: true },
    cell: ({ row }) => <Change {...row.original} />,
  }),
]);

function Change({ promise }: Risk) {
  const days = daysLater(promise);
  if (days !== null && days > 0)
    return (
      <Text span fz={13} fw={600} c="var(--sh-late)">
        <Plural value={days} one="# day later" other="# days later" />
      </Text>
    );
  if (promise.now.kind !== 'max-lead-time' || promise.promised.kind === 'max-lead-time') return null;
  return (
    <Text span fz={13} fw={600} c="var(--sh-mlt)">
      <Trans>Max lead time only</Trans>
    </Text>
  );
}

/** Opens the order, and below it the promise in its list. */
function Subject(risk: Risk) {
  const { i18n } = useLingui();
  const { formatQuantity } = useLocale();
  const { promise, order, isContinued } = risk;
  const { product, quantity, unit, customer, reference, orderId } = promise;
  const amount = formatQuantity(quantity, unit);
  const beneath = { span: true, display: 'block', fz: 13, lh: '18px', c: 'dimmed' } as const;
  const link = (
    <Link to="/promises" search={{ show: 'worse' }} hash={promiseKey(promise)}>
      <ProductName name={product} />
    </Link>
  );
  if (order === null)
    return (
      <>
        {link}
        <Text {...beneath}>{[amount, customer, reference].filter(Boolean).join(' · ')}</Text>
      </>
    );
  return (
    <>
      {!isContinued && orderId !== undefined && (
        <OrderLink id={orderId}>
          <bdi>{orderName(order, i18n)}</bdi>
        </OrderLink>
      )}
      <Text {...beneath} mt={isContinued ? 0 : 6}>
        {amount} {link}
      </Text>
    </>
  );
}
