import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';

import { CalendarFindings } from '#features/calendar-findings/calendar-findings.tsx';
import { LazyStockChart } from '#features/chart/lazy-stock-chart.tsx';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import classes from './row-detail.module.css';
import type { ShownRow } from './shown-row.ts';

interface RowDetailProps {
  row: ShownRow;
  timeline: StockTimeline;
  wanted: Thousandths | null;
  bucketSize: BucketSize;
  onBucketSize: (size: BucketSize) => void;
  onQuantity: (quantity: Thousandths) => void;
}

const chartHeight = 260;

/** A product's whole chart beneath its row, what was odd about its calendar, and the way to its own screen. */
export function RowDetail(props: RowDetailProps) {
  const { row, timeline, wanted, bucketSize, onBucketSize, onQuantity } = props;
  const { t } = useLingui();
  const { product, productId, listed } = row;
  const name = product.name ?? t`product ${productId}`;
  return (
    <div className={classes.detail}>
      {listed.kind === 'calendar' && <CalendarFindings findings={timeline.findings} listing={listed.findings} />}
      <LazyStockChart
        timeline={timeline}
        quantity={wanted}
        onQuantityChange={onQuantity}
        unit={product.unit}
        height={chartHeight}
        bucketSize={bucketSize}
        onBucketSizeChange={onBucketSize}
      />
      <Link
        to="/products/$productId"
        params={{ productId }}
        search={{ quantity: wanted === null ? undefined : fromThousandths(wanted) }}
        className={classes.link}
      >
        <span>
          <Trans>
            Open the calendar of <bdi>{name}</bdi>
          </Trans>
        </span>
        <ArrowRight aria-hidden size={16} />
      </Link>
    </div>
  );
}
