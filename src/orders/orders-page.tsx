import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ListChecks, Plus, Trash2 } from 'lucide-react';
import { createContext, use, useMemo } from 'react';

import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { newOrderId, type OrderHeader } from '#parts/saved-orders/saved-order.ts';
import { savedOrders } from '#parts/saved-orders/saved-orders.ts';
import { formatMoment } from '#stock/locale-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import { ShipDate } from '#orders/lines/order-columns.tsx';
import { orderDesk, useDeskOwner } from '#orders/lines/order-desk.ts';
import classes from './orders-page.module.css';
import { orderName, useOrderWords } from './order-words.ts';
import { RemovalNote, useRemoval } from './saved-orders-panel.tsx';

const none: readonly OrderHeader[] = [];

/** The user's orders, last changed first, with what their results came to. */
export function OrdersPage() {
  const { t } = useLingui();
  const owner = useDeskOwner();
  const navigate = useNavigate();
  const name = owner?.owner ?? '';
  const { data, error, refetch } = useQuery({ ...savedOrders(name), enabled: owner !== null });
  const removal = useRemoval(name);
  const orders = useMemo(
    () => data?.filter(({ lineCount, name, isDamaged }) => lineCount > 0 || name !== '' || isDamaged) ?? none,
    [data],
  );
  const table = useDataTable({ columns, data: orders, getRowId: ({ id }) => id });
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
      <PageHeading title={t`Orders`} actions={orders.length > 0 && create} />
      <RemovalNote {...removal} />
      {error && <PanelError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PanelWaiting lines={6} />}
      {data && orders.length === 0 && (
        <PanelEmpty icon={ListChecks} title={t`No orders yet`}>
          {create}
        </PanelEmpty>
      )}
      {orders.length > 0 && (
        <Actions value={actions}>
          <DataTable table={table} label={t`Orders`} className={classes.orders} />
        </Actions>
      )}
    </Stack>
  );
}

const Actions = createContext<{ open: (id: string) => void; remove: (id: string) => void }>({
  open: () => undefined,
  remove: () => undefined,
});

interface CellProps {
  row: { original: OrderHeader };
}

function NameCell({ row: { original } }: CellProps) {
  const { i18n } = useLingui();
  const { open } = use(Actions);
  if (original.isDamaged) return <Trans>Damaged order</Trans>;
  return (
    <Link to="/order" onClick={() => open(original.id)}>
      <bdi>{original.customer ?? orderName(original, i18n)}</bdi>
    </Link>
  );
}

function CompleteCell({ row: { original } }: CellProps) {
  const words = useOrderWords();
  const { summary } = original;
  if (!summary) return null;
  const { complete, day } = summary;
  return complete ? (
    <ShipDate answer={complete} checkedOn={day === words.today ? null : day} words={words} />
  ) : (
    <Trans>None</Trans>
  );
}

/** What keeps the order from shipping complete and on time, and of which day that is. */
function StateCell({ row: { original } }: CellProps) {
  const { today, formatDate } = useOrderWords();
  const { summary, isDamaged } = original;
  if (isDamaged) return <Trans>It can't be decrypted. Ask your administrator to restore it, or delete it.</Trans>;
  if (!summary) return <Trans>Not checked</Trans>;
  const { open, late, day } = summary;
  const checkedOn = formatDate(day, 'medium');
  return (
    <>
      {late > 0 && (
        <Text span display="block" fz="inherit" c="var(--sh-late)">
          <Plural value={late} one="# line late" other="# lines late" />
        </Text>
      )}
      {open > 0 && <Plural value={open} one="# line without a ship date" other="# lines without a ship date" />}
      {late === 0 && open === 0 && <Trans>All lines have a ship date</Trans>}
      {day !== today && (
        <Text span display="block" fz={13} c="dimmed">
          <Trans>Checked {checkedOn}</Trans>
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

const column = dataColumns<OrderHeader>();
const columns = column.columns([
  column.accessor(({ customer, name }) => customer ?? name, {
    id: 'name',
    header: () => <Trans>Customer or name</Trans>,
    cell: NameCell,
  }),
  column.accessor('lineCount', {
    id: 'lines',
    header: () => <Trans>Lines</Trans>,
    meta: { isNumeric: true },
  }),
  column.accessor(({ summary }) => summary?.complete?.date, {
    id: 'complete',
    header: () => <Trans>Complete ship date</Trans>,
    cell: CompleteCell,
  }),
  column.accessor(({ summary }) => summary && summary.late * 1e6 + summary.open, {
    id: 'state',
    header: () => <Trans>State</Trans>,
    cell: StateCell,
  }),
  column.accessor('changedAt', { id: 'changed', header: () => <Trans>Changed</Trans>, cell: ChangedCell }),
  column.display({ id: 'remove', header: RemoveHeading, cell: RemoveCell }),
]);
