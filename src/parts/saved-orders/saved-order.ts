import type { OrderContent } from '#stock/contract/orders.ts';
import type { CheckRecord } from '#stock/order/check-record.ts';
import type { OrderLine } from '#stock/order/order-line.ts';
import type { SavedResults } from '#stock/order/order-results.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

export interface DraftLine extends OrderLine {
  /** Unit as typed beside the quantity, empty if none. The quantity is never converted. */
  writtenUnit: string;
}

/** A line to be added to an order. */
export interface NewLine {
  product: string;
  quantity: Thousandths | null;
  /** As typed, if it isn't a valid quantity. */
  quantityText?: string | undefined;
  shipBy?: CalendarDate | null | undefined;
  writtenUnit?: string | undefined;
  note?: string | undefined;
}

/** What a list shows of an order. */
export interface OrderHeader {
  id: string;
  /** Service, market and user (`rememberedKey`). */
  owner: string;
  /** Empty until the user names it. */
  name: string;
  /** Unix milliseconds; 0 before it is first saved. */
  changedAt: number;
  lineCount: number;
  /** Whether the server can't decrypt it, so that it can only be deleted. */
  isDamaged?: boolean;
  /** Whether only this browser has it, if it is damaged. */
  isDraft?: boolean;
  customer?: string | undefined;
  reference?: string | undefined;
  /** Name of its first product, or its text; for an order that nothing else names. */
  firstProduct?: string | undefined;
  /** What its results come to, as of a day. */
  summary?: OrderContent['summary'];
}

/** An order as its page needs it. */
export interface StoredOrder {
  header: OrderHeader;
  contents: {
    lines: readonly DraftLine[];
    /** Results and calendars known so far; null before the first check. */
    check: SavedResults | null;
    /** The check before the last, for comparison. */
    previous: CheckRecord | null;
    /** Lines before the order was cleared, so that Undo works after a reload. */
    cleared?: readonly DraftLine[] | null;
    /** Default ship-by date of new lines. */
    shipBy?: CalendarDate | null;
    summary?: OrderContent['summary'];
  };
}

/** @param formatQuantity formats a quantity in the user's locale */
export function draftLine(key: number, line: NewLine, formatQuantity: (quantity: Thousandths) => string): DraftLine {
  const { product, quantity, shipBy = null, writtenUnit = '', note = '' } = line;
  const quantityText = line.quantityText ?? (quantity === null ? '' : formatQuantity(quantity));
  return { key, product, quantity, quantityText, shipBy, writtenUnit, note };
}

export function blankLine(key: number, shipBy: CalendarDate | null = null): DraftLine {
  return draftLine(key, { product: '', quantity: null, shipBy }, String);
}

/** Creates an order without lines, not saved yet. */
export function newOrder(owner: string, id = newOrderId()): StoredOrder {
  return {
    header: { id, owner, name: '', changedAt: 0, lineCount: 0 },
    contents: { lines: [], check: null, previous: null },
  };
}

/** Creates a unique ID. `crypto.randomUUID` requires a secure context (HTTPS). */
export function newOrderId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
