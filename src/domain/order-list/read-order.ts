import type { CalendarDate } from '#lib/calendar-date.ts';
import { fromThousandths, largestQuantity } from '#lib/thousandths.ts';
import { type DateCell, readDateCell } from './date-cell.ts';
import { dateOf, type DateStyle } from './date-column.ts';
import type { DraftOrder } from './draft-order.ts';
import { type NumberCell, readNumberCell } from './number-cell.ts';
import { type NumberStyle, valueOf } from './number-column.ts';
import type { OrderListLine } from './order-list.ts';
import { productProblem } from './product-cell.ts';
import type { RefusalCode } from './refusal.ts';

/** A draft whose number and date are read as far as they can be without their columns. */
export interface ReadOrder {
  draft: DraftOrder;
  quantity: NumberCell | RefusalCode;
  neededBy: DateCell | RefusalCode | null;
}

export interface Styles {
  number: NumberStyle;
  date: DateStyle;
}

export interface Refusal {
  code: RefusalCode;
  value?: string;
}

/** What was read by its text, since a list holds most of its quantities and dates more than once. */
export interface ReadTexts {
  quantities: Map<string, ReadOrder['quantity']>;
  dates: Map<string, ReadOrder['neededBy']>;
}

export function readOrder(draft: DraftOrder, { quantities, dates }: ReadTexts): ReadOrder {
  let quantity = quantities.get(draft.quantity);
  if (quantity === undefined) quantities.set(draft.quantity, (quantity = readNumberCell(draft.quantity)));
  return { draft, quantity, neededBy: readNeededBy(draft, dates) };
}

function readNeededBy({ neededBy, isInDateColumn }: DraftOrder, dates: ReadTexts['dates']) {
  if (neededBy === '') return null;
  const key = isInDateColumn ? neededBy : `${neededBy} in words`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const read = readDateCell(neededBy, isInDateColumn);
  dates.set(key, read);
  return read;
}

/** The order line in the styles of its columns, or why there is none: first the product, then quantity and date. */
export function finishOrder({ draft, quantity, neededBy }: ReadOrder, styles: Styles): OrderListLine | Refusal {
  const problem = productProblem(draft.product);
  if (problem !== null) return { code: problem, value: draft.product };
  const amount = typeof quantity === 'string' ? quantity : quantityIn(quantity, styles.number, draft.isHeadedQuantity);
  if (typeof amount === 'string') return { code: amount, value: draft.quantity };
  const date =
    neededBy === null || typeof neededBy === 'string' ? neededBy : dateOf(neededBy, draft.dateStyle ?? styles.date);
  if (date !== null && !isDate(date)) return { code: date, value: draft.neededBy };
  const unit = (typeof quantity === 'object' ? quantity.unit : undefined) ?? draft.unit;
  return {
    line: draft.record.line,
    product: draft.product,
    quantity: fromThousandths(amount),
    ...(date === null ? {} : { neededBy: date }),
    ...(unit === '' ? {} : { unit }),
  };
}

function isDate(date: CalendarDate | RefusalCode): date is CalendarDate {
  return /^\d/.test(date);
}

function quantityIn(cell: NumberCell, style: NumberStyle, mayBeMoney: boolean): number | RefusalCode {
  if (cell.isMoney && !mayBeMoney) return 'price';
  const value = valueOf(cell, style);
  if (value === null) return 'not-a-number';
  if (value === 0) return 'zero-quantity';
  if (cell.isNegative) return 'negative-quantity';
  if (value === 'too-many-decimals') return value;
  return value > largestQuantity ? 'too-large' : value;
}
