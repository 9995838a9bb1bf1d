import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRightLeft } from 'lucide-react';
import { useMemo, useState } from 'react';

import { useNames } from '#data/products.ts';
import type { Product } from '#stock/contract/gateway-answers.ts';
import { type CalendarChange, dateMove, severity, type DateMove } from '#stock/calendars/calendar-change.ts';
import { formatAge, useNow } from '#parts/result/answer-age.tsx';
import { PanelEmpty, PanelWaiting } from '#parts/panel.tsx';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './listing-panel.module.css';
import { useChangeWords } from './change-words.ts';
import type { ViewProps } from './products-view.ts';

/** Calendars that changed since last viewed in this browser: ship date, available quantity, and times of viewing. */
export function ChangesView({ listing: { moved, quantity } }: ViewProps) {
  const { t } = useLingui();
  const { changes, isPending, isFirstVisit, acknowledge } = moved;
  if (isPending) return <PanelWaiting lines={8} />;
  if (changes.length === 0) {
    return (
      <PanelEmpty
        icon={ArrowRightLeft}
        title={isFirstVisit ? t`First visit: no changes to compare yet` : t`No changes since your last visit`}
      >
        <Trans>
          Stock Horizon remembers the calendars you view in this browser. Changes appear here after the next stock
          update.
        </Trans>
      </PanelEmpty>
    );
  }
  return (
    <>
      <Group justify="space-between" mb={8}>
        <Text fz={14} c="dimmed">
          <Trans>Stock calendars that changed since you last viewed them in this browser, worst first.</Trans>
        </Text>
        <Button variant="default" onClick={() => void acknowledge(changes.map(({ productId }) => productId))}>
          <Trans>Mark all as read</Trans>
        </Button>
      </Group>
      <Changes changes={changes} quantity={quantity} />
    </>
  );
}

/** Colors by direction of the change. A lost ship date counts as late, a new one as early. */
const colors: Partial<Record<DateMove, string>> = {
  earlier: 'var(--sh-in-stock)',
  later: 'var(--sh-late)',
  came: 'var(--sh-in-stock)',
  went: 'var(--sh-late)',
};

interface ChangeRow {
  change: CalendarChange;
  product: Product;
  quantity: number | undefined;
  words: { date: string; amount: string | null; whole: string };
}

const column = dataColumns<ChangeRow>();
const columns = column.columns([
  column.accessor(({ product }) => product.name ?? undefined, {
    id: 'product',
    header: () => <Trans>Product</Trans>,
    cell: ({ row }) => {
      const { product, quantity } = row.original;
      const { productId, name } = product;
      return (
        <Link to="/" search={{ product: productId, quantity }}>
          <bdi>{name ?? productId}</bdi>
        </Link>
      );
    },
  }),
  column.accessor(({ change }) => severity(change), {
    id: 'date',
    header: () => <Trans>Ship date</Trans>,
    cell: ({ row: { original } }) => (
      <Text span inherit fw={600} c={colors[dateMove(original.change)]}>
        {original.words.date}
      </Text>
    ),
  }),
  column.accessor(({ change: { level } }) => (level === null ? undefined : level.now - level.before), {
    id: 'quantity',
    header: () => <Trans>Available quantity</Trans>,
    meta: { isNumeric: true },
    cell: ({ row }) => row.original.words.amount ?? '–',
  }),
  column.display({ id: 'whole', header: () => <Trans>Change</Trans>, cell: ({ row }) => row.original.words.whole }),
  column.accessor(({ change }) => change.seenNow, {
    id: 'seen',
    header: () => <Trans>Viewed</Trans>,
    cell: ({ row }) => <Seen {...row.original.change} />,
  }),
]);

const worstFirst = { sorting: [{ id: 'date', desc: true }] };

/** Number of rows shown at a time. Rendering more would block the page. */
const rowsPerStep = 100;

interface ChangesProps {
  changes: readonly CalendarChange[];
  quantity: Thousandths | null;
}

function Changes({ changes, quantity: requested }: ChangesProps) {
  const { t } = useLingui();
  const [most, setMost] = useState(rowsPerStep);
  const ids = useMemo(() => changes.map(({ productId }) => productId).toSorted((a, b) => a - b), [changes]);
  const { nameOf } = useNames(ids);
  const quantity = requested === null ? undefined : fromThousandths(requested);
  const { date, amount, whole } = useChangeWords();
  const data = useMemo(
    () =>
      changes.map((change) => {
        const product = nameOf(change.productId);
        const words = {
          date: date(change),
          amount: amount(change, product.unit),
          whole: whole(change, product.unit).replace(/^./u, (first) => first.toLocaleUpperCase()),
        };
        return { change, product, quantity, words };
      }),
    [changes, nameOf, quantity, date, amount, whole],
  );
  const table = useDataTable({ data, columns, initialState: worstFirst, getRowId: idOf });
  return (
    <>
      <DataTable table={table} label={t`Changes`} limit={most} className={classes.changes ?? ''} />
      {changes.length > most && (
        <Group justify="space-between" pt={12} fz={14} c="dimmed">
          <Trans>
            {most} of {changes.length} shown
          </Trans>
          <Button variant="default" onClick={() => setMost(most + rowsPerStep)}>
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </>
  );
}

function idOf({ change }: ChangeRow): string {
  return String(change.productId);
}

function Seen({ seenNow, seenBefore }: CalendarChange) {
  const { language } = useLocale();
  const now = useNow();
  return (
    <Text span inherit c="dimmed">
      <Trans>
        Viewed {formatAge(seenNow, now, language)}, previously {formatAge(seenBefore, now, language)}
      </Trans>
    </Text>
  );
}
