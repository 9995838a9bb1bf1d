import type { ProductId } from '#contract/product-id.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** One line of the heatmap. */
export interface HeatmapProduct {
  productId: ProductId;
  name: string | null;
  unit: string | null;
  /** As read for one and the same today in all lines. */
  timeline: StockTimeline;
}

/** `<LazyStockHeatmap>`, a figure named `Stock heatmap`: products by day, week or month against a wanted quantity. */
export interface StockHeatmapProps {
  /** In the order of the lines; keep the array between renders, it is what decides whether lines are drawn anew. */
  products: readonly HeatmapProduct[];
  /** What every cell is held against; one unit where none is given. */
  quantity: Thousandths | null;
  bucketSize: BucketSize;
  onBucketSizeChange: (size: BucketSize) => void;
  /** Enter on a cell, or a click on a product's name. */
  onOpen: (productId: ProductId) => void;
}
