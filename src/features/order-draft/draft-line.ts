import type { OrderLine } from '#domain/order/order-line.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

/** A line of an order that is being put together. */
export interface DraftLine extends OrderLine {
  /** The unit as it was written beside the quantity; empty where none was. It converts nothing. */
  writtenUnit: string;
}

/** A line that is to come, before it has a place in an order. */
export interface NewLine {
  product: string;
  productId?: ProductId | null;
  quantity: Thousandths | null;
  /** As written, where it is no quantity. */
  quantityText?: string;
  neededBy?: CalendarDate | null;
  writtenUnit?: string;
  note?: string;
}

/** @param formatQuantity writes a quantity the person's way */
export function draftLine(key: number, line: NewLine, formatQuantity: (quantity: Thousandths) => string): DraftLine {
  const { product, productId = null, quantity, quantityText, neededBy = null, writtenUnit = '', note = '' } = line;
  return {
    key,
    product,
    productId,
    quantity,
    quantityText: quantityText ?? (quantity === null ? '' : formatQuantity(quantity)),
    neededBy,
    writtenUnit,
    note,
  };
}

export function blankLine(key: number): DraftLine {
  return draftLine(key, { product: '', quantity: null }, String);
}
