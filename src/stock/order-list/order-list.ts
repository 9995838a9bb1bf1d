import type { RefusalCode } from './refusal-code.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { MarkAnswer } from './column-marks.ts';
import type { HeaderRow } from './header-row.ts';
import type { ProseLine } from './prose-line.ts';
import type { ListRecord } from './records.ts';
import type { DateProblem, DateStyle } from './list-date.ts';

/** One order line of a list. */
export interface OrderListLine {
  /** Physical line, from 1, on which its record starts. */
  line: number;
  /** Trimmed text as written: an ID, SKU or name, looked up later. Leading zeros are kept. */
  product: string;
  /** Above 0, at most 1,000,000,000, at most three decimals. */
  quantity: number;
  shipBy?: CalendarDate;
  /** A written date that can't be resolved to a day: the reason and its text. The line is kept without a date. */
  dateProblem?: { code: DateProblem; value: string };
  /** Unit as written with the quantity. Nothing is converted. */
  unit?: string;
  /** Text of the note columns. */
  note?: string;
  /** Words behind the product in its cell: its name or a remark. */
  words?: readonly string[];
  /** Other parts of the line that may be an ID or SKU, and so another product. */
  otherKeys?: readonly string[];
  /** Whether its cells weren't side by side below headings, so that it needs a review. */
  isLoose?: true;
}

/** A line that may be meant as an order line but can't be read as one. */
export interface RefusedLine {
  line: number;
  /** The record verbatim. It spans several physical lines if a quoted cell contains line breaks. */
  text: string;
  code: RefusalCode;
  /** Part of the text that is wrong. */
  value?: string;
  /** Content of the product cell, unless the product itself is wrong. */
  product?: string;
  note?: string;
}

/** A line of a list that is deliberately left out. */
export interface SkippedLine {
  line: number;
  text: string;
  /**
   * `heading`: a title or note above the header row. `page`: a page number. `marked`: an order line that a question
   * leaves out.
   */
  code: 'header' | 'heading' | 'ruler' | 'total' | 'page' | 'marked';
}

/** One interpretation of an ambiguous list. */
export interface QuestionReading {
  /** Passed back as the answer to the question. */
  key: string;
  /**
   * Example of an ambiguous text. For columns: the heading of the quantity column, null without one. For marks: the one
   * whose lines are kept, if only its are.
   */
  example: string | null;
  lines: OrderListLine[];
  refused: RefusedLine[];
}

/** `factor`: whether quantities are multiplied. `mark …`: a column that marks rows as not meant, by its heading. */
export type QuestionAbout = 'quantity' | 'date' | 'columns' | 'factor' | `mark ${string}`;

export interface OrderListQuestion {
  about: QuestionAbout;
  /** The first is the one in the result's `lines`. */
  readings: QuestionReading[];
  /** Lines to leave out or keep, by the key of the reading. */
  marked?: MarkedLines;
  /** Whether nothing tells which reading is meant, so that the user has to select one. */
  isOpen?: true;
}

/** Lines that a column or the sheet marks as not meant. */
export interface MarkedLines {
  /** Heading of the column; null without one. */
  heading: string | null;
  /** Distinct texts of the marks, in list order. Empty text for a blank cell. */
  values: string[];
  /** Physical lines, from 1. */
  lines: number[];
}

/** Result of reading a list. Every line that isn't blank is in `lines`, `refused` or `skipped`. */
export interface OrderListReading {
  lines: OrderListLine[];
  refused: RefusedLine[];
  /** What those refused lines contain that aren't rows of a table. */
  prose: ProseLine[];
  /** Ambiguities that only the user can resolve. Until then, `lines` and `refused` follow the locale. */
  questions: OrderListQuestion[];
  /** Readings with the product elsewhere in the lines, for use if the catalog lacks it. Their keys answer `columns`. */
  elsewhere: QuestionReading[];
  skipped: SkippedLine[];
  /** Headings of columns with content that no line uses. */
  unused: string[];
}

export interface OrderListOptions {
  /** BCP 47 tag. Decides how ambiguous numbers and dates are read. */
  locale: string;
  source: 'paste' | 'file';
  /** Reference day for weeks without a year. If omitted, such a week has no date. */
  today?: CalendarDate;
  /** Keys of the selected readings. An answered question isn't returned again. */
  answers?: Partial<Record<QuestionAbout, string>>;
}

/** Options for records that are already split into cells. */
export type ReadingOptions = Omit<OrderListOptions, 'source'> & {
  /** Whether this app wrote the list, so that its columns are known and mark no rows. */
  isOwn?: boolean;
};

/** Rows below one header, or all rows without one. */
export interface ListTable {
  header: HeaderRow | null;
  rows: string[][];
  /** Header cells as written. */
  headings?: readonly string[];
  /** Header line if runs of spaces separate its cells. Rows are aligned to it. */
  headerLine?: string;
}

/** A classified record, before the columns have roles. */
export type ListItem = SettledRecord | { kind: 'row'; record: ListRecord; cells: string[]; table: ListTable };

/** Texts of one order line, before numbers and dates are parsed. */
export interface DraftOrder {
  kind: 'order';
  record: ListRecord;
  product: string;
  quantity: string;
  unit: string;
  shipBy: string;
  note: string;
  /** Date order that the header states. */
  dateStyle: DateStyle | null;
  /** Text that may name another product: the record without cells known to contain something else. */
  otherText: string;
  /** Heading of the quantity column. */
  heading?: string | undefined;
  /** Number by which the quantity is or may be multiplied; blank for none. `isStated`: its own heading says so. */
  factor?: { text: string; isStated: boolean };
  /** Columns that mark the row as not meant. */
  marks?: readonly RowMark[];
  /** Whether its cells weren't side by side below headings. */
  isLoose?: boolean;
}

/** A cell that marks its row as not meant. */
export interface RowMark {
  about: `mark ${string}`;
  heading: string | null;
  value: string;
  /** Whether the row is left out until the user decides. */
  isNegative: boolean;
  /** The answer that leaves the row out. */
  answer: MarkAnswer;
}

/** A record that is certainly not an order line. */
export type SettledRecord = { record: ListRecord } & (
  | { kind: 'skipped'; code: SkippedLine['code'] }
  | { kind: 'prose' }
  | ({ kind: 'refused' } & Refusal)
);

/** Why a record is not an order line. */
export type Refusal = Pick<RefusedLine, 'code' | 'value' | 'product' | 'note'>;

export type Draft = DraftOrder | SettledRecord;
