import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ListChecks, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useMemo } from 'react';

import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { orderName } from '#parts/saved-orders/order-name.ts';
import { newOrderId, type OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { headerOf } from '#parts/saved-orders/order-content.ts';
import { restoreOrder, savedOrders } from '#parts/saved-orders/saved-orders.ts';
import { stockOf } from '#stock/order/order-results.ts';
import { closedAs, countLines, type ToldOrder } from '#stock/promises/told-order.ts';
import { closeWords } from '#parts/promises/promise-words.ts';
import { todayIn } from '#stock/calendar-date.ts';
import { formatTime } from '#stock/locale-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { useLocale } from '#ui/locale.tsx';
import { UndoNote } from '#ui/undo-note.tsx';

import { LineStatusMark, ShipDate } from '#orders/lines/order-columns.tsx';
import { orderDesk, useDeskOwner } from '#orders/lines/order-desk.ts';
import classes from './orders-page.module.css';
import { useOrderWords } from './order-words.ts';
import { useToldOrders } from './told-line.tsx';

const none: readonly OrderHeader[] = [];

/** The user's orders, with what their results came to: those whose promises need action first, then as last saved. */
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
  const rows = useMemo(
    () => (show === 'worse' ? worse : listed.toSorted((a, b) => urgencyOf(b) - urgencyOf(a))),
    [show, worse, listed],
  );
  const shownCount = formatCount(rows.length);
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

/** How urgent its promises are: to be told, to be closed, to ship today. */
function urgencyOf({ told }: ListedOrder): number {
  if (told === undefined) return 0;
  return told.worse > 0 ? 3 : told.past.length > 0 ? 2 : Number(told.due.length > 0);
}

interface CellProps {
  row: { original: ListedOrder };
}

function NameCell({ row: { original } }: CellProps) {
  const { i18n } = useLingui();
  const momentOf = useShortMoment();
  const { open } = use(Actions);
  const { lineCount, changedAt, summary, isDamaged } = original;
  const changed = momentOf(changedAt);
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
        {!isDamaged && <Plural value={lineCount} one="# line" other="# lines" />}
        {!isDamaged && !summary && ' · '}
        {/* A check saves an order too. */}
        {!summary && <Trans>changed {changed}</Trans>}
      </Text>
    </>
  );
}

/** Formats a time of today as such, any other as its day. */
function useShortMoment() {
  const { locale, timeZone, today, formatDate } = useLocale();
  return (at: number) => {
    const day = todayIn(timeZone, new Date(at));
    return day === today ? formatTime(at, locale) : formatDate(day, 'medium');
  };
}

/** The second line of a cell. */
const beneath = { fz: 13, lh: '18px', c: 'dimmed' } as const;

function PromisedCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  if (original.told === undefined) return null;
  const { from, toldOn } = original.told;
  const day = words.formatDate(toldOn, 'medium');
  return (
    <>
      <Text {...beneath} hiddenFrom="sm">
        <Trans>Promised</Trans>
      </Text>
      <ShipDate stockResult={from} checkedOn={from.day} words={words} />
      <Text {...beneath}>
        {from.kind === 'max-lead-time' && (
          <>
            <Trans>max lead time</Trans>
            {' · '}
          </>
        )}
        <Trans>told {day}</Trans>
      </Text>
    </>
  );
}

/** Whether its open promises, which are checked by themselves, are newer than its own results. */
function isOfPromises({ told, isCurrent }: ListedOrder): boolean {
  return told !== undefined && told.open.length > 0 && !isCurrent;
}

/** The complete ship date; instead of that of earlier results, the one of its open promises. */
function completeOf(order: ListedOrder) {
  if (closedAs(order.told, order.lineCount) !== null) return undefined;
  return isOfPromises(order) ? order.told?.to : order.summary?.complete;
}

/**
 * The complete ship date, and by how many days it moved since it was promised. If the promised date is past, it is the
 * date on which the order could ship now.
 */
function CompleteCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  const { summary, told, isCurrent } = original;
  const complete = completeOf(original);
  if (complete === undefined) return null;
  const ofPromises = isOfPromises(original);
  const day = ofPromises ? told?.to?.day : summary?.day;
  const isOfNow = isCurrent || (ofPromises && day === words.today);
  const days = told?.days ?? 0;
  const isPast = told !== undefined && told.open.length === 0 && told.past.length > 0;
  const isAfterPast = isPast && isCurrent && complete !== null && complete.date > told.from.date;
  return (
    <>
      <Text {...beneath} hiddenFrom="sm">
        <Trans>Complete ship date</Trans>
      </Text>
      <Text span inherit fw={complete === null ? 400 : 600} className={classes.complete}>
        {complete === null && !ofPromises && summary && summary.open > 0 ? (
          <Plural value={summary.open} one="# line open" other="# lines open" />
        ) : complete === null ? (
          <Trans>None</Trans>
        ) : (
          <ShipDate stockResult={complete} checkedOn={isOfNow ? null : (day ?? null)} words={words} />
        )}
      </Text>
      {complete?.kind === 'max-lead-time' && (
        <Text {...beneath}>
          <Trans>max lead time</Trans>
        </Text>
      )}
      <Text {...beneath}>
        {isAfterPast && (
          <Text span inherit fw={600} c="var(--sh-late)">
            <Trans>after the promised date</Trans>
          </Text>
        )}
        {days !== 0 && (
          <Text span inherit fw={600} c={days > 0 ? 'var(--sh-late)' : 'var(--sh-in-stock)'}>
            {days > 0 ? (
              <Plural value={days} one="# day later" other="# days later" />
            ) : (
              <Plural value={-days} one="# day earlier" other="# days earlier" />
            )}
          </Text>
        )}
        {days !== 0 && ofPromises && ' · '}
        {ofPromises && <Trans>promised lines</Trans>}
      </Text>
    </>
  );
}

type Mark = ComponentProps<typeof LineStatusMark>;

/** The states of its promises, the most urgent first. */
function usePromiseMarks({ told, lineCount }: ListedOrder): Mark[] {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  if (told === undefined) return [];
  const { open, past, closed, moved, due } = told;
  const openCount = formatCount(open.length);
  const promised = countLines(open);
  const done = formatCount(countLines(closed));
  const marks: (Mark | false)[] = [
    told.worse > 0 && {
      status: 'late',
      words: t`${plural(moved.length, {
        one: `# of ${openCount} open promises moved`,
        other: `# of ${openCount} open promises moved`,
      })}`,
    },
    past.length > 0 && {
      status: 'outdated',
      words: t`${plural(past.length, { one: '# promised date past', other: '# promised dates past' })}`,
    },
    due.length > 0 && {
      status: 'expected',
      words: t`${plural(due.length, { one: '# promise due today', other: '# promises due today' })}`,
    },
    moved.length === 0 &&
      told.to !== null && {
        status: 'in-stock',
        words:
          promised >= lineCount
            ? t`As promised`
            : t`${plural(lineCount, { one: `${formatCount(promised)} of # line as promised`, other: `${formatCount(promised)} of # lines as promised` })}`,
      },
    open.length + past.length === 0 && {
      status: 'in-stock',
      words: t`${plural(lineCount, { one: `${done} of # line closed`, other: `${done} of # lines closed` })}`,
    },
  ];
  return marks.filter((mark) => mark !== false);
}

/** What became of the promised dates, what keeps the order from shipping complete and on time, and when it was checked. */
function StateCell({ row: { original } }: CellProps) {
  const { t, i18n } = useLingui();
  const { today } = useLocale();
  const momentOf = useShortMoment();
  const marks = usePromiseMarks(original);
  const { summary, told, isDamaged, isDraft, isCurrent } = original;
  if (isDraft) return <Trans>This browser's copy can't be read. Delete it.</Trans>;
  if (isDamaged) return <Trans>It can't be decrypted. Ask your administrator to restore it, or delete it.</Trans>;
  const closed = closedAs(told, original.lineCount);
  if (closed !== null) return <Marks of={[{ status: 'in-stock', words: closeWords(closed, i18n) }]} />;
  const since = told?.worse ? momentOf(Math.min(...told.moved.map(({ since: at }) => at))) : null;
  if (isOfPromises(original)) {
    const checked = momentOf(Math.min(...(told?.open ?? []).map(({ checkedAt }) => checkedAt)));
    return (
      <Marks of={marks}>
        {since !== null && <Trans>since {since}</Trans>}
        {since !== null && ' · '}
        <Trans>promised lines checked {checked}</Trans>
      </Marks>
    );
  }
  if (summary === undefined)
    return (
      <Marks of={marks}>
        <Trans>Not checked</Trans>
      </Marks>
    );
  const { open, late, checkedAt, day } = summary;
  const checked = momentOf(checkedAt);
  if (!isCurrent) {
    const words = day === today ? t`Checked ${checked}, with earlier stock data` : t`Checked ${checked}`;
    return <Marks of={[...marks, { status: 'outdated', words }]} />;
  }
  if (late > 0)
    marks.push({ status: 'late', words: t`${plural(late, { one: '# line late', other: '# lines late' })}` });
  if (open > 0) {
    const words = t`${plural(open, { one: '# line without a ship date', other: '# lines without a ship date' })}`;
    marks.push({ status: 'not-available', words });
  }
  if (marks.length === 0) marks.push({ status: 'in-stock', words: t`All lines have a ship date` });
  return (
    <Marks of={marks}>
      {since !== null && <Trans>since {since}</Trans>}
      {since !== null && ' · '}
      <Trans>checked {checked}</Trans>
    </Marks>
  );
}

/** Marks of an order's state below each other, and below them how old it is. */
function Marks({ of, children }: { of: readonly Mark[]; children?: ReactNode }) {
  return (
    <Stack gap={0} align="start">
      {of.map((mark) => (
        <LineStatusMark key={mark.words} {...mark} />
      ))}
      {children !== undefined && <Text {...beneath}>{children}</Text>}
    </Stack>
  );
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

/** Sorts equal states together, the most urgent last. */
function stateRank(order: ListedOrder): number {
  const { told, summary, isCurrent } = order;
  if (closedAs(told, order.lineCount) !== null) return 0;
  const [late, open] = isCurrent && summary ? [summary.late > 0, summary.open > 0] : [false, false];
  const states = [true, told !== undefined, !isCurrent, summary === undefined, late, open];
  return states.lastIndexOf(true) + 1 + urgencyOf(order) * states.length;
}

const column = dataColumns<ListedOrder>();

const columns = column.columns([
  column.accessor(({ customer, name, reference, firstProduct }) => customer || name || reference || firstProduct, {
    id: 'name',
    header: () => <Trans>Customer or name</Trans>,
    cell: NameCell,
  }),
  column.accessor((order) => stateRank(order), {
    id: 'state',
    header: () => <Trans>State</Trans>,
    cell: StateCell,
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
  column.display({ id: 'remove', header: RemoveHeading, cell: RemoveCell }),
]);
