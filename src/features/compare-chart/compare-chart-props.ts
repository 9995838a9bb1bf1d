import type { ProductId } from '#contract/product-id.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { ChartPeriodProps } from '#features/chart/use-chart-view.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** As many products as can be told apart in one chart. */
export const mostCompared = 10;

/** One line of the comparison. */
export interface ComparedProduct {
  productId: ProductId;
  name: string | null;
  unit: string | null;
  /** As read for one and the same today in all lines. */
  timeline: StockTimeline;
}

/** One axis for all levels, or a band with an axis of its own for each product. */
export type CompareScale = 'common' | 'separate';

/** `<LazyCompareChart>`, a figure named `Product comparison`: up to {@link mostCompared} products over one time. */
export interface CompareChartProps extends ChartPeriodProps {
  /** Keep the array between renders. */
  products: readonly ComparedProduct[];
  /** The threshold that all share; null draws none. */
  quantity: Thousandths | null;
  /** Where given, the threshold can be dragged and keyed; told when it comes to rest. */
  onQuantityChange?: (quantity: Thousandths) => void;
  bucketSize?: BucketSize;
  onBucketSizeChange?: (size: BucketSize) => void;
  scale: CompareScale;
  onScaleChange: (scale: CompareScale) => void;
}
