import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { Symbols } from 'recharts';

import { levelAt, type ChartSeries } from '#parts/chart/chart-series.ts';
import { commonUnit } from '#parts/chart/chart-words.ts';
import { WatchMark } from '#parts/watch/watch-mark.tsx';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';
import { useLocale } from '#ui/locale.tsx';
import { fromMilliseconds, isCalendarDate, type CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths, type Thousandths } from '#stock/thousandths.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { MaxLeadTimeHint } from '#ui/max-lead-time-hint.tsx';
import { MaxLeadTimeDate, NoResult } from '#products/columns.tsx';

import {
  comparedStockDate,
  lineStyle,
  type ComparedProduct,
  type NoStockDate,
  type SeriesStyle,
} from './compared-series.ts';
import classes from './comparison.module.css';

interface CompareValuesProps {
  products: readonly ComparedProduct[];
  series: readonly ChartSeries[];
  styles: readonly SeriesStyle[];
  /** Quantity needed; null hides its column. */
  quantity: Thousandths | null;
  /** Instant of the crosshair, or today, in milliseconds UTC. */
  at: number;
  /** Period of which the table shows the lowest levels; null if it shows those of the day. */
  period: string | null;
  emphasis: number | null;
  onEmphasis: (index: number | null) => void;
  onRemove: (productId: ProductId) => void;
}

interface ComparedValues {
  index: number;
  product: ComparedProduct;
  style: SeriesStyle | undefined;
  level: ReturnType<typeof levelAt>;
  /** First date the quantity can ship from stock, regardless of the max lead time. */
  stockDate: CalendarDate | NoStockDate;
  remove: () => void;
}

const column = dataColumns<ComparedValues>();

/** Table that identifies the lines and shows their values at the crosshair. */
export function CompareValues({ at, period, quantity, emphasis, onEmphasis, onRemove, ...props }: CompareValuesProps) {
  const { t } = useLingui();
  const { products, series, styles } = props;
  const data = useMemo(
    () =>
      products.map((product, index): ComparedValues => {
        const one = series[index];
        return {
          index,
          product,
          style: styles[index],
          level: one ? levelAt(one, at) : null,
          stockDate: quantity === null ? 'none' : comparedStockDate(product, quantity),
          remove: () => onRemove(product.productId),
        };
      }),
    [products, series, styles, quantity, at, onRemove],
  );
  const table = useDataTable({
    data,
    // Stable when products change: new columns would remount the cells and lose the focus.
    columns: useColumns({ date: fromMilliseconds(at), period, quantity, unit: commonUnit(products) }),
    getRowId: ({ index }) => String(index),
  });
  return (
    <DataTable
      table={table}
      label={t`Quantities at cursor`}
      className={classes.values}
      rowProps={({ index }) => ({
        style: { background: emphasis === index ? 'color-mix(in srgb, var(--sh-accent) 8%, transparent)' : undefined },
        onPointerEnter: () => onEmphasis(index),
        onPointerLeave: () => onEmphasis(null),
      })}
    />
  );
}

interface ColumnsProps extends Pick<CompareValuesProps, 'period' | 'quantity'> {
  date: CalendarDate;
  unit: string | null;
}

function useColumns({ date, period, quantity, unit }: ColumnsProps) {
  const { t } = useLingui();
  const { formatShipDate, formatQuantity } = useLocale();
  return useMemo(() => {
    const wanted = quantity === null ? null : formatQuantity(quantity, unit);
    const isNumeric = { meta: { isNumeric: true } };
    return column.columns([
      column.accessor(({ product }) => product.name ?? String(product.productId), {
        id: 'product',
        header: () => <Trans>Product</Trans>,
        cell: ({ row: { original } }) => {
          const { productId } = original.product;
          const name = original.product.name ?? productId;
          const search = { product: productId, quantity: quantity === null ? undefined : fromThousandths(quantity) };
          return (
            <Group gap={10} wrap="nowrap">
              {original.style && <Swatch style={original.style} />}
              {/* Breaks long words, which would push the quantity out of view. */}
              <div style={{ overflowWrap: 'anywhere' }}>
                {name !== productId && <bdi>{name}</bdi>}{' '}
                <Link to="/" search={search} preload={false} style={{ whiteSpace: 'nowrap' }}>
                  {productId}
                </Link>{' '}
                <WatchMark productId={productId} quantity={quantity} />
              </div>
            </Group>
          );
        },
      }),
      column.accessor(({ level }) => level?.level, {
        ...isNumeric,
        id: 'level',
        header: () => period ?? formatShipDate(date, 'medium'),
        cell: ({ row: { original } }) => {
          const { level, product } = original;
          return (
            <>
              {level?.isAfterMaxLeadTime && (
                <Text span fz={13} c="var(--sh-mlt)" me={10}>
                  <Trans>any quantity</Trans>
                </Text>
              )}
              {level && formatQuantity(level.level, product.unit)}
            </>
          );
        },
      }),
      ...(wanted === null
        ? []
        : [
            column.accessor('stockDate', {
              ...isNumeric,
              header: () => <Trans>Ship date for {wanted}, stock only</Trans>,
              cell: ({ getValue }) => {
                const date = getValue();
                if (isCalendarDate(date)) return formatShipDate(date, 'medium');
                return date === 'none' ? <Trans>None</Trans> : <NoResult kind={date} />;
              },
            }),
          ]),
      column.accessor(({ product }) => product.timeline.maxLeadTimeDate ?? undefined, {
        ...isNumeric,
        id: 'maxLeadTime',
        header: () => <Trans>Max lead time</Trans>,
        cell: ({ getValue }) => {
          const leadTime = getValue();
          if (leadTime === undefined) return <Trans context="feminine">None</Trans>;
          return (
            <MaxLeadTimeHint isFocusable={false}>
              <MaxLeadTimeDate date={leadTime} />
            </MaxLeadTimeHint>
          );
        },
      }),
      column.display({
        id: 'remove',
        header: () => (
          <VisuallyHidden>
            <Trans>Remove</Trans>
          </VisuallyHidden>
        ),
        meta: { isNumeric: true },
        cell: ({ row: { original } }) => {
          const name = original.product.name ?? original.product.productId;
          return <IconButton size="s" label={t`Remove ${name}`} Icon={X} onClick={original.remove} />;
        },
      }),
    ]);
  }, [t, date, period, quantity, unit, formatShipDate, formatQuantity]);
}

function Swatch({ style }: { style: SeriesStyle }) {
  return (
    <svg width={40} height={12} aria-hidden style={{ flex: 'none' }}>
      <path d="M0,6h40" strokeWidth={2} style={lineStyle(style)} />
      <Symbols type={style.shape} cx={20} cy={6} size={54} fill={style.color} />
    </svg>
  );
}
