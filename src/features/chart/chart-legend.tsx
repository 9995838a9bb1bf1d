import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { useLocale } from '#ui/locale.tsx';
import type { Thousandths } from '#lib/thousandths.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import classes from './chart-legend.module.css';

interface ChartLegendProps {
  timeline: StockTimeline;
  quantity: Thousandths | null;
  unit: string | null;
  bucketSize: BucketSize;
}

/** What each line and ground of the chart stands for. */
export function ChartLegend({ timeline, quantity, unit, bucketSize }: ChartLegendProps) {
  const { formatDate, formatQuantity } = useLocale();
  const { maxLeadTimeDate } = timeline;
  const wanted = quantity === null ? '' : formatQuantity(quantity, unit);
  const leadTime = maxLeadTimeDate === null ? '' : formatDate(maxLeadTimeDate, 'medium');
  const isBeyond = maxLeadTimeDate !== null && timeline.steps.some(({ date }) => date > maxLeadTimeDate);
  return (
    <figcaption>
      <ul className={classes.legend}>
        <Item kind="level">
          {bucketSize === 'day' && <Trans>Level available from that date, not an arrival</Trans>}
          {bucketSize === 'week' && <Trans>Lowest level of each week</Trans>}
          {bucketSize === 'month' && <Trans>Lowest level of each month</Trans>}
        </Item>
        <Item kind="past">
          <Trans>Before today</Trans>
        </Item>
        {quantity !== null && (
          <Item kind="quantity">
            <Trans>Quantity asked for: {wanted}</Trans>
          </Item>
        )}
        {maxLeadTimeDate !== null && (
          <Item kind="theory">
            <Trans>From the max lead time on ({leadTime}): any quantity, in theory</Trans>
          </Item>
        )}
        {isBeyond && (
          <Item kind="beyond">
            <Trans>Levels after the max lead time</Trans>
          </Item>
        )}
      </ul>
    </figcaption>
  );
}

function Item({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <li>
      <span aria-hidden className={classes.swatch} data-kind={kind} />
      <span>{children}</span>
    </li>
  );
}
