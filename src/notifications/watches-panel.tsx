import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Switch, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellPlus, Trash2 } from 'lucide-react';

import { useWatchChanges, watches } from '#data/watches.ts';
import { ActionError, Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { ProductName } from '#parts/product-name.tsx';
import { ResultDate } from '#parts/promises/result-date.tsx';
import { conditionWords } from '#parts/watch/condition-words.ts';
import { daysBetween, later, todayIn } from '#stock/calendar-date.ts';
import type { KeptWatch } from '#stock/contract/watches.ts';
import { formatMomentNear } from '#stock/locale-date.ts';
import { hasShipDate } from '#stock/promises/promise-status.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './notifications.module.css';

/** What the user watches. */
export function WatchesPanel() {
  const { t } = useLingui();
  const query = useQuery(watches.all());
  return (
    <Panel title={t`Watches`} aside={<Checking />}>
      {query.data === undefined ? (
        query.error === null ? (
          <PanelWaiting lines={3} />
        ) : (
          <PanelError error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : query.data.watches.length > 0 ? (
        <WatchTable rows={query.data.watches} />
      ) : (
        query.data.unreadable === 0 && (
          <PanelEmpty icon={BellPlus} title={t`No watches`}>
            <Trans>Select the bell beside a result, or for selected products.</Trans>
          </PanelEmpty>
        )
      )}
      {query.data !== undefined && query.data.unreadable > 0 && (
        <Text component="output" fz={14}>
          <Plural
            value={query.data.unreadable}
            one="# watch can't be read, so it isn't checked. Ask your administrator to restore a backup, or watch the product again."
            other="# watches can't be read, so they aren't checked. Ask your administrator to restore a backup, or watch the products again."
          />
        </Text>
      )}
    </Panel>
  );
}

const column = dataColumns<KeptWatch>();
const named = { isNamedOnCard: true };
const columns = column.columns([
  column.accessor(({ product }) => product, {
    id: 'product',
    header: () => <Trans>Product</Trans>,
    cell: ({ row }) => <ProductLink {...row.original} />,
  }),
  column.accessor(({ quantity }) => quantity, {
    id: 'quantity',
    header: () => <Trans>Quantity</Trans>,
    meta: { ...named, isNumeric: true },
    cell: ({ row }) => <Quantity {...row.original} />,
  }),
  column.accessor(({ shipBy }) => shipBy ?? undefined, {
    id: 'shipBy',
    header: () => <Trans>Ship by</Trans>,
    meta: named,
    cell: ({ row }) => <Day day={row.original.shipBy} />,
  }),
  column.accessor(({ now }) => (now !== null && hasShipDate(now) ? later(now.date, now.day) : undefined), {
    id: 'now',
    header: () => <Trans>Now</Trans>,
    meta: named,
    cell: ({ row }) => <Now {...row.original} />,
  }),
  column.display({
    id: 'when',
    header: () => <Trans>Tell me when</Trans>,
    cell: ({ row }) => <When {...row.original} />,
  }),
  column.accessor(({ endsAt }) => endsAt, {
    id: 'endsAt',
    header: () => <Trans>Ends</Trans>,
    cell: ({ row }) => <Ends {...row.original} />,
  }),
  column.display({ id: 'delete', header: DeleteHeading, cell: ({ row }) => <Delete {...row.original} /> }),
]);

function DeleteHeading() {
  return (
    <VisuallyHidden>
      <Trans>Delete</Trans>
    </VisuallyHidden>
  );
}

function WatchTable({ rows }: { rows: readonly KeptWatch[] }) {
  const { t } = useLingui();
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: ({ productId, quantity }) => `${productId} ${quantity}`,
  });
  return <DataTable table={table} label={t`Watches`} hasCards className={classes.watches} />;
}

function ProductLink({ productId, product, quantity, shipBy }: KeptWatch) {
  return (
    <Link to="/" search={{ product: productId, quantity: fromThousandths(quantity), shipBy: shipBy ?? undefined }}>
      <ProductName name={product} />
    </Link>
  );
}

function Quantity({ quantity, unit }: KeptWatch) {
  return useLocale().formatQuantity(quantity, unit);
}

function Day({ day }: { day: KeptWatch['shipBy'] }) {
  const locale = useLocale();
  return day === null ? '–' : <time dateTime={day}>{locale.formatDate(day, 'medium')}</time>;
}

/** The current ship date, and by how much it is late. */
function Now({ now, shipBy }: KeptWatch) {
  if (now === null) return <Trans>Not checked</Trans>;
  const days = shipBy !== null && hasShipDate(now) ? daysBetween(shipBy, later(now.date, now.day)) : 0;
  return (
    <>
      <ResultDate result={now} />
      {days > 0 && (
        <Text span display="block" fz={13} fw={600} c="var(--sh-late)">
          <Plural value={days} one="# day late" other="# days late" />
        </Text>
      )}
    </>
  );
}

function When({ when, days }: KeptWatch) {
  const { i18n } = useLingui();
  return when.map((condition) => conditionWords(condition, days, i18n)).join(' · ');
}

function Ends({ endsAt }: KeptWatch) {
  return <Day day={todayIn(useLocale().timeZone, new Date(endsAt))} />;
}

function Delete({ productId, product, quantity }: KeptWatch) {
  const { t } = useLingui();
  const { remove } = useWatchChanges();
  return (
    <IconButton
      size="s"
      label={t`Delete the watch of ${product}`}
      Icon={Trash2}
      disabled={remove.isPending}
      onClick={() => remove.mutate({ productId, quantity })}
    />
  );
}

/** Whether checks go on while the user is signed out; nothing where they always do. */
function Checking() {
  const { t } = useLingui();
  const { locale, today } = useLocale();
  const { data } = useQuery(watches.checking());
  const { keepChecking } = useWatchChanges();
  if (data === undefined || data.kind === 'always') return null;
  const until = formatMomentNear(data.until, today, locale);
  return (
    <div>
      <Switch
        checked={data.kind === 'kept'}
        disabled={keepChecking.isPending}
        label={t`Keep checking while I'm signed out, until the token expires on ${until}`}
        onChange={({ currentTarget: { checked } }) => keepChecking.mutate(checked)}
      />
      <ActionError error={keepChecking.error} />
    </div>
  );
}
