import type { SavedAnswers } from '#api/order-check/answer-book.ts';
import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CheckRecord } from '#domain/order/check-record.ts';
import type { OrderLine } from '#domain/order/order-line.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

export interface DraftLine extends OrderLine {
  /** The unit as it was written beside the quantity; empty where none was. It converts nothing. */
  writtenUnit: string;
}

/** A line that is to come, before it has a place in an order. */
export interface NewLine {
  product: string;
  quantity: Thousandths | null;
  /** As written, where it is no quantity. */
  quantityText?: string;
  neededBy?: CalendarDate | null;
  writtenUnit?: string;
  note?: string;
}

/** What is known of a saved order without opening it. */
export interface OrderHeader {
  id: string;
  /** Whose it is: service, market and person (`rememberedKey`). */
  owner: string;
  /** Empty until the person names it. */
  name: string;
  /** Milliseconds since 1970; 0 before it is first saved. */
  changedAt: number;
  lineCount: number;
}

/** An order as it is saved in this browser. */
export interface StoredOrder {
  header: OrderHeader;
  contents: {
    lines: readonly DraftLine[];
    /** What is known of stock; null before the first check. */
    check: SavedAnswers | null;
    /** The check before the last, to compare with. */
    previous: CheckRecord | null;
    /** Which products the texts of the lines mean, as far as they were looked up. */
    products?: readonly SavedProduct[];
    /** The lines that were there until the order was cleared, so that a reload doesn't lose them. */
    cleared?: readonly DraftLine[] | null;
    /** The ship-by date of lines to come. */
    shipBy?: CalendarDate | null;
  };
}

/** What the catalog has for a text; no product where it has none. */
export interface SavedProduct {
  text: string;
  productId: ProductId | null;
  product: Product | null;
}

/** @param formatQuantity writes a quantity the person's way */
export function draftLine(key: number, line: NewLine, formatQuantity: (quantity: Thousandths) => string): DraftLine {
  const { product, quantity, neededBy = null, writtenUnit = '', note = '' } = line;
  const quantityText = line.quantityText ?? (quantity === null ? '' : formatQuantity(quantity));
  return { key, product, quantity, quantityText, neededBy, writtenUnit, note };
}

export function blankLine(key: number, neededBy: CalendarDate | null = null): DraftLine {
  return draftLine(key, { product: '', quantity: null, neededBy }, String);
}

/** An order without lines, not saved yet. */
export function newOrder(owner: string): StoredOrder {
  return {
    header: { id: newOrderId(), owner, name: '', changedAt: 0, lineCount: 0 },
    contents: { lines: [], check: null, previous: null },
  };
}

/** One that no order has. Browsers keep `crypto.randomUUID` from pages that came over plain http. */
export function newOrderId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
