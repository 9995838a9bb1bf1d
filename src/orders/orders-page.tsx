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
import { closedAs } from '#stock/promises/told-order.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { useLocale } from '#ui/locale.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

import {
  byUrgency,
  completeOf,
  daysAfterPromise,
  type ListedOrder,
  listedOrder,
  urgencyOf,
  useStateOf,
} from './listed-order.ts';
import { OrdersExport } from './orders-export.tsx';
import { LineStatusMark, ShipDate } from '#orders/lines/order-columns.tsx';
import { orderDesk, useDeskOwner } from '#orders/lines/order-desk.ts';
import classes from './orders-page.module.css';
import { daysMovedWords, shortMoment, useOrderWords } from './order-words.ts';
import { useToldOrders } from './told-line.tsx';

const none: readonly OrderHeader[] = [];

/** The user's orders, with what their results came to: those whose promises need action first, then as last saved. */
export function OrdersPage() {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const owner = useDeskOwner();
  const navigate = useNavigate();
  const name = owner?.owner ?? '';
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...savedOrders(name), enabled: owner !== null });
  const removal = useRemoval(name);
  const orders = useMemo(
    () => data?.filter(({ lineCount, name, isDamaged }) => lineCount > 0 || name !== '' || isDamaged) ?? none,
    [data],
  );
  const told = useToldOrders();
  const { show } = useSearch({ from: '/orders' });
  const listed = useMemo(() => orders.map((order) => listedOrder(order, told, owner)), [orders, told, owner]);
  const worse = useMemo(() => listed.filter((order) => (order.told?.worse ?? 0) > 0), [listed]);
  const rows = useMemo(() => (show === 'worse' ? worse : listed).toSorted(byUrgency), [show, worse, listed]);
  const shownCount = formatCount(rows.length);
  const table = useDataTable({ columns, data: rows, getRowId: ({ id }) => id });
  const actions = useMemo(
    () => ({ open: (id: string) => void orderDesk.show(id, owner), remove: removal.removing.mutate }),
    [owner, removal.removing.mutate],
  );
  const create = (
    <Button
      leftSection={<Plus size={18} aria-hidden />}
      style={{ flex: 'none' }}
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
          <Group justify="space-between" wrap="nowrap">
            <Group gap="0 16px" fz={14}>
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
            <Group gap={8} wrap="nowrap">
              <OrdersExport
                rows={rows}
                total={orders.length}
                filter={show === 'worse' ? t`Orders at risk` : t`All orders`}
                retrievedAt={dataUpdatedAt}
              />
              {create}
            </Group>
          </Group>
          <div className={classes.card}>
            <DataTable table={table} label={t`Orders`} hasCards className={classes.orders} />
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
      <Plural
        value={moved}
        one="Promises of # deleted order are at risk."
        other="Promises of # deleted orders are at risk."
      />{' '}
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

interface CellProps {
  row: { original: ListedOrder };
}

function NameCell({ row: { original } }: CellProps) {
  const { i18n } = useLingui();
  const { open } = use(Actions);
  const { lineCount, isDamaged } = original;
  return (
    <>
      {isDamaged ? (
        <Trans>Damaged order</Trans>
      ) : (
        <Link to="/order" className={classes.name} onClick={() => open(original.id)}>
          <bdi>{orderName(original, i18n)}</bdi>
        </Link>
      )}
      <Text {...beneath}>
        {!isDamaged && (
          <>
            <Plural value={lineCount} one="# line" other="# lines" />
            {' · '}
          </>
        )}
        <Age order={original} />
      </Text>
    </>
  );
}

/** When its results are of or, without any, when it was changed; a check saves an order too. */
function Age({ order }: { order: ListedOrder }) {
  const words = useOrderWords();
  const momentOf = (at: number) => shortMoment(at, words);
  const { summary, isCurrent, changedAt, isDamaged, told, lineCount } = order;
  if (!summary) {
    const changed = momentOf(changedAt);
    if (isDamaged || closedAs(told, lineCount) !== null) return <Trans>changed {changed}</Trans>;
    return <Trans>changed {changed}, not checked</Trans>;
  }
  const checked = momentOf(summary.checkedAt);
  if (!isCurrent && summary.day === words.today) return <Trans>checked {checked}, with earlier stock data</Trans>;
  return <Trans>checked {checked}</Trans>;
}

/** The second line of a cell. */
const beneath = { fz: 13, lh: '18px', c: 'dimmed' } as const;
/** The name of a cell on a card. */
const above = { fz: 12, lh: '18px', c: 'dimmed', hiddenFrom: 'sm' } as const;

/** The complete ship date as promised and, if promises moved, as it is now. They are checked by themselves. */
function PromisedCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  if (original.told === undefined) return null;
  const { from, to, moved, isRolled, worse, worstDays } = original.told;
  // Of an order that ships later still, the complete ship date says by how much.
  const isLaterStill = daysAfterPromise(original) > 0;
  const days = isLaterStill ? 0 : original.told.days;
  const isLineLater = !isLaterStill && worse > 0 && worstDays > 0 && days !== null && (worstDays > days || isRolled);
  const day = words.formatDate(from.day, 'medium');
  return (
    <>
      <Text {...above}>
        <Trans>Promised</Trans>
      </Text>
      <ShipDate stockResult={from} checkedOn={from.day} words={words} />
      {(moved.length > 0 || isRolled) && days !== 0 && (
        <>
          {' → '}
          <Text span inherit fw={600} className={classes.date}>
            {to === null ? <Trans>No date</Trans> : <ShipDate stockResult={to} checkedOn={to.day} words={words} />}
          </Text>
        </>
      )}
      <Text {...beneath}>
        {days !== null && days > 0 && isRolled && (
          <MaxLeadTimeHint isFocusable={false} hasMovedOn>
            <Text span inherit c="var(--sh-mlt)">
              {daysMovedWords(days, words.i18n)}
            </Text>
            {' · '}
          </MaxLeadTimeHint>
        )}
        {days !== null && (isLineLater || (days !== 0 && !isRolled)) && (
          <>
            <Text span inherit fw={600} c={days > 0 || isLineLater ? 'var(--sh-late)' : 'var(--sh-in-stock)'}>
              {isLineLater ? (
                <Plural value={worstDays} one="a line # day later" other="a line # days later" />
              ) : (
                daysMovedWords(days, words.i18n)
              )}
            </Text>
            {' · '}
          </>
        )}
        {(to ?? from).kind === 'max-lead-time' && (
          <>
            <Trans>max lead time</Trans>
            {' · '}
          </>
        )}
        <span className={classes.date}>
          <Trans>told {day}</Trans>
        </span>
      </Text>
    </>
  );
}

/** The complete ship date by the last check, of which day it is, and by how many days it is after the promised one. */
function CompleteCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  const { summary, isCurrent } = original;
  const complete = completeOf(original);
  if (complete === undefined || !summary) return null;
  const after = daysAfterPromise(original);
  const day = words.formatDate(summary.day, 'medium');
  return (
    <>
      <Text {...above}>
        <Trans>Complete ship date</Trans>
      </Text>
      <Text
        span
        inherit
        fw={isCurrent && complete ? 600 : 400}
        c={isCurrent ? undefined : 'dimmed'}
        className={classes.date}
      >
        {complete === null ? (
          <Trans>None</Trans>
        ) : (
          <ShipDate stockResult={complete} checkedOn={isCurrent ? null : summary.day} words={words} />
        )}
      </Text>
      <Text {...beneath}>
        {complete?.kind === 'max-lead-time' && <Trans>max lead time</Trans>}
        {complete?.kind === 'max-lead-time' && (after > 0 || summary.open > 0 || !isCurrent) && ' · '}
        {after > 0 && (
          <Text span inherit fw={600} c="var(--sh-late)">
            <Plural value={after} one="# day after the promised date" other="# days after the promised date" />
            {summary.open > 0 && ' · '}
          </Text>
        )}
        {complete !== null && summary.open > 0 && (
          <>
            <Plural value={summary.open} one="without # line" other="without # lines" />
            {!isCurrent && ' · '}
          </>
        )}
        {!isCurrent && <Trans>as of {day}</Trans>}
      </Text>
    </>
  );
}

function StateCell({ row: { original } }: CellProps) {
  const state = useStateOf()(original);
  const { isDamaged, isDraft } = original;
  if (isDraft) return <Trans>This browser's copy can't be read. Delete it.</Trans>;
  if (isDamaged) return <Trans>It can't be decrypted. Ask your administrator to restore it, or delete it.</Trans>;
  return state.status === 'not-checked' ? state.words : <LineStatusMark {...state} />;
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

const columns = column.columns([
  column.accessor(({ customer, name, reference, firstProduct }) => customer || name || reference || firstProduct, {
    id: 'name',
    header: () => <Trans>Customer or name</Trans>,
    cell: NameCell,
  }),
  column.accessor(urgencyOf, {
    id: 'state',
    header: () => <Trans>State</Trans>,
    cell: StateCell,
  }),
  column.accessor(({ told }) => told?.from.date, {
    id: 'promised',
    header: () => <Trans>Complete ship date promised</Trans>,
    cell: PromisedCell,
  }),
  column.accessor((order) => completeOf(order)?.date, {
    id: 'complete',
    header: () => <Trans>Complete ship date</Trans>,
    cell: CompleteCell,
  }),
  column.display({ id: 'remove', header: RemoveHeading, cell: RemoveCell }),
]);
