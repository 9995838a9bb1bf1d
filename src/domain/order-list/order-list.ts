import type { CalendarDate } from '#lib/calendar-date.ts';
import type { FormField } from './form-orders.ts';
import type { HeaderRow } from './header-row.ts';
import type { MailPhrase } from './mail-line.ts';
import type { ListRecord } from './records.ts';
import {
  type DateProblem,
  type DateStyle,
  dateStyleOf,
  dateStyleOfLocale,
  isOpenDate,
  dateOf,
  readDateCell,
} from './date-cell.ts';
import { isOpen, numberStyleOf, numberStyleOfLocale, valueOf, readNumberCell } from './number-cell.ts';
import { type ReadOrder, readOrder, type ReadTexts, type Styles, settle } from './read-order-list.ts';
import { fromThousandths } from '#lib/thousandths.ts';

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
  /** A line of a letter that surely asks for nothing, so that it needn't be looked at. */
  part?: 'greeting' | 'signature';
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
  /** The header as a line whose cells runs of spaces part, so that its rows can be held against it. */
  ruledBy?: string;
}

/** What a record of a list is, before it is known which column holds what. */
export type ListItem = { record: ListRecord } & (
  | { kind: 'row'; cells: string[]; table: ListTable }
  | { kind: 'phrase'; phrase: MailPhrase }
  | { kind: 'field'; field: FormField }
  | { kind: 'skipped'; code: SkippedLine['code'] }
  | { kind: 'refused'; code: RefusalCode }
);

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

/** The drafts of a list with their numbers and dates read, and the styles that their columns have. */
interface Understanding {
  drafts: readonly (ReadOrder | SettledRecord)[];
  styles: Styles;
  /** A quantity and a date that can be read in two ways, where nothing in the list and no answer says which. */
  openQuantity: string | null;
  openDate: string | null;
}

/** All quantities of a list are one column, and so are all dates, whichever tables and sentences they stand in. */
export function understand(drafts: readonly Draft[], { locale, answers = {}, today }: ReadingOptions): Understanding {
  const texts: ReadTexts = { quantities: new Map(), dates: new Map(), today: today ?? null };
  const read = drafts.map((draft) => (draft.kind === 'order' ? readOrder(draft, texts) : draft));
  const orders = read.filter((draft): draft is ReadOrder => 'draft' in draft);
  const number = numberStyleOf(
    orders.map(({ quantity }) => quantity).filter((quantity) => typeof quantity === 'object'),
  );
  const undated = orders.filter(({ draft }) => draft.dateStyle === null);
  const date = dateStyleOf(
    undated.flatMap(({ neededBy }) => (typeof neededBy === 'object' && neededBy !== null ? [neededBy] : [])),
  );
  const openQuantity = orders.find(({ quantity }) => typeof quantity === 'object' && isOpen(quantity));
  const openDate = undated.find(
    ({ neededBy }) => typeof neededBy === 'object' && neededBy !== null && isOpenDate(neededBy),
  );
  const numberAnswer =
    answers.quantity === 'decimal-comma' || answers.quantity === 'decimal-point' ? answers.quantity : null;
  const dateAnswer: DateStyle | null =
    answers.date === 'day-first' || answers.date === 'month-first' ? answers.date : null;
  return {
    drafts: read,
    // Where nothing is open, the locale makes no difference, and asking for its style costs more than reading the list.
    styles: {
      number: number ?? numberAnswer ?? (openQuantity ? numberStyleOfLocale(locale) : 'decimal-point'),
      date: date ?? dateAnswer ?? (openDate ? dateStyleOfLocale(locale) : 'day-first'),
    },
    openQuantity: number === null && numberAnswer === null ? (openQuantity?.draft.quantity ?? null) : null,
    openDate: date === null && dateAnswer === null ? (openDate?.draft.neededBy ?? null) : null,
  };
}

/** Which columns hold the product and the quantity, of several ways to take them; null where all say the same. */
export function columnsQuestion(understandings: readonly Understanding[]): OrderListQuestion | null {
  const lists = understandings.map(({ drafts, styles }) => settle(drafts, styles));
  const line = firstDifference(lists.map(({ lines }) => lines));
  if (line === null) return null;
  const readings = lists.map(({ lines, refused }, index): QuestionReading => {
    const label = describeLine(
      line,
      lines.find((order) => order.line === line),
    );
    return { key: String(index), label, example: null, lines, refused };
  });
  return { about: 'columns', readings };
}

/** The first line of the list that not all readings understand alike. */
function firstDifference(readings: readonly (readonly OrderListLine[])[]): number | null {
  const [first, ...others] = readings.map((lines) => new Map(lines.map((order) => [order.line, order])));
  const numbers = new Set(readings.flatMap((lines) => lines.map(({ line }) => line)));
  const differs = (line: number) => {
    const meant = JSON.stringify(first?.get(line));
    return others.some((other) => JSON.stringify(other.get(line)) !== meant);
  };
  return [...numbers].toSorted((a, b) => a - b).find(differs) ?? null;
}

function describeLine(line: number, order: OrderListLine | undefined): string {
  if (order === undefined) return `Line ${line} has no quantity`;
  const { product, quantity, neededBy, dateProblem } = order;
  const written = neededBy ?? (dateProblem && `“${dateProblem.value}”`);
  const date = written === undefined ? '' : `, needed by ${written}`;
  return `Line ${line} is product “${product}”, quantity ${quantity}${date}`;
}

const numberStyles = ['decimal-point', 'decimal-comma'] as const;

/** Which mark stands before the decimals, the locale's first; null where the list tells. */
export function quantityQuestion({ drafts, styles, openQuantity }: Understanding): OrderListQuestion | null {
  if (openQuantity === null) return null;
  const readings = numberStyles.map((number): QuestionReading => {
    const { lines, refused } = settle(drafts, { ...styles, number });
    const cell = readNumberCell(openQuantity);
    const value = typeof cell === 'string' ? null : valueOf(cell, number);
    const meaning = typeof value === 'number' ? String(fromThousandths(value)) : 'not a number';
    const mark = number === 'decimal-point' ? 'point' : 'comma';
    return {
      key: number,
      label: `“${openQuantity}” is ${meaning}: decimals follow the ${mark}`,
      example: openQuantity,
      lines,
      refused,
    };
  });
  return { about: 'quantity', readings: localeFirst(readings, styles.number) };
}

const dateStyles: Record<DateStyle, string> = {
  'day-first': 'the day comes first',
  'month-first': 'the month comes first',
};

/** Whether the day or the month comes first, the locale's order first; null where the list tells. */
export function dateQuestion({ drafts, styles, openDate }: Understanding): OrderListQuestion | null {
  if (openDate === null) return null;
  const readings = (['day-first', 'month-first'] as const).map((date): QuestionReading => {
    const { lines, refused } = settle(drafts, { ...styles, date });
    const cell = readDateCell(openDate, true);
    const meaning = cell === null || typeof cell === 'string' ? 'no date' : (dateOf(cell, date) ?? 'no date');
    return { key: date, label: `“${openDate}” is ${meaning}: ${dateStyles[date]}`, example: openDate, lines, refused };
  });
  return { about: 'date', readings: localeFirst(readings, styles.date) };
}

function localeFirst(readings: QuestionReading[], key: Styles[keyof Styles]): QuestionReading[] {
  return readings.toSorted((a, b) => Number(b.key === key) - Number(a.key === key));
}

/** Why a line of a list can't be an order line. */
export type RefusalCode =
  | 'no-product'
  | 'no-quantity'
  | 'zero-quantity'
  | 'negative-quantity'
  | 'not-a-number'
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
  | 'not-understood'
  | 'prose';

/** The sentence for a refusal; `value` is the part of the line that it is about. */
export function refusalReason(code: RefusalCode, value = ''): string {
  return sentences[code].replace('{}', () => value);
}

const sentences: Record<RefusalCode, string> = {
  'no-product': 'The product is missing.',
  'no-quantity': 'The quantity is missing; a number above 0 is needed.',
  'zero-quantity': 'The quantity is 0; a number above 0 is needed.',
  'negative-quantity': 'The quantity “{}” is negative; a number above 0 is needed.',
  'not-a-number': 'The quantity “{}” is not a number.',
  'too-many-decimals': 'The quantity “{}” has more than three decimals.',
  'too-large': 'The quantity “{}” is above 1,000,000,000.',
  percent: '“{}” is a percentage, not a quantity.',
  price: '“{}” is an amount of money, not a quantity.',
  'shortened-quantity':
    'A spreadsheet shortened the quantity to “{}”, so digits are lost. Show it as a plain number there and copy it again.',
  'shortened-product':
    'A spreadsheet turned the product into “{}”, so digits are lost. Format the column as text there, enter the product again and copy it.',
  'product-became-date':
    'The product “{}” is a date: a spreadsheet may have turned a code into one. Format the column as text there and enter the code again.',
  'spreadsheet-error': '“{}” is what a spreadsheet shows when it cannot show the value.',
  'not-a-date': 'The needed-by date “{}” is not a date; 2026-03-17 is one.',
  'date-without-year': 'The needed-by date “{}” has no year.',
  'too-many-cells':
    'This line has more cells than the header. If a number holds a comma, put it in quotes or separate the cells by semicolons.',
  'not-understood': 'No product and quantity could be told apart in this line.',
  prose: 'This line holds no number, so it was not read as an order line.',
};
