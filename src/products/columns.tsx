import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Row,
} from '@tanstack/react-table';
import { CircleSlash, Hourglass } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import type { CalendarDate } from '#stock/calendar-date.ts';
import type { CalendarProblem, CalendarResult } from '#stock/contract/calendars.ts';
import type { StockResult } from '#stock/stock-result.ts';
import { isShortSoon } from '#stock/calendars/calendar-summary.ts';
import { statusIcons } from '#parts/result/status-icons.ts';
import { statusWords } from '#parts/result/wording.ts';
import { WatchMark } from '#parts/watch/watch-mark.tsx';
import { Sparkline } from '#parts/sparkline/sparkline.tsx';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';
import { type Locale, useLocale } from '#ui/locale.tsx';

import type { CalendarRow } from './calendar-row.ts';
import classes from './columns.module.css';
import { useRowContext, useShipDateWords } from './row-context.ts';

/** TanStack Table features used by the products table. */
export const calendarFeatures = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

export type CalendarTableRow = Row<typeof calendarFeatures, CalendarRow>;

const column = createColumnHelper<typeof calendarFeatures, CalendarRow>();

/** Returns the columns of the products table, in the order of the service. The `wanted` column needs `hasQuantity`. */
export function calendarColumns(hasQuantity: boolean) {
  return column.columns([
    column.accessor('productId', { id: 'product', size: 104, cell: cellOf(ProductCell) }),
    column.accessor(({ product }) => product.name, { id: 'name', size: 236, cell: cellOf(NameCell) }),
    column.accessor(({ summary }) => summary?.territories, { id: 'territory', size: 84, cell: cellOf(TerritoryCell) }),
    column.display({ id: 'course', size: 82, cell: cellOf(SparklineCell) }),
    column.accessor(({ summary }) => summary?.availableToday, {
      id: 'available',
      size: 108,
      cell: cellOf(AvailableCell),
    }),
    column.accessor(({ summary }) => summary?.first, { id: 'first', size: 130, cell: cellOf(FirstCell) }),
    ...(hasQuantity ? [column.accessor('result', { id: 'wanted', size: 130, cell: cellOf(ResultCell) })] : []),
    column.accessor(({ summary }) => summary?.fallsShortOn, {
      id: 'fallsShort',
      size: 96,
      cell: cellOf(FallsShortCell),
    }),
    // Only to sort by: the heatmap says it beside its cells.
    column.accessor('productId', { id: 'gap', enableHiding: false }),
    column.accessor(({ summary }) => summary?.maxLeadTimeDate, {
      id: 'maxLeadTime',
      size: 130,
      cell: cellOf(LeadTimeCell),
    }),
    column.accessor('lastUpdateDate', { id: 'updated', size: 110, cell: cellOf(UpdatedCell) }),
  ]);
}

function cellOf(Cell: (props: CellProps) => ReactNode) {
  return ({ row }: { row: { original: CalendarRow } }) => <Cell row={row.original} />;
}

/** Header of the available quantity: *today* or the date. */
export function availableOn({ today, namedToday, formatDate }: Locale, i18n: I18n): string {
  return namedToday === null ? t(i18n)`Available on ${formatDate(today, 'short')}` : t(i18n)`Available today`;
}

/** Returns column headers by column ID. */
export function useColumnNames(wanted: Thousandths | null): Readonly<Record<string, string> & { available: string }> {
  const { t, i18n } = useLingui();
  const locale = useLocale();
  return useMemo(() => {
    const quantity = wanted === null ? '' : locale.formatQuantity(wanted);
    return {
      product: t`Product`,
      name: t`Name`,
      territory: t`Territory`,
      course: t`Trend`,
      available: availableOn(locale, i18n),
      first: t`First ship date`,
      wanted: t`Ship date for ${quantity}`,
      fallsShort: t`Falls short on`,
      gap: t`Gap`,
      maxLeadTime: t`Max lead time`,
      updated: t`Stock data of`,
    };
  }, [t, i18n, locale, wanted]);
}

interface CellProps {
  row: CalendarRow;
}

/** The product ID, linked to the product's calendar, whether it is watched, and the SKU. */
function ProductCell({ row: { productId, product, tile } }: CellProps) {
  const { wanted, watched } = useRowContext();
  const quantity = wanted === null || tile === 'other-unit' ? undefined : fromThousandths(wanted);
  return (
    <span className={classes.stack}>
      <span>
        <Link to="/" search={{ product: productId, quantity }} preload={false}>
          {productId}
        </Link>{' '}
        {watched?.has(productId) && <WatchMark productId={productId} quantity={wanted} />}
      </span>
      {product.sku !== null && (
        <bdi className={classes.minor} title={product.sku}>
          {product.sku}
        </bdi>
      )}
    </span>
  );
}

/** The product's name, and the reason if there is no calendar. */
function NameCell({ row: { product, listed } }: CellProps) {
  const { name } = product;
  const isFound = listed.kind === 'calendar';
  return (
    <span className={classes.stack}>
      {name !== null ? (
        <b className={classes.name}>
          <bdi title={name}>{name}</bdi>
        </b>
      ) : (
        isFound && (
          <b className={classes.none}>
            <Trans>Unnamed</Trans>
          </b>
        )
      )}
      {!isFound && (
        <span className={classes.name}>
          <NoResponse why={listed.why} />
        </span>
      )}
    </span>
  );
}

function TerritoryCell({ row: { summary } }: CellProps) {
  return summary?.territories.join(', ') || <Dash />;
}

/** The calendar as a sparkline. */
function SparklineCell({ row: { product, summary } }: CellProps) {
  const { window, wanted } = useRowContext();
  const { unit } = product;
  if (summary === null) return <Dash />;
  return <Sparkline timeline={summary.timeline} window={window} quantity={wanted} unit={unit} />;
}

/** The reason why there is no calendar. */
export function NoResponse({ why }: { why: CalendarProblem }) {
  const reasons = {
    'unknown-product': <Trans>Unknown product</Trans>,
    'no-stock-data': <Trans>No stock data</Trans>,
    incomplete: <Trans>Result not reliable: the stock calendar is incomplete</Trans>,
    'no-result': <Trans>Couldn't load the stock calendar</Trans>,
  };
  return (
    <span className={classes.noResult}>
      <CircleSlash aria-hidden size={15} />
      <span>{reasons[why]}</span>
    </span>
  );
}

/** A space joins number and unit, to wrap between them rather than within the number. */
function AvailableCell({ row: { product, summary } }: CellProps) {
  const { formatQuantity } = useLocale();
  if (summary === null) return <Dash />;
  return [formatQuantity(summary.availableToday), product.unit].filter(Boolean).join(' ');
}

function FirstCell({ row: { summary } }: CellProps) {
  return <ShipDateCell stockResult={summary?.first} />;
}

/** Ship date and status, indicated by icon, color and text. A past date reads *Today*. */
function ShipDateCell({ stockResult }: { stockResult: StockResult | undefined }) {
  const { i18n } = useLingui();
  const shipDateWords = useShipDateWords();
  if (stockResult === undefined) return <Dash />;
  const Icon = statusIcons[stockResult.kind];
  const kind = statusWords(stockResult.kind, i18n);
  const cell = (
    <span
      className={classes.shipDate}
      data-kind={stockResult.kind}
      title={stockResult.kind === 'max-lead-time' ? undefined : kind}
    >
      <Icon aria-hidden size={15} />
      {stockResult.kind === 'not-available' ? (
        <span className={classes.none}>{kind}</span>
      ) : (
        <>
          <time dateTime={stockResult.date}>{shipDateWords(stockResult.date)}</time>
          <VisuallyHidden component="span">, {kind}</VisuallyHidden>
        </>
      )}
    </span>
  );
  return stockResult.kind === 'max-lead-time' ? <MaxLeadTimeHint isFocusable={false}>{cell}</MaxLeadTimeHint> : cell;
}

/** The result for the quantity, or why there is none. */
function ResultCell({ row: { result } }: CellProps) {
  const { formatDate } = useLocale();
  if (result === null) return <Dash />;
  if (result.kind === 'reliable') {
    const { stockResult, earlier } = result;
    if (earlier === null) return <ShipDateCell stockResult={stockResult} />;
    const date = formatDate(earlier.date, 'medium');
    return (
      <span className={classes.stack}>
        <ShipDateCell stockResult={stockResult} />
        <span className={classes.minor}>
          <Trans>Calendar: {date}, not confirmed</Trans>
        </span>
      </span>
    );
  }
  return <NoResult kind={result.kind} />;
}

/** Why there is no result for the quantity. */
export function NoResult({ kind }: { kind: Exclude<CalendarResult['kind'], 'reliable'> }) {
  const texts = {
    'not-reliable': <Trans>Result not reliable</Trans>,
    'other-unit': <Trans>Other unit</Trans>,
    'no-result': <Trans>No result</Trans>,
  };
  return <span className={classes.none}>{texts[kind]}</span>;
}

/** First day on which the wanted quantity isn't available. */
function FallsShortCell({ row: { summary, result } }: CellProps) {
  const { formatDate } = useLocale();
  const { today, isCurrent } = useRowContext();
  if (summary === null || result?.kind === 'other-unit') return <Dash />;
  const { fallsShortOn } = summary;
  if (fallsShortOn === null)
    return (
      <span className={classes.none}>
        <Trans context="day">None</Trans>
      </span>
    );
  return (
    <time dateTime={fallsShortOn} className={classes.short} data-soon={isShortSoon(summary) || undefined}>
      {fallsShortOn === today && isCurrent ? <Trans>Now</Trans> : formatDate(fallsShortOn, 'medium')}
    </time>
  );
}

function LeadTimeCell({ row: { summary } }: CellProps) {
  if (summary === null) return <Dash />;
  if (summary.maxLeadTimeDate !== null) return <MaxLeadTimeDate date={summary.maxLeadTimeDate} />;
  return (
    <span className={classes.none}>
      <Trans context="feminine">None</Trans>
    </span>
  );
}

/** The max lead time date, hatched as on other pages. */
export function MaxLeadTimeDate({ date }: { date: CalendarDate }) {
  const { formatDate } = useLocale();
  return (
    <span className={classes.shipDate} data-kind="max-lead-time">
      <Hourglass aria-hidden size={14} />
      <time dateTime={date}>{formatDate(date, 'medium')}</time>
    </span>
  );
}

/** Date of the product's last stock update. */
function UpdatedCell({ row: { summary, result, lastUpdateDate } }: CellProps) {
  const { formatDate } = useLocale();
  if (summary === null || result?.kind === 'other-unit') return <Dash />;
  if (lastUpdateDate !== null) return <time dateTime={lastUpdateDate}>{formatDate(lastUpdateDate, 'medium')}</time>;
  return (
    <span className={classes.none}>
      <Trans>Not provided</Trans>
    </span>
  );
}

function Dash() {
  return <span className={classes.none}>–</span>;
}
