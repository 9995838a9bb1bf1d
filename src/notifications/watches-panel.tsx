import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellPlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';

import { useWatchChanges, watches } from '#data/watches.ts';
import { ActionError, Panel, PanelEmpty, PanelPending } from '#parts/panel.tsx';
import { ProductName } from '#parts/product-name.tsx';
import { ResultDate } from '#parts/promises/result-date.tsx';
import { ProductField } from '#parts/product-field.tsx';
import { type Resolution, resolveProduct } from '#parts/resolve-product.ts';
import { productWords } from '#parts/result/wording.ts';
import { conditionWords } from '#parts/watch/condition-words.ts';
import type { WatchedProduct } from '#parts/watch/new-watches.ts';
import { WatchPanel } from '#parts/watch/watch-panel.tsx';
import { daysBetween, later, todayIn } from '#stock/calendar-date.ts';
import type { KeptWatch } from '#stock/contract/watches.ts';
import { formatMomentNear } from '#stock/locale-date.ts';
import { hasShipDate } from '#stock/promises/promise-status.ts';
import { isSameUnit } from '#stock/order-list/unit-word.ts';
import type { Suggestion } from '#stock/product-entry.ts';
import { fromThousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { Day } from '#ui/day.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PopoverPanel } from '#ui/popover-panel.tsx';

import classes from './notifications.module.css';

/** What the user watches. */
export function WatchesPanel() {
  const { t } = useLingui();
  const query = useQuery(watches.all());
  return (
    <Panel
      title={t`Watches`}
      aside={
        <Group gap="8px 16px">
          <Checking />
          <AddWatch />
        </Group>
      }
    >
      {query.data === undefined ? (
        <PanelPending query={query} lines={3} />
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

/** A button that asks for a product, and opens its watch. */
function AddWatch() {
  const { t } = useLingui();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Suggestion>();
  const words = useLocale();
  const queries = useQueryClient();
  const entered = useMutation({
    mutationFn: () => resolveProduct(queries, text, words),
    onSuccess: (resolution) => resolution.kind !== 'none' && setFound(firstOf(resolution)),
  });
  const close = () => {
    setOpen(false);
    setFound(undefined);
    setText('');
    entered.reset();
  };
  return (
    <>
      <Button
        ref={anchor}
        variant="default"
        leftSection={<BellPlus aria-hidden size={18} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <Trans>Add watch</Trans>
      </Button>
      {isOpen && found === undefined && (
        <PopoverPanel anchor={anchor} label={t`Add watch`} opened onClose={close} width="min(24rem, 100vw - 16px)">
          <ProductField
            value={text}
            onChange={(next) => {
              setText(next);
              entered.reset();
            }}
            onPick={setFound}
            onEnter={() => text.trim() !== '' && entered.mutate()}
            error={
              entered.data?.kind === 'none'
                ? t`No product matches “${text}”. Enter a product ID, SKU or part of the name.`
                : null
            }
          />
          <ActionError error={entered.error} />
        </PopoverPanel>
      )}
      {isOpen && found !== undefined && <WatchPanel anchor={anchor} products={[watchedOf(found)]} onClose={close} />}
    </>
  );
}

function firstOf(resolution: Exclude<Resolution, { kind: 'none' }>): Suggestion | undefined {
  return resolution.kind === 'one' ? resolution.found : resolution.choices[0];
}

function watchedOf({ product, quantity, unit: typed, shipBy }: Suggestion): WatchedProduct {
  const { productId, unit } = product;
  const isOtherUnit = typed !== null && unit !== null && !isSameUnit(typed, unit);
  return { productId, product: productWords(product), unit, quantity: isOtherUnit ? null : quantity, shipBy };
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
    cell: ({ row: { original } }) => (original.shipBy === null ? '–' : <Day date={original.shipBy} />),
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
  column.display({
    id: 'delete',
    header: () => (
      <VisuallyHidden>
        <Trans>Delete</Trans>
      </VisuallyHidden>
    ),
    cell: ({ row }) => <Delete {...row.original} />,
  }),
]);

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
  return <Day date={todayIn(useLocale().timeZone, new Date(endsAt))} />;
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
