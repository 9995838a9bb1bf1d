import type { DateStyle } from './date-column.ts';
import type { ListRecord } from './records.ts';
import type { RefusalCode } from './refusal.ts';
import type { SkippedLine } from './order-list.ts';

/** What was written for one order line, part by part, before numbers and dates are read. */
export interface DraftOrder {
  kind: 'order';
  record: ListRecord;
  product: string;
  quantity: string;
  unit: string;
  neededBy: string;
  /** Its header says that a date stands there, so that a bare number is one as well. */
  isInDateColumn: boolean;
  /** The header says how its dates are written. */
  dateStyle: DateStyle | null;
  /** The header says that the number is a quantity, even where its cell is formatted as money. */
  isHeadedQuantity: boolean;
}

/** A record for which it is settled that it is no order line. */
export type SettledRecord =
  | { kind: 'skipped'; record: ListRecord; code: SkippedLine['code'] }
  | { kind: 'refused'; record: ListRecord; code: RefusalCode; value?: string };

export type Draft = DraftOrder | SettledRecord;
