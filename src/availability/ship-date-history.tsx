import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';

import { shipDateHistory } from '#data/history.ts';
import { PanelPending } from '#parts/panel.tsx';
import type { Wording } from '#parts/result/wording.ts';
import type { StockResult } from '#stock/stock-result.ts';
import { addDays, type CalendarDate, later } from '#stock/calendar-date.ts';
import { laterMoves, type ObservedDay, type ShipDateMove, shipDateMoves } from '#stock/calendars/ship-date-history.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { Day } from '#ui/day.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import { HistoryChart } from './history-chart.tsx';

interface ShipDateHistoryProps {
  productId: ProductId;
  /** Null is any quantity above 0. */
  quantity: Thousandths | null;
  wording: Wording;
}

/** The ship date of the quantity as it was on each day: a chart, and a table of its moves. */
export function ShipDateHistory({ productId, quantity, wording }: ShipDateHistoryProps) {
  const { t } = useLingui();
  const query = useQuery(shipDateHistory(productId, quantity));
  const { formatDate } = useLocale();
  const resultText = useResultText();
  if (query.data === undefined) return <PanelPending query={query} height={320} />;
  const { days, today } = query.data;
  const [first] = days;
  if (days.length < 2)
    return (
      <Text fz={14} c="dimmed">
        {first === undefined ? (
          <Trans>The history begins with the next day on which the stock calendar is loaded.</Trans>
        ) : (
          <Trans>
            The ship date is recorded since {formatDate(first.day, 'medium')}. How it moves appears here from the next
            day on.
          </Trans>
        )}
      </Text>
    );
  const amount = quantity === null ? t`any quantity` : wording.formatQuantity(quantity);
  return (
    <>
      <Text fz={14} lh="20px" mb={8}>
        <Summary days={days} today={today} />
      </Text>
      <HistoryChart
        days={days}
        label={t`Ship date history of ${amount}`}
        dayText={({ day, stockResult }) => `${formatDate(day, 'medium')}: ${resultText(day, stockResult)}`}
      />
      <MovesTable observed={days} />
    </>
  );
}

function Summary({ days, today }: { days: readonly ObservedDay[]; today: CalendarDate }) {
  const { formatDate } = useLocale();
  const moves = laterMoves(days, today);
  const from = formatDate(days[0]?.day ?? today, 'medium');
  if (moves === null) {
    const all = shipDateMoves(days);
    if (all.length === 0) return <Trans>Unchanged since {from}.</Trans>;
    const count = all.filter((move) => (move.days ?? 0) > 0).length;
    return (
      <Trans>
        Observed since {from}.{' '}
        <Plural value={count} _0="Never moved later." one="Moved later once." other="Moved later # times." />
      </Trans>
    );
  }
  const { days: summarizedDays, count, typicalDays } = moves;
  if (typicalDays === null) return <Trans>In {summarizedDays} days this date never moved later.</Trans>;
  return (
    <Trans>
      In {summarizedDays} days this date moved later <Plural value={count} one="once" other="# times" />, typically by{' '}
      <Plural value={typicalDays} one="# day" other="# days" />.
    </Trans>
  );
}

/** Returns a function that says what was observed on a day. Stable. */
function useResultText() {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  return useMemo(
    () => (day: CalendarDate, stockResult: StockResult) => {
      if (stockResult.kind === 'not-available') return t`Not available`;
      if (stockResult.kind === 'in-stock') return t`In stock`;
      const date = formatDate(later(day, stockResult.date), 'medium');
      return stockResult.kind === 'expected' ? date : t`${date} at max lead time, not backed by stock`;
    },
    [t, formatDate],
  );
}

interface HistoryRow {
  id: string;
  day: ReactNode;
  shipDate: string;
  change: string;
  isLater: boolean;
}

const column = dataColumns<HistoryRow>();
const columns = column.columns([
  column.display({ id: 'day', header: () => <Trans>Observed</Trans>, cell: ({ row }) => row.original.day }),
  column.display({ id: 'date', header: () => <Trans>Ship date</Trans>, cell: ({ row }) => row.original.shipDate }),
  column.display({
    id: 'change',
    header: () => <Trans>Change</Trans>,
    cell: ({ row: { original } }) => (
      <Text span inherit display="inline-block" miw="6.5rem" c={original.isLater ? 'var(--sh-late)' : undefined}>
        {original.change}
      </Text>
    ),
  }),
]);

const shownRows = 8;

/** The moves of the ship date, the arrivals as expected, and the gaps between the observed days, newest first. */
function MovesTable({ observed }: { observed: readonly ObservedDay[] }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const resultText = useResultText();
  const [showsAll, setShowsAll] = useState(false);
  const rows = useMemo((): HistoryRow[] => {
    const moves = new Map(shipDateMoves(observed).map((move) => [move.day, move]));
    return observed
      .flatMap(({ day, stockResult }, index): HistoryRow[] => {
        const last = observed[index - 1];
        const move = moves.get(day);
        const first = last && addDays(last.day, 1);
        const gap = first !== undefined &&
          first < day && {
            id: `${first} gap`,
            day: <GapDays from={first} to={addDays(day, -1)} />,
            shipDate: t`Not observed`,
            change: '',
            isLater: false,
          };
        const hasArrived = stockResult.kind === 'in-stock' && last?.stockResult.kind === 'expected';
        const row = (move !== undefined || hasArrived || last === undefined) && {
          id: day,
          day: <Day date={day} />,
          shipDate: resultText(day, stockResult),
          change: move !== undefined ? moveText(move) : hasArrived ? t`as expected` : '',
          isLater: move !== undefined && (move.now.kind === 'not-available' || (move.days ?? 0) > 0),
        };
        return [gap, row].filter((each) => each !== false);
      })
      .toReversed();

    function moveText({ before, now, days: moved }: ShipDateMove): string {
      if (moved === null) return before.kind === 'not-available' ? t`available again` : t`no longer available`;
      const days = Math.abs(moved);
      if (moved > 0) return t`${plural(days, { one: '# day later', other: '# days later' })}`;
      if (moved < 0) return t`${plural(days, { one: '# day earlier', other: '# days earlier' })}`;
      return now.kind === 'max-lead-time' ? t`no longer backed by stock` : t`backed by stock`;
    }
  }, [observed, t, resultText]);
  const table = useDataTable({ data: rows, columns, getRowId: ({ id }) => id });
  const hidden = formatCount(rows.length - shownRows);
  return (
    <>
      <Box mt={12}>
        <DataTable table={table} label={t`Moves of the ship date`} {...(!showsAll && { limit: shownRows })} />
      </Box>
      {!showsAll && rows.length > shownRows && (
        <LinkButton onClick={() => setShowsAll(true)}>
          <Trans>Show {hidden} more</Trans>
        </LinkButton>
      )}
    </>
  );
}

function GapDays({ from, to }: { from: CalendarDate; to: CalendarDate }) {
  const { formatDate } = useLocale();
  return from === to ? formatDate(from, 'medium') : `${formatDate(from, 'medium')} – ${formatDate(to, 'medium')}`;
}
