import '@mantine/core/styles/Checkbox.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useEffect, useMemo, type ReactNode } from 'react';

import { changes, foundIn, type ChangesRequest, type ProductChange, type ReceivedChanges } from '#data/changes.ts';
import { PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { ProductLink } from '#parts/product-link.tsx';
import { Sparkline, sparklineWindow } from '#parts/sparkline/sparkline.tsx';
import { addDays, later, todayIn } from '#stock/calendar-date.ts';
import { dateMove, type DateMove } from '#stock/calendars/calendar-change.ts';
import { type ChangeDirection, changeDirections } from '#stock/contract/calendar-options.ts';
import { formatMomentNear } from '#stock/locale-date.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { DateField } from '#ui/date-field.tsx';
import { useLocale } from '#ui/locale.tsx';

import { useChangeWords, useDirectionNames } from '#parts/change-words.ts';
import { lastMonday } from './changes-since.ts';
import { ConcernedCell, type ConcernedByProduct, useConcerned } from './concerned.tsx';
import classes from '#products/listing-panel.module.css';
import type { ViewProps } from '#products/products-view.ts';

/** Calendars that differ from those at an earlier time, worst first. */
export function ChangesView({ address, listing }: ViewProps) {
  const { t } = useLingui();
  const { changesRequest: request, changed, lastVisit, noteChanges } = listing;
  const query = useInfiniteQuery({ ...changes.list(request), enabled: !changed.isPending });
  const { data, isPlaceholderData } = query;
  const last = data?.pages.at(-1);
  const seenAt = isPlaceholderData ? undefined : last?.receivedAt;
  useEffect(() => {
    if (seenAt !== undefined) noteChanges(seenAt);
  }, [seenAt, noteChanges]);
  if (changed.error !== null) return <PanelError error={changed.error} onRetry={() => changed.refetch()} />;
  if (query.error !== null && last === undefined)
    return <PanelError error={query.error} onRetry={() => void query.refetch()} />;
  if (last === undefined || changed.isPending) return <PanelWaiting lines={8} />;
  if (last.historyFrom === null) return <NothingRecorded />;
  return (
    <div data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      <Group gap="4px 16px" mb={8} className={classes.bar}>
        <SinceChoice {...{ address, lastVisit }} historyFrom={last.historyFrom} />
        <DirectionChoice address={address} counts={last.counts} />
        <Checkbox
          label={t`My orders and promises only`}
          checked={address.search.concerned ?? false}
          onChange={({ currentTarget: { checked } }) => address.change({ concerned: checked || undefined })}
        />
        <ComparedWith page={last} />
      </Group>
      {foundIn({ counts: last.counts }) === 0 ? (
        <NoChanges
          isFiltered={request.find !== undefined || request.quantity !== null || address.search.concerned === true}
        />
      ) : (
        <Changes pages={data?.pages ?? []} quantity={request.quantity} unit={last.unit}>
          {query.hasNextPage && (
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </Changes>
      )}
    </div>
  );
}

function NothingRecorded() {
  const { t } = useLingui();
  return (
    <PanelEmpty icon={ArrowRightLeft} title={t`No changes recorded yet`}>
      <Trans>Changes are recorded once all stock calendars have been loaded.</Trans>
    </PanelEmpty>
  );
}

function NoChanges({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui();
  return (
    <PanelEmpty icon={ArrowRightLeft} title={isFiltered ? t`No changes match the filter.` : t`No changes`}>
      {!isFiltered && <Trans>Changes appear here after the next stock update.</Trans>}
    </PanelEmpty>
  );
}

interface SinceChoiceProps extends Pick<ViewProps, 'address'>, Pick<ViewProps['listing'], 'lastVisit'> {
  /** Unix milliseconds. */
  historyFrom: number;
}

/** Selects the time to compare with. */
function SinceChoice({ address, lastVisit, historyFrom }: SinceChoiceProps) {
  const { t } = useLingui();
  const { today, timeZone, formatDate } = useLocale();
  const first = todayIn(timeZone, new Date(historyFrom));
  const [from, to] = [first, today].map((date) => formatDate(date, 'medium'));
  const { since } = address.search;
  const change = (next: string | undefined) => address.change({ since: next as typeof since });
  const isDate = since !== undefined && since !== 'monday' && since !== 'visit';
  const monday = formatDate(lastMonday(today), 'short');
  return (
    <>
      <NativeSelect
        label={t`Changes since`}
        className={classes.labeled}
        value={isDate ? 'date' : (since ?? '')}
        onChange={({ currentTarget: { value } }) =>
          change(value === '' ? undefined : value === 'date' ? later(addDays(today, -7), first) : value)
        }
        data={[
          { value: '', label: t`Yesterday` },
          { value: 'monday', label: t`Last Monday, ${monday}` },
          ...(lastVisit === null ? [] : [{ value: 'visit', label: t`My last visit` }]),
          { value: 'date', label: t`A date` },
        ]}
      />
      {isDate && (
        <DateField
          label={t`Date`}
          className={classes.labeled}
          value={since}
          onChange={(date) => date !== null && change(date)}
          past={{ first, error: t`Enter a date from ${from} to ${to}. Earlier changes aren't recorded.` }}
        />
      )}
    </>
  );
}

/** Selects what happened to the ship dates, each with its number of products. */
function DirectionChoice({ address, counts }: Pick<ViewProps, 'address'> & Pick<ReceivedChanges, 'counts'>) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const names = useDirectionNames();
  const { direction } = address.search;
  const all = foundIn({ counts });
  if (all === 0) return null;
  const found = (each: ChangeDirection) => foundIn({ counts, direction: each });
  const shown = changeDirections.filter((each) => found(each) > 0 || each === direction);
  return (
    <SegmentedControl
      aria-label={t`Changes shown`}
      className={classes.views}
      withItemsBorders={false}
      value={direction ?? ''}
      onChange={(next) => address.change({ direction: next === '' ? undefined : next }, true)}
      data={[
        { value: '', label: `${t({ context: 'changes', message: 'All' })} (${formatCount(all)})` },
        ...shown.map((value) => ({ value, label: `${names[value]} (${formatCount(found(value))})` })),
      ]}
    />
  );
}

/** Which stock data is compared. */
function ComparedWith({ page: { since, historyFrom } }: { page: ReceivedChanges }) {
  const { today, locale } = useLocale();
  const moment = formatMomentNear(since, today, locale);
  return (
    <Text fz={14} c="dimmed">
      {since === historyFrom ? (
        <Trans>Changes are recorded since {moment}.</Trans>
      ) : (
        <Trans>Compared with the stock data of {moment}.</Trans>
      )}
    </Text>
  );
}

/** Colors by direction of the change. What isn't available counts as late, what is as early. */
const colors: Partial<Record<DateMove, string>> = {
  earlier: 'var(--sh-in-stock)',
  later: 'var(--sh-late)',
  came: 'var(--sh-in-stock)',
  more: 'var(--sh-in-stock)',
  went: 'var(--sh-late)',
  less: 'var(--sh-late)',
};

interface ChangeRow extends ProductChange, Pick<ChangesRequest, 'quantity'> {
  concerned: ConcernedByProduct;
  window: ReturnType<typeof sparklineWindow>;
  words: {
    wanted: string | null;
    days: string;
    amount: { by: string; of: string } | null;
    sentences: readonly string[];
  };
}

const column = dataColumns<ChangeRow>();
const columns = column.columns([
  column.accessor('change.productId', {
    id: 'product',
    header: () => <Trans>Product</Trans>,
    cell: ({ row: { original } }) => <ProductLink {...original} />,
  }),
  column.accessor('words.sentences', {
    id: 'whole',
    header: () => <Trans>What changed</Trans>,
    cell: ({ row }) => {
      const [first, ...others] = row.original.words.sentences;
      return (
        <>
          {first}
          {others.map((other) => (
            <Text key={other} fz={13} lh="18px" c="dimmed">
              {other}
            </Text>
          ))}
        </>
      );
    },
  }),
  column.accessor('words.days', {
    id: 'days',
    header: ({ table }) => {
      const of = table.getRowModel().rows[0]?.original.words.wanted;
      return of ? <Trans>Days for {of}</Trans> : <Trans>Days</Trans>;
    },
    cell: ({ row: { original } }) => (
      <Text span inherit fw={600} c={colors[dateMove(original.change)]}>
        {original.words.days}
      </Text>
    ),
  }),
  column.accessor('words.amount', {
    id: 'quantity',
    header: () => <Trans>Change of quantity</Trans>,
    meta: { isNumeric: true },
    cell: ({ row: { original } }) => (
      <>
        {original.words.amount?.by ?? '–'}
        <Text fz={13} lh="18px" c="dimmed">
          {original.words.amount?.of}
        </Text>
      </>
    ),
  }),
  column.display({
    id: 'orders',
    header: () => <Trans>Orders and promises</Trans>,
    cell: ({ row }) => <ConcernedCell concerned={row.original.concerned} />,
  }),
  column.display({
    id: 'calendars',
    header: () => <Trans>Before and after</Trans>,
    cell: ({ row: { original } }) => (
      <Sparkline
        timeline={original.now}
        before={original.before}
        window={original.window}
        unit={original.product.unit}
      />
    ),
  }),
]);

interface ChangesProps {
  pages: readonly ReceivedChanges[];
  quantity: ChangesRequest['quantity'];
  unit: string | null;
  children: ReactNode;
}

function Changes({ pages, quantity, unit, children }: ChangesProps) {
  const { t } = useLingui();
  const { formatCount, formatQuantity } = useLocale();
  const { date, amount, all } = useChangeWords();
  const concernedBy = useConcerned(pages);
  const data = useMemo(() => {
    const rows = pages.flatMap((page) => page.rows);
    const window = sparklineWindow(
      rows.flatMap(({ before, now }) => [before, now]),
      pages[0]?.today ?? '1970-01-01',
    );
    return rows.map(({ product, before, now, change }): ChangeRow => ({
      product,
      before,
      now,
      change,
      quantity,
      concerned: concernedBy(product.productId),
      window,
      words: {
        wanted: quantity === null ? null : formatQuantity(quantity, unit),
        days: date(change),
        amount: amount(change, product.unit),
        sentences: all(change, product.unit),
      },
    }));
  }, [pages, quantity, unit, formatQuantity, concernedBy, date, amount, all]);
  const table = useDataTable({
    data,
    columns,
    getRowId: ({ product }) => String(product.productId),
    // The server sorts all products.
    enableSorting: false,
  });
  const last = pages.at(-1);
  const count = formatCount(last === undefined ? 0 : foundIn(last));
  const shown = formatCount(data.length);
  return (
    <>
      <DataTable table={table} label={t`Changes`} hasCards className={classes.changes ?? ''} empty={t`No changes`} />
      {children && (
        <Group justify="space-between" pt={12} fz={14} c="dimmed">
          <Trans>
            {shown} of {count} shown
          </Trans>
          {children}
        </Group>
      )}
    </>
  );
}
