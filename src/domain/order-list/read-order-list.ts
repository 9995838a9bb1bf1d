import { draftOrders } from './table-rows.ts';
import { layOut } from './layout.ts';
import {
  type OrderListOptions,
  type OrderListReading,
  type ReadingOptions,
  columnsQuestion,
  dateQuestion,
  quantityQuestion,
  understand,
  type SettledRecord,
  type OrderListLine,
  type RefusedLine,
  type SkippedLine,
  refusalReason,
  type DraftOrder,
  type RefusalCode,
} from './order-list.ts';
import { withLetterParts } from './letter-parts.ts';
import { physicalText } from './plain-text.ts';
import { type ListRecord, readRecords, findSeparator } from './records.ts';
import { toThousandths, fromThousandths, largestQuantity } from '#lib/thousandths.ts';
import { valueOf, type NumberStyle, type NumberCell, readNumberCell } from './number-cell.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { type DateCell, type DateProblem, readDateCell, dateOf, type DateStyle } from './date-cell.ts';
import { productProblem } from './cell-kind.ts';
import { productText } from './product-text.ts';

/**
 * Reads a list of products and quantities as people send it: cells of a spreadsheet, CSV, or lines of a mail. No
 * line is lost: each is an order line, refused with a reason, or skipped as a header, ruler or total. What the list
 * leaves open is a question, never a silent guess; `lines` hold the reading of the locale meanwhile. Never throws.
 */
export function readOrderList(text: string, options: OrderListOptions): OrderListReading {
  const physical = physicalText(text);
  return readOrderRecords(readRecords(physical, findSeparator(physical, options.source)), options);
}

/** The same for records that are parted already, such as the rows of a sheet. */
export function readOrderRecords(records: readonly ListRecord[], options: ReadingOptions): OrderListReading {
  const readings = draftOrders(layOut(records));
  const answer = options.answers?.columns;
  const understanding = understand(readings[Number(answer ?? 0)] ?? readings[0], options);
  const isAsked = readings.length > 1 && answer === undefined;
  const questions = [
    isAsked ? columnsQuestion(readings.map((drafts) => understand(drafts, options))) : null,
    quantityQuestion(understanding),
    dateQuestion(understanding),
  ];
  return {
    ...settle(understanding.drafts, understanding.styles),
    questions: questions.filter((question) => question !== null),
  };
}

/** Every record of a list in one of three places, in the order of the list. */
interface SettledList {
  lines: OrderListLine[];
  refused: RefusedLine[];
  skipped: SkippedLine[];
}

/** Finishes the drafts in the styles of their columns. */
export function settle(drafts: readonly (ReadOrder | SettledRecord)[], styles: Styles): SettledList {
  const list: SettledList = { lines: [], refused: [], skipped: [] };
  for (const draft of drafts) {
    if ('kind' in draft) {
      const { line, text } = draft.record;
      if (draft.kind === 'skipped') list.skipped.push({ line, text, code: draft.code });
      else list.refused.push(refusedLine(line, text, draft));
      continue;
    }
    const order = finishOrder(draft, styles);
    const { line, text } = draft.draft.record;
    if ('line' in order) list.lines.push(order);
    else if (draft === drafts.at(-1) && order.code === 'no-product' && isSum(draft, styles, list.lines))
      list.skipped.push({ line, text, code: 'total' });
    else list.refused.push(refusedLine(line, text, order));
  }
  return { ...list, refused: withLetterParts(list.refused, list.lines) };
}

/** Spreadsheets end in a sum without a label. */
function isSum({ quantity }: ReadOrder, styles: Styles, lines: readonly OrderListLine[]): boolean {
  const sum = lines.reduce((total, line) => total + toThousandths(line.quantity), 0);
  return lines.length > 1 && typeof quantity === 'object' && valueOf(quantity, styles.number) === sum;
}

function refusedLine(line: number, text: string, { code, value }: Refusal): RefusedLine {
  const reason = refusalReason(code, value);
  return value === undefined || value === '' ? { line, text, reason, code } : { line, text, reason, code, value };
}

/** A draft whose number and date are read as far as they can be without their columns. */
export interface ReadOrder {
  draft: DraftOrder;
  quantity: NumberCell | RefusalCode;
  neededBy: DateCell | DateProblem | null;
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
  today: CalendarDate | null;
}

export function readOrder(draft: DraftOrder, texts: ReadTexts): ReadOrder {
  const { quantities } = texts;
  let quantity = quantities.get(draft.quantity);
  if (quantity === undefined) quantities.set(draft.quantity, (quantity = readNumberCell(draft.quantity)));
  return { draft, quantity, neededBy: readNeededBy(draft, texts) };
}

function readNeededBy({ neededBy, isInDateColumn }: DraftOrder, { dates, today }: ReadTexts) {
  if (neededBy === '') return null;
  const key = isInDateColumn ? neededBy : `${neededBy} in words`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const read = readDateCell(neededBy, isInDateColumn, today);
  dates.set(key, read);
  return read;
}

/** The order line in the styles of its columns, or why there is none: first the product, then the quantity. */
function finishOrder({ draft, quantity, neededBy }: ReadOrder, styles: Styles): OrderListLine | Refusal {
  const product = productText(draft.product);
  const problem = productProblem(product);
  if (problem !== null) return { code: problem, value: draft.product };
  const amount = typeof quantity === 'string' ? quantity : quantityIn(quantity, styles.number, draft.isHeadedQuantity);
  if (typeof amount === 'string') return { code: amount, value: draft.quantity };
  const unit = (typeof quantity === 'object' ? quantity.unit : undefined) ?? draft.unit;
  return {
    line: draft.record.line,
    product,
    quantity: fromThousandths(amount),
    ...dateIn(neededBy, draft, styles),
    ...(unit === '' ? {} : { unit }),
  };
}

/** An unreadable date costs the date, not the line. */
function dateIn(
  cell: ReadOrder['neededBy'],
  draft: DraftOrder,
  styles: Styles,
): Pick<OrderListLine, 'neededBy' | 'dateProblem'> {
  if (cell === null) return {};
  if (typeof cell === 'string') return { dateProblem: { code: cell, value: draft.neededBy } };
  const date = dateOf(cell, draft.dateStyle ?? styles.date);
  return date === null ? {} : { neededBy: date };
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
