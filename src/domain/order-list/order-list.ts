import type { CalendarDate } from '#lib/calendar-date.ts';
import type { RefusalCode } from './refusal.ts';

/** One line of a list that somebody ordered by. */
export interface OrderListLine {
  /** The physical line, from 1, on which its record starts. */
  line: number;
  /** The text as given, trimmed: an id, a SKU or a name that is looked up later. Leading zeros are kept. */
  product: string;
  /** Above 0, at most 1,000,000,000, at most three decimals. */
  quantity: number;
  neededBy?: CalendarDate;
  /** The unit as it was written beside the quantity; it converts nothing. */
  unit?: string;
}

/** A line that may have been meant as an order line and can't be read as one. */
export interface RefusedLine {
  line: number;
  /** The record as it stands in the list, over several physical lines where a quoted cell holds line breaks. */
  text: string;
  /** One English sentence: what is wrong, and what would be right. */
  reason: string;
  /** The same for an interface that speaks other languages. */
  code: RefusalCode;
  /** The part of the text that the reason is about. */
  value?: string;
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
  /** One English sentence that tells the reading from its neighbours. */
  label: string;
  /** The text that can be read in several ways, as an example; null for columns, whose first lines show it. */
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
  skipped: SkippedLine[];
}

export interface OrderListOptions {
  /** A BCP 47 tag: how numbers and dates are read where the list leaves it open. */
  locale: string;
  source: 'paste' | 'file';
  /** The keys of the readings that were chosen; an answered question isn't asked again. */
  answers?: Partial<Record<QuestionAbout, string>>;
}
