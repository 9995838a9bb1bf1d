import type { CalendarDate } from '#lib/calendar-date.ts';
import type { FormField } from './form-orders.ts';
import type { HeaderRow } from './header-row.ts';
import type { MailPhrase } from './mail-line.ts';
import type { ListRecord } from './records.ts';
import type { DateProblem, DateStyle } from './date-cell.ts';

/** One line of a list that somebody ordered by. */
export interface OrderListLine {
  /** The physical line, from 1, on which its record starts. */
  line: number;
  /** The text as given, trimmed: an id, a SKU or a name that is looked up later. Leading zeros are kept. */
  product: string;
  /** Above 0, at most 1,000,000,000, at most three decimals. */
  quantity: number;
  neededBy?: CalendarDate;
  /** A date was written that names no day: why, and its text. The line stands without it. */
  dateProblem?: { code: DateProblem; value: string };
  /** The unit as it was written beside the quantity; it converts nothing. */
  unit?: string;
  /** What the list's columns for notes say about the line. */
  note?: string;
  /** Further words that stand beside the product: its name, or what is to be known about the line. */
  words?: readonly string[];
  /** What else in it may be an id or a SKU, and so another product. */
  beside?: readonly string[];
}

/** A line that may have been meant as an order line and can't be read as one. */
export interface RefusedLine {
  line: number;
  /** The record as it stands in the list, over several physical lines where a quoted cell holds line breaks. */
  text: string;
  /** What is wrong. */
  code: RefusalCode;
  /** The part of the text that is wrong. */
  value?: string;
  /** What stands where the product does, if that is not what is wrong. */
  product?: string;
  note?: string;
  /** A line of a letter that surely asks for no product, or quotes another one, so that it needn't be looked at. */
  part?: 'greeting' | 'signature' | 'ship-by' | 'quote';
  /** The days, soonest first, that a line about the whole order may name: `We need everything by 12 December`. */
  shipBy?: readonly CalendarDate[];
}

/** What stands in a list beside its order lines and is not missed. */
export interface SkippedLine {
  line: number;
  text: string;
  /**
   * `heading`: a title or note above the header row. `field`: a labelled line of a form, or a part of a header. `page`:
   * the number of a page.
   */
  code: 'header' | 'heading' | 'ruler' | 'total' | 'field' | 'page';
}

/** One way to read the list where it can be read in several. */
export interface QuestionReading {
  /** Passed back as the answer to the question. */
  key: string;
  /** The text that can be read in several ways, as an example; for columns the heading of the quantity, null without one. */
  example: string | null;
  lines: OrderListLine[];
  refused: RefusedLine[];
}

export type QuestionAbout = 'quantity' | 'date' | 'columns';

export interface OrderListQuestion {
  about: QuestionAbout;
  /** The first is the one that `lines` hold. */
  readings: QuestionReading[];
}

/** What a list says. Every line of it that isn't blank is in `lines`, `refused` or `skipped`. */
export interface OrderListReading {
  lines: OrderListLine[];
  refused: RefusedLine[];
  /** What only the person can know. `lines` and `refused` hold the reading of the locale meanwhile. */
  questions: OrderListQuestion[];
  /** Where the product may stand if no catalogue knows what stands where it seems to; taken like an answer about columns. */
  elsewhere: QuestionReading[];
  skipped: SkippedLine[];
}

export interface OrderListOptions {
  /** A BCP 47 tag: how numbers and dates are read where the list leaves it open. */
  locale: string;
  source: 'paste' | 'file';
  /** The day from which a week without a year is counted; without it, such a week names no day. */
  today?: CalendarDate;
  /** The keys of the readings that were chosen; an answered question isn't asked again. */
  answers?: Partial<Record<QuestionAbout, string>>;
}

/** How records are read that are parted already. */
export type ReadingOptions = Omit<OrderListOptions, 'source'>;

/** Rows under one header, or all those without one. */
export interface ListTable {
  header: HeaderRow | null;
  rows: string[][];
  /** The header as written. */
  headings?: readonly string[];
  /** The header as a line whose cells runs of spaces part, so that its rows can be held against it. */
  ruledBy?: string;
}

/** What a record of a list is, before it is known which column holds what. */
export type ListItem = { record: ListRecord } & (
  | { kind: 'row'; cells: string[]; table: ListTable }
  | { kind: 'phrase'; phrase: MailPhrase }
  | { kind: 'field'; field: FormField }
  | { kind: 'skipped'; code: SkippedLine['code'] }
  | ({ kind: 'refused' } & Refusal)
);

/** What was written for one order line, part by part, before numbers and dates are read. */
export interface DraftOrder {
  kind: 'order';
  record: ListRecord;
  product: string;
  quantity: string;
  unit: string;
  neededBy: string;
  note: string;
  words?: readonly string[];
  /** The header says how its dates are written. */
  dateStyle: DateStyle | null;
  /** Where else it may name a product: all of its record but what says something else. */
  beside: string;
  /** The heading of the quantity. */
  heading?: string | undefined;
  /** The header says that the number is a quantity, even where its cell is formatted as money. */
  isHeadedQuantity: boolean;
}

/** A record for which it is settled that it is no order line. */
export type SettledRecord =
  | { kind: 'skipped'; record: ListRecord; code: SkippedLine['code'] }
  | ({ kind: 'refused'; record: ListRecord } & Refusal);

/** Why there is no order line. */
export type Refusal = Pick<RefusedLine, 'code' | 'value' | 'product' | 'note'>;

export type Draft = DraftOrder | SettledRecord;

/** Why a line of a list can't be an order line. */
export type RefusalCode =
  | 'no-product'
  | 'no-quantity'
  | 'zero-quantity'
  | 'negative-quantity'
  | 'not-a-number'
  /** Two numbers with a sign of multiplication: `2 x 30 m` may be 2 or 60 m. */
  | 'unclear-quantity'
  | 'too-many-decimals'
  | 'too-large'
  | 'percent'
  | 'price'
  | 'shortened-quantity'
  | 'shortened-product'
  | 'product-became-date'
  | 'spreadsheet-error'
  | 'not-a-date'
  | 'date-without-year'
  | 'too-many-cells'
  /** Several products, or several sizes of one, of which each is an order line. */
  | 'several-orders'
  /** It says that it isn't ordered any more. */
  | 'canceled'
  | 'not-understood'
  | 'prose';
