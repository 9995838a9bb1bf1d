import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { changes, foundIn, type ProductChange } from '#data/changes.ts';
import { useChangeWords } from '#parts/change-words.ts';
import { Panel } from '#parts/panel.tsx';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';

/** Products that the panel names. */
const shownProducts = 5;

interface MovedPanelProps {
  today: CalendarDate;
  quantity: Thousandths | null;
  unit: string | undefined;
}

/** The worst changes since yesterday. Nothing while they aren't known, or none are recorded yet. */
export function MovedPanel({ today, quantity, unit }: MovedPanelProps) {
  const { t } = useLingui();
  const request = { productIds: null, since: addDays(today, -1), quantity, unit };
  const { data, isPlaceholderData } = useInfiniteQuery(changes.list(request, shownProducts));
  const page = data?.pages[0];
  // The rows of another quantity would lead to changes that don't have them.
  if (isPlaceholderData || page === undefined || page.historyFrom === null) return null;
  const found = foundIn(page);
  const search = { view: 'moved', quantity: quantity === null ? undefined : fromThousandths(quantity), unit } as const;
  return (
    <Panel
      title={t`Moved since yesterday`}
      aside={
        found > 0 && (
          <Link to="/calendars" search={search}>
            <Plural value={found} one="Show # change" other="Show # changes" />
          </Link>
        )
      }
    >
      {found === 0 ? (
        <Text fz={14} c="dimmed">
          <Trans>No changes</Trans>
        </Text>
      ) : (
        <MovedTable rows={page.rows} quantity={search.quantity} />
      )}
    </Panel>
  );
}

interface MovedRow extends ProductChange {
  quantity: number | undefined;
  words: string;
}

const column = dataColumns<MovedRow>();
const columns = column.columns([
  column.display({
    id: 'product',
    header: () => <Trans>Product</Trans>,
    cell: ({ row: { original } }) => (
      <Link to="/" search={{ product: original.product.productId, quantity: original.quantity }}>
        <bdi>{original.product.name ?? original.product.productId}</bdi>
      </Link>
    ),
  }),
  column.display({ id: 'whole', header: () => <Trans>What changed</Trans>, cell: ({ row }) => row.original.words }),
]);

function MovedTable({ rows, quantity }: { rows: readonly ProductChange[]; quantity: number | undefined }) {
  const { t } = useLingui();
  const { whole } = useChangeWords();
  const data = useMemo(
    () =>
      rows.map(({ product, change, before, now }): MovedRow => {
        const words = whole(change, product.unit).replace(/^./u, (first) => first.toLocaleUpperCase());
        return { product, change, before, now, quantity, words };
      }),
    [rows, quantity, whole],
  );
  const table = useDataTable({ data, columns, getRowId: ({ product }) => String(product.productId) });
  return <DataTable table={table} label={t`Moved since yesterday`} />;
}
