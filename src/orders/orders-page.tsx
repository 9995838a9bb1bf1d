import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ListChecks, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, createContext, use, useMemo } from 'react';

import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import { newOrderId, type OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { headerOf } from '#parts/saved-orders/order-content.ts';
import { restoreOrder, savedOrders } from '#parts/saved-orders/saved-orders.ts';
import { stockOf } from '#stock/order/order-results.ts';
import { daysBetween } from '#stock/calendar-date.ts';
import { closedAs, countLines, type ToldOrder } from '#stock/promises/told-order.ts';
import { closeWords } from '#parts/promises/promise-words.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { useLocale } from '#ui/locale.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

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
  const stateOf = useStateOf();
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
                rows={rows.map((order) => ({
                  order,
                  told: order.told,
                  complete: completeOf(order),
                  daysAfter: daysAfterPromise(order),
                  state: stateOf(order).words,
                }))}
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

function listedOrder(
  order: OrderHeader,
  told: ReturnType<typeof useToldOrders>,
  owner: ReturnType<typeof useDeskOwner>,
): ListedOrder {
  const { day, dataVersion = '' } = order.summary ?? {};
  const isCurrent =
    owner !== null && day === owner.present.day && stockOf(owner.owner, dataVersion) === owner.present.stock;
  return { ...order, told: told?.get(order.id), isCurrent };
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

/** An order with what its customer was told last. */
interface ListedOrder extends OrderHeader {
  told: ToldOrder | undefined;
  /** Whether the results are of today and of the present stock data. */
  isCurrent: boolean;
}

/**
 * How urgent an order is: promises that don't hold, to be closed, to ship today; then lines late or without a ship date; last,
 * those that need nothing, and those that are closed.
 */
function urgencyOf(order: ListedOrder): number {
  const { told, summary, isCurrent, lineCount } = order;
  if (closedAs(told, lineCount) !== null) return -1;
  if (told !== undefined && told.worse > 0) return 4;
  if (told !== undefined && told.past.length > 0) return 3;
  if (told !== undefined && told.due.length > 0) return 2;
  return Number(isCurrent && summary !== undefined && summary.late + summary.open > 0);
}

/** The most urgent first, of these the one that was promised for the earliest day; the others as they were changed. */
function byUrgency(a: ListedOrder, b: ListedOrder): number {
  const difference = urgencyOf(b) - urgencyOf(a);
  if (difference !== 0 || !a.told || !b.told || urgencyOf(a) <= 0) return difference;
  return daysBetween(b.told.from.date, a.told.from.date);
}

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

/** The complete ship date of an order that isn't closed, by its last check. */
function completeOf({ told, lineCount, summary }: ListedOrder) {
  return closedAs(told, lineCount) === null ? summary?.complete : undefined;
}

/** By how many days an order ships complete after the promised date, if not just its promises moved by that; otherwise 0. */
function daysAfterPromise(order: ListedOrder): number {
  const { told, isCurrent } = order;
  const complete = completeOf(order);
  if (!isCurrent || !complete || !told || told.open.length + told.past.length === 0) return 0;
  return told.to?.date === complete.date ? 0 : Math.max(0, daysBetween(told.from.date, complete.date));
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

type Mark = ComponentProps<typeof LineStatusMark>;

/** Its most urgent state: what became of its promises, or what keeps it from shipping complete and on time. */
function useStateOf(): (order: ListedOrder) => Mark {
  const { t, i18n } = useLingui();
  const { formatCount } = useLocale();
  return ({ told, summary, lineCount, isCurrent }) => {
    const closedState = closedAs(told, lineCount);
    if (closedState !== null) return { status: 'in-stock', words: closeWords(closedState, i18n) };
    const { open = [], past = [], closed = [], moved = [], due = [], worse = 0 } = told ?? {};
    if (worse > 0) {
      const openCount = formatCount(open.length);
      const words =
        worse === open.length
          ? t`${plural(worse, { one: '# promise at risk', other: '# promises at risk' })}`
          : t`${plural(worse, {
              one: `# of ${openCount} open promises at risk`,
              other: `# of ${openCount} open promises at risk`,
            })}`;
      return { status: 'late', words };
    }
    if (past.length > 0)
      return {
        status: 'outdated',
        words: t`${plural(past.length, { one: '# promised date past', other: '# promised dates past' })}`,
      };
    if (due.length > 0)
      return {
        status: 'expected',
        words: t`${plural(due.length, { one: '# promise due today', other: '# promises due today' })}`,
      };
    if (isCurrent && summary && summary.open > 0)
      return {
        status: 'not-available',
        words: t`${plural(summary.open, { one: '# line without a ship date', other: '# lines without a ship date' })}`,
      };
    if (isCurrent && summary && summary.late > 0)
      return {
        status: 'late',
        words: t`${plural(summary.late, { one: '# line after ship-by date', other: '# lines after ship-by date' })}`,
      };
    if (moved.length > 0)
      return {
        status: 'in-stock',
        words: t`${plural(moved.length, { one: '# promise earlier', other: '# promises earlier' })}`,
      };
    if (told !== undefined && open.length === 0) {
      const done = formatCount(countLines(closed));
      return {
        status: 'in-stock',
        words: t`${plural(lineCount, { one: `${done} of # line closed`, other: `${done} of # lines closed` })}`,
      };
    }
    if (told?.to) {
      const promised = countLines([...closed, ...open]);
      if (promised >= lineCount)
        return { status: 'in-stock', words: told.isRolled ? t`Same lead time` : t`As promised` };
      return {
        status: 'in-stock',
        words: t`${plural(lineCount, { one: `${formatCount(promised)} of # line as promised`, other: `${formatCount(promised)} of # lines as promised` })}`,
      };
    }
    if (!summary) return { status: 'outdated', words: t`Not checked` };
    return isCurrent
      ? { status: 'not-checked', words: t`All lines have a ship date` }
      : { status: 'outdated', words: t`Out of date` };
  };
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
