import type { SavedCheck } from '#api/order-check/saved-check.ts';
import type { CheckRecord } from '#domain/order/check-record.ts';

import type { DraftLine, NewLine } from './draft-line.ts';

/** What is known of a kept order without opening it. */
export interface OrderHeader {
  id: string;
  /** Whose it is: service, market and person (`rememberedKey`). */
  owner: string;
  /** Empty until the person names it. */
  name: string;
  /** Milliseconds since 1970. */
  changedAt: number;
  lineCount: number;
}

/** An order as it is kept in this browser. */
export interface OrderContents {
  lines: readonly DraftLine[];
  /** The answers of the last check; null before the first. */
  check: SavedCheck | null;
  /** The check before the last, to compare with. */
  previous: CheckRecord | null;
}

export interface StoredOrder {
  header: OrderHeader;
  contents: OrderContents;
}

/** A line that another tab left for an order. */
export interface AddedLine {
  key: number;
  line: NewLine;
}

/** An order that was deleted a moment ago. */
export interface DeletedOrder {
  order: StoredOrder;
  /** What other tabs had left for it. */
  left: readonly NewLine[];
}
