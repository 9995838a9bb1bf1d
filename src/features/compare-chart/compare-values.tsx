import { Trans, useLingui } from '@lingui/react/macro';
import { Symbols } from 'recharts';

import { levelAt, type ChartSeries } from '#features/chart/chart-series.ts';
import { useLocale } from '#ui/locale.tsx';
import { realDateFor, type StockTimeline } from '#domain/stock-timeline.ts';
import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './compare-values.module.css';
import { lineStyle, type ComparedProduct, type SeriesStyle } from './compared-series.ts';

interface CompareValuesProps {
  products: readonly ComparedProduct[];
  series: readonly ChartSeries[];
  styles: readonly SeriesStyle[];
  /** The one that all are held against. */
  quantity: Thousandths | null;
  /** Where the crosshair stands, or today. */
  date: CalendarDate;
  emphasis: number | null;
  onEmphasis: (index: number | null) => void;
}

/** The key to the lines, and what each is at the crosshair. */
export function CompareValues(props: CompareValuesProps) {
  const { products, series, styles, quantity, date, emphasis, onEmphasis } = props;
  const { t } = useLingui();
  const { formatQuantity, formatDate, today } = useLocale();
  const day = formatDate(date, 'medium');
  const wanted = quantity === null ? '' : formatQuantity(quantity);
  return (
    <div className={classes.scroll}>
      <table aria-label={t`Levels at the crosshair`} className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Product</Trans>
            </th>
            <th scope="col">{date === today ? <Trans>Today</Trans> : day}</th>
            {quantity !== null && (
              <th scope="col">
                <Trans>{wanted} from</Trans>
              </th>
            )}
            <th scope="col">
              <Trans>Max lead time</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ productId, name, unit, timeline }, index) => {
            const style = styles[index];
            const one = series[index];
            const level = one ? levelAt(one, toMilliseconds(date)) : null;
            const leadTime = timeline.maxLeadTimeDate;
            return (
              <tr
                key={productId}
                data-emphasis={emphasis === index || undefined}
                onPointerEnter={() => onEmphasis(index)}
                onPointerLeave={() => onEmphasis(null)}
              >
                <th scope="row">
                  <span className={classes.name}>
                    {style && <Swatch style={style} />}
                    <bdi>{name ?? productId}</bdi>
                  </span>
                </th>
                <td>
                  {level?.isTheoretical && (
                    <span className={classes.theory}>
                      <Trans>any, in theory</Trans>
                    </span>
                  )}
                  {level && formatQuantity(level.level, unit)}
                </td>
                {quantity !== null && (
                  <td>
                    <FirstDate timeline={timeline} quantity={quantity} />
                  </td>
                )}
                <td>{leadTime === null ? <Trans>none</Trans> : formatDate(leadTime, 'medium')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The first date of the quantity from real stock, whatever the max lead time says; none where none ever holds it. */
function FirstDate({ timeline, quantity }: { timeline: StockTimeline; quantity: Thousandths }) {
  const { formatDate, today } = useLocale();
  const date = realDateFor(timeline, quantity);
  if (date === null) return <Trans>none</Trans>;
  return date <= today ? <Trans>today</Trans> : formatDate(date, 'medium');
}

function Swatch({ style }: { style: SeriesStyle }) {
  return (
    <svg width={40} height={12} aria-hidden className={classes.swatch}>
      <path d="M0,6h40" style={lineStyle(style)} />
      <Symbols type={style.shape} cx={20} cy={6} size={54} fill={style.color} />
    </svg>
  );
}
