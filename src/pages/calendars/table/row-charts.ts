import type { ProductId } from '#contract/product-id.ts';
import type { BucketSize } from '#domain/level-buckets.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** The charts that are unfolded beneath rows, and what they change. Every function is stable: a row is drawn anew where it changes alone. */
export interface RowCharts {
  open: readonly ProductId[];
  toggle: (productId: ProductId) => void;
  /** One for all of them. */
  bucketSize: BucketSize;
  setBucketSize: (size: BucketSize) => void;
  /** Another quantity is wanted. */
  setQuantity: (quantity: Thousandths) => void;
}
