import type { Product } from '#contract/gateway.ts';
import type { Market } from '#contract/envelope.ts';

import type { StockRow, StoreState } from './stock-store.ts';

/** What became of a row: written, or refused because the same import already wrote what it would contradict. */
export type RowOutcome = 'written' | 'repeated' | 'second-max-lead-time';

export interface WriteOptions {
  contents: 'demo' | 'real';
  /** Whether all stock rows of before go. */
  replaceStock: boolean;
  /** Whether the whole catalogue of before goes. */
  replaceProducts: boolean;
}

/**
 * One import: everything between its opening and {@link StockWriter.commit} shows as a whole or not at all. It
 * holds the one right to write; readers in this and other processes go on with what was there before. Demo data
 * goes in any case: it never lies beside real data. Nothing but {@link StockWriter.close} may follow a failure.
 */
export interface StockWriter {
  /** What the store held before. */
  readonly previousContents: StoreState['contents'];
  /**
   * Inserts the row or replaces the one with its key that an earlier import left. A live max lead time replaces
   * every other one that earlier imports left for the product, whatever their dates.
   */
  putStock(market: Market, row: StockRow): RowOutcome;
  /** Inserts the product or replaces what an earlier import said of it. */
  putProduct(product: Product): Exclude<RowOutcome, 'second-max-lead-time'>;
  /** To be awaited every thousand rows or so: what was put moves on to the store instead of piling up here. */
  drain(): Promise<void>;
  /** Makes everything written the truth for every reader at once. */
  commit(): Promise<void>;
  /** Leaves everything as it was, unless it was committed, and lets the store go. */
  close(): Promise<void>;
}
