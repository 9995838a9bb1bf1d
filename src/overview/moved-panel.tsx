import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import {
  changes,
  type ChangesRequest,
  dayBefore,
  foundIn,
  type ProductChange,
  type ReceivedChanges,
} from '#data/changes.ts';
import { useChangeWords } from '#parts/change-words.ts';
import { quantitySearch, type ReceivedCalendars } from '#data/calendar-pages.ts';
import { momentWords } from '#parts/export/about-lines.ts';
import { Panel } from '#parts/panel.tsx';
import { ProductLink } from '#parts/product-link.tsx';
import type { Thousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './overview.module.css';

/** Products that the panel names. */
const shownProducts = 5;

/** The request for the ship dates that moved since yesterday. */
export function movedRequest({ receivedAt, request: { quantity, unit } }: ReceivedCalendars): ChangesRequest {
  return { productIds: null, since: dayBefore(receivedAt), quantity, unit, direction: 'moved' };
}

/** The worst changes since yesterday; undefined while they aren't known. */
export function useMoved(calendars: ReceivedCalendars): ReceivedChanges | undefined {
  const { data, isPlaceholderData } = useInfiniteQuery(changes.list(movedRequest(calendars), shownProducts));
  // The rows of another quantity would lead to changes that don't have them.
  return isPlaceholderData ? undefined : data?.pages[0];
}

/** Title of the changes: since yesterday, or since they were first recorded. */
export function useMovedTitle(page: ReceivedChanges | undefined): string {
  const { t } = useLingui();
  const { locale } = useLocale();
  if (page === undefined || page.since !== page.historyFrom) return t`Moved since yesterday`;
  const moment = momentWords(new Date(page.since).toISOString(), locale);
  return t`Moved since ${moment}`;
}

/** The worst changes since yesterday, or since when there can be some. Nothing while they aren't known. */
export function MovedPanel({ data }: { data: ReceivedCalendars }) {
  const page = useMoved(data);
  const title = useMovedTitle(page);
  if (page === undefined) return null;
  const moved = foundIn(page);
  const all = foundIn({ counts: page.counts });
  const search = { view: 'moved' as const, ...quantitySearch(data.request) };
  return (
    <Panel
      title={title}
      aside={
        all > 0 && (
          <Group gap="4px 12px">
            {moved > 0 && (
              <Text span fz={14}>
                <Plural value={moved} one="# moved" other="# moved" />
              </Text>
            )}
            <Link to="/calendars" search={search}>
              <Plural value={all} one="Show # change" other="Show # changes" />
            </Link>
            <Link to="/calendars" search={{ ...search, since: 'monday' }}>
              <Trans>Since last Monday</Trans>
            </Link>
          </Group>
        )
      }
    >
      {moved === 0 ? (
        <NothingMoved {...{ page, search }} hasChanges={all > 0} />
      ) : (
        <MovedTable label={title} rows={page.rows} quantity={data.request.quantity} />
      )}
    </Panel>
  );
}

interface NothingMovedProps {
  page: ReceivedChanges;
  search: ReturnType<typeof quantitySearch> & { view: 'moved' };
  /** Whether something else than ship dates changed. */
  hasChanges: boolean;
}

function NothingMoved({ page: { since, historyFrom }, search, hasChanges }: NothingMovedProps) {
  return (
    <Text fz={14} c="dimmed">
      {hasChanges ? (
        <Trans>All ship dates are as before.</Trans>
      ) : historyFrom === null ? (
        <Trans>Changes are recorded once all stock calendars have been loaded.</Trans>
      ) : since === historyFrom ? (
        <Trans>Changes appear here after the next stock update.</Trans>
      ) : (
        <Trans>
          No changes.{' '}
          <Link to="/calendars" search={{ ...search, since: 'monday' }}>
            Changes since last Monday
          </Link>
        </Trans>
      )}
    </Text>
  );
}

interface MovedRow extends ProductChange {
  quantity: Thousandths | null;
  words: string;
}

const column = dataColumns<MovedRow>();
const columns = column.columns([
  column.display({
    id: 'product',
    header: () => <Trans>Product</Trans>,
    cell: ({ row: { original } }) => <ProductLink {...original} />,
  }),
  column.display({ id: 'words', header: () => <Trans>What changed</Trans>, cell: ({ row }) => row.original.words }),
]);

interface MovedTableProps {
  label: string;
  rows: readonly ProductChange[];
  quantity: Thousandths | null;
}

function MovedTable({ label, rows, quantity }: MovedTableProps) {
  const { main } = useChangeWords();
  const data = useMemo(
    () =>
      rows.map(({ product, change, before, now }): MovedRow => {
        return { product, change, before, now, quantity, words: main(change, product.unit) };
      }),
    [rows, quantity, main],
  );
  const table = useDataTable({ data, columns, getRowId: ({ product }) => String(product.productId) });
  return <DataTable table={table} label={label} hasCards className={classes.table} />;
}
