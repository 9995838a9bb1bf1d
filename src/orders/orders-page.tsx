import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ListChecks, Plus, Trash2 } from 'lucide-react';
import { createContext, use, useMemo } from 'react';

import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import { newOrderId, type OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { headerOf } from '#parts/saved-orders/order-content.ts';
import { restoreOrder, savedOrders } from '#parts/saved-orders/saved-orders.ts';
import { stockOf } from '#stock/order/order-results.ts';
import type { ToldOrder } from '#stock/promises/told-order.ts';
import { formatMoment } from '#stock/locale-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { useLocale } from '#ui/locale.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

import { ShipDate } from '#orders/lines/order-columns.tsx';
import { orderDesk, useDeskOwner } from '#orders/lines/order-desk.ts';
import classes from './orders-page.module.css';
import { statusWords, useOrderWords } from './order-words.ts';
import { useToldOrders } from './told-line.tsx';

const none: readonly OrderHeader[] = [];

/** The user's orders, last changed first, with what their results came to. */
export function OrdersPage() {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const owner = useDeskOwner();
  const navigate = useNavigate();
  const name = owner?.owner ?? '';
  const { data, error, refetch } = useQuery({ ...savedOrders(name), enabled: owner !== null });
  const removal = useRemoval(name);
  const orders = useMemo(
    () => data?.filter(({ lineCount, name, isDamaged }) => lineCount > 0 || name !== '' || isDamaged) ?? none,
    [data],
  );
  const told = useToldOrders();
  const { show } = useSearch({ from: '/orders' });
  const listed = useMemo(
    () =>
      orders.map((order): ListedOrder => {
        const { day, dataVersion = '' } = order.summary ?? {};
        const isCurrent = day === owner?.present.day && stockOf(name, dataVersion) === owner?.present.stock;
        return { ...order, told: told?.get(order.id), isCurrent };
      }),
    [orders, told, name, owner],
  );
  const worse = useMemo(() => listed.filter((order) => (order.told?.worse ?? 0) > 0), [listed]);
  const rows = show === 'worse' ? worse : listed;
  const shownCount = formatCount(rows.length);
  const isTold = rows.some((order) => order.told !== undefined);
  const columns = useMemo(() => allColumns.filter(({ id = '' }) => isTold || !ofTold.has(id)), [isTold]);
  const table = useDataTable({ columns, data: rows, getRowId: ({ id }) => id });
  const actions = useMemo(
    () => ({ open: (id: string) => void orderDesk.show(id, owner), remove: removal.removing.mutate }),
    [owner, removal.removing.mutate],
  );
  const create = (
    <Button
      leftSection={<Plus size={18} aria-hidden />}
      disabled={owner === null}
      onClick={() => {
        actions.open(newOrderId());
        void navigate({ to: '/order' });
      }}
    >
      <Trans>New order</Trans>
    </Button>
  );
  return (
    <Stack gap={12}>
      <PageHeading isHidden title={t`Orders`} />
      <RemovalNote {...removal} />
      {error && <PanelError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PanelWaiting lines={6} />}
      {data && orders.length === 0 && (
        <PanelEmpty icon={ListChecks} title={t`No orders yet`}>
          {create}
        </PanelEmpty>
      )}
      {data && <MovedWithoutOrder told={told} orders={data} />}
      {orders.length > 0 && (
        <Actions value={actions}>
          <Group justify="space-between">
            <Group gap={16} fz={14}>
              <Text inherit c="dimmed">
                {show === 'worse' ? (
                  <Plural value={orders.length} one={`${shownCount} of # order`} other={`${shownCount} of # orders`} />
                ) : (
                  <Plural value={orders.length} one="# order" other="# orders" />
                )}
              </Text>
              {show === 'worse' ? (
                <Link to="/orders">
                  <Trans>Show all orders</Trans>
                </Link>
              ) : (
                worse.length > 0 && (
                  <Link to="/orders" search={{ show: 'worse' }}>
                    <Plural value={worse.length} one="# order at risk" other="# orders at risk" />
                  </Link>
                )
              )}
            </Group>
            {create}
          </Group>
          <div className={classes.card}>
            <DataTable table={table} label={t`Orders`} className={classes.orders} />
          </div>
        </Actions>
      )}
    </Stack>
  );
}

/** Says that promises of deleted orders moved: they are counted in the navigation too. */
function MovedWithoutOrder(props: { told: ReturnType<typeof useToldOrders>; orders: readonly OrderHeader[] }) {
  const { told, orders } = props;
  const ids = new Set(orders.map(({ id }) => id));
  const moved = [...(told ?? [])].filter(([id, { worse }]) => worse > 0 && !ids.has(id)).length;
  if (moved === 0) return null;
  return (
    <Text fz={14} c="dimmed">
      <Plural value={moved} one="Promises of # deleted order moved." other="Promises of # deleted orders moved." />{' '}
      <Link to="/promises" search={{ show: 'worse' }}>
        <Trans>Show promises</Trans>
      </Link>
    </Text>
  );
}

/** Deletes orders, and brings the last one back. */
function useRemoval(owner: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: savedOrders(owner).queryKey });
  const removing = useMutation({ mutationFn: (id: string) => orderDesk.delete(id, owner), onSettled });
  const restoring = useMutation({ mutationFn: restoreOrder, onSuccess: () => removing.reset(), onSettled });
  return { removing, restoring };
}

/** Offers Undo for a deleted order, and says what failed. */
function RemovalNote({ removing, restoring }: ReturnType<typeof useRemoval>) {
  const { i18n } = useLingui();
  const deleted = removing.data;
  const error = removing.error ?? restoring.error;
  return (
    <>
      <Group component="output" gap={16} align="baseline" justify="space-between" display={deleted ? 'flex' : 'none'}>
        {deleted && (
          <UndoNote
            key={deleted.id}
            name={orderName(headerOf(deleted.id, deleted.owner, { changedAt: 0, content: deleted.content }), i18n)}
            onUndo={() => restoring.mutate(deleted)}
          />
        )}
      </Group>
      {error && <PanelError error={error} />}
    </>
  );
}

const Actions = createContext<{ open: (id: string) => void; remove: (id: string) => void }>({
  open: () => undefined,
  remove: () => undefined,
});

/** An order with what its customer was told last. */
interface ListedOrder extends OrderHeader {
  told: ToldOrder | undefined;
  /** Whether the results are of today and of the present stock data. */
  isCurrent: boolean;
}

interface CellProps {
  row: { original: ListedOrder };
}

function PromisedCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  if (original.told === undefined) return null;
  const { from } = original.told;
  return <ShipDate stockResult={from} checkedOn={from.day} words={words} />;
}

/** Days by which the promised date moved, or that it is gone; without either, how many lines got worse. */
function MovedCell({ row: { original } }: CellProps) {
  const { formatCount } = useLocale();
  const { told } = original;
  if (told === undefined || told.moved.length === 0) return null;
  const { days, worse } = told;
  return (
    <Text span inherit fw={600} c={days === null || days > 0 || worse > 0 ? 'var(--sh-late)' : undefined}>
      {days === null ? (
        <Trans>No date</Trans>
      ) : days === 0 && worse > 0 ? (
        <Plural value={worse} one="# line" other="# lines" />
      ) : days > 0 ? (
        `+${formatCount(days)}`
      ) : (
        formatCount(days).replace('-', '−')
      )}
    </Text>
  );
}

function ToldCell({ row: { original } }: CellProps) {
  const { formatDate } = useOrderWords();
  return original.told && formatDate(original.told.toldOn, 'medium');
}

function NameCell({ row }: CellProps) {
  const { i18n } = useLingui();
  const { open } = use(Actions);
  const { original } = row;
  const days = original.told?.days ?? 0;
  return (
    <>
      {original.isDamaged ? (
        <Trans>Damaged order</Trans>
      ) : (
        <Link to="/order" onClick={() => open(original.id)}>
          <bdi>{orderName(original, i18n)}</bdi>
        </Link>
      )}
      {/* A space, so that a line of its own isn't indented. */}{' '}
      {original.told !== undefined && original.told.worse > 0 && (
        <Text span inherit fz={13} fw={600} c="var(--sh-late)" style={{ whiteSpace: 'nowrap' }}>
          <Trans>moved</Trans>
          {/* Phones have no room for its column. */}
          <Text span inherit hiddenFrom="sm">
            {': '}
            {days > 0 ? <Plural value={days} one="# day later" other="# days later" /> : <MovedCell row={row} />}
          </Text>
        </Text>
      )}
      <Text hiddenFrom="sm" fz={13} lh="18px" c="dimmed">
        <StateCell row={row} />
      </Text>
    </>
  );
}

/** The complete ship date; instead of that of earlier results, the one that the promised lines have now. */
function completeOf({ summary, told, isCurrent }: ListedOrder) {
  return told === undefined || isCurrent ? summary?.complete : told.to;
}

function CompleteCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  const { summary, told, isCurrent } = original;
  const complete = completeOf(original);
  if (complete === undefined) return null;
  const isOfPromises = told !== undefined && !isCurrent;
  const day = isOfPromises ? told.to?.day : summary?.day;
  const isOfNow = isCurrent || (isOfPromises && day === words.today);
  return (
    <>
      {complete === null ? (
        <Trans>None</Trans>
      ) : (
        <ShipDate stockResult={complete} checkedOn={isOfNow ? null : (day ?? null)} words={words} />
      )}
      {isOfPromises && (
        <Text fz={13} lh="18px" c="dimmed">
          <Trans>promised lines</Trans>
        </Text>
      )}
    </>
  );
}

/** What keeps the order from shipping complete and on time, and of which day that is if it isn't current. */
function StateCell({ row: { original } }: CellProps) {
  const { i18n, today, formatDate } = useOrderWords();
  const { summary, isDamaged, isDraft, isCurrent } = original;
  if (isDraft) return <Trans>This browser's copy can't be read. Delete it.</Trans>;
  if (isDamaged) return <Trans>It can't be decrypted. Ask your administrator to restore it, or delete it.</Trans>;
  if (!summary) return <Trans>Not checked</Trans>;
  const { open, late, day } = summary;
  const checkedOn = formatDate(day, 'medium');
  return (
    <>
      {late > 0 && (
        <Text span fz="inherit" c={isCurrent ? 'var(--sh-late)' : 'dimmed'}>
          <Plural value={late} one="# line late" other="# lines late" />
        </Text>
      )}
      {late > 0 && open > 0 && ' · '}
      {open > 0 && <Plural value={open} one="# line without a ship date" other="# lines without a ship date" />}
      {late === 0 && open === 0 && isCurrent && <Trans>All lines have a ship date</Trans>}
      {!isCurrent && (
        <Text span display="block" fz={13} c="dimmed">
          {day === today ? statusWords('outdated', i18n) : <Trans>Checked {checkedOn}</Trans>}
        </Text>
      )}
    </>
  );
}

function ChangedCell({ row: { original } }: CellProps) {
  const { locale } = useOrderWords();
  return formatMoment(original.changedAt, locale);
}

function RemoveHeading() {
  return (
    <VisuallyHidden>
      <Trans>Delete</Trans>
    </VisuallyHidden>
  );
}

function RemoveCell({ row: { original } }: CellProps) {
  const { t, i18n } = useLingui();
  const { remove } = use(Actions);
  const name = original.isDamaged ? t`damaged order` : orderName(original, i18n);
  return <IconButton label={t`Delete ${name}`} Icon={Trash2} onClick={() => remove(original.id)} />;
}

const column = dataColumns<ListedOrder>();
/** Columns that are empty while no customer was told anything. */
const ofTold: ReadonlySet<string> = new Set(['promised', 'moved', 'told']);

const allColumns = column.columns([
  column.accessor(({ customer, name, reference, firstProduct }) => customer || name || reference || firstProduct, {
    id: 'name',
    header: () => <Trans>Customer or name</Trans>,
    cell: NameCell,
  }),
  column.accessor('lineCount', {
    id: 'lines',
    header: () => <Trans>Lines</Trans>,
    meta: { isNumeric: true },
  }),
  column.accessor(({ told }) => told?.from.date, {
    id: 'promised',
    header: () => <Trans>Promised</Trans>,
    cell: PromisedCell,
  }),
  column.accessor((order) => completeOf(order)?.date, {
    id: 'complete',
    header: () => <Trans>Complete ship date</Trans>,
    cell: CompleteCell,
  }),
  column.accessor(({ told }) => told && (told.moved.length === 0 ? 0 : (told.days ?? Infinity)), {
    id: 'moved',
    header: () => <Trans>Moved by (days)</Trans>,
    cell: MovedCell,
    meta: { isNumeric: true },
  }),
  column.accessor(({ told }) => told?.toldOn, { id: 'told', header: () => <Trans>Last told</Trans>, cell: ToldCell }),
  column.accessor(({ summary }) => summary && summary.late * 1e6 + summary.open, {
    id: 'state',
    header: () => <Trans>State</Trans>,
    cell: StateCell,
  }),
  column.accessor('changedAt', { id: 'changed', header: () => <Trans>Changed</Trans>, cell: ChangedCell }),
  column.display({ id: 'remove', header: RemoveHeading, cell: RemoveCell }),
]);
