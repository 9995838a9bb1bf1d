import type { CalendarDate } from '#lib/calendar-date.ts';
import { memoize } from '#lib/memoize.ts';
import { fromThousandths, largestQuantity, toThousandths } from '#lib/thousandths.ts';

import { productProblem, isCanceledText } from './cell-kind.ts';
import { dateOf, dateStyleOf, dateStyleOfLocale, isAmbiguousDate, readDateCell } from './date-cell.ts';
import type { DateCell, DateProblem, DateStyle } from './date-cell.ts';
import { layOut } from './layout.ts';
import { withLetterParts } from './letter-parts.ts';
import { isAmbiguous, numberStyleOf, numberStyleOfLocale, readNumberCell, valueOf } from './number-cell.ts';
import type { NumberCell, NumberStyle } from './number-cell.ts';
import type {
  Draft,
  DraftOrder,
  OrderListLine,
  OrderListOptions,
  OrderListQuestion,
  OrderListReading,
  QuestionReading,
  ReadingOptions,
  Refusal,
  RefusalCode,
  RefusedLine,
  SettledRecord,
  SkippedLine,
} from './order-list.ts';
import { physicalText } from './plain-text.ts';
import { otherKeys, productText, wordsAfterCode } from './product-text.ts';
import { findSeparator, type ListRecord, readRecords } from './records.ts';
import { draftOrders, joinNotes } from './table-rows.ts';

/**
 * Reads a list of products and quantities in any common form: spreadsheet cells, CSV or lines of an email. No line is
 * lost: each is an order line, refused with a reason, or skipped as a header, ruler or total. Ambiguities become
 * questions, never silent guesses; until they are answered, `lines` follow the locale. Never throws.
 */
export function readOrderList(text: string, options: OrderListOptions): OrderListReading {
  const physical = physicalText(text);
  return readOrderRecords(readRecords(physical, findSeparator(physical, options.source)), options);
}

/** Reads records that are already split into cells, such as the rows of a sheet. See {@link readOrderList}. */
export function readOrderRecords(records: readonly ListRecord[], options: ReadingOptions): OrderListReading {
  const { likely, elsewhere } = draftOrders(layOut(records));
  const readings = [...likely, ...elsewhere];
  const answer = options.answers?.columns;
  const list = parseDrafts(readings[Number(answer ?? 0)] ?? likely[0], options);
  const settled = settle(list);
  const read = (drafts: readonly Draft[], key: number) =>
    readingOf(String(key), headingOf(drafts), settle(parseDrafts(drafts, options)));
  const others = answer === undefined ? likely.slice(1) : [];
  const questions: OrderListQuestion[] = [
    {
      about: 'columns',
      readings: [readingOf('0', headingOf(likely[0]), settled), ...others.map((drafts, at) => read(drafts, at + 1))],
    },
    { about: 'quantity', readings: readingsOfStyle('quantity', list) },
    { about: 'date', readings: readingsOfStyle('date', list) },
  ];
  return {
    ...settled,
    questions: questions.filter(hasChoice).map(withoutDuplicates).filter(hasChoice),
    elsewhere: answer === undefined ? elsewhere.map((drafts, at) => read(drafts, likely.length + at)) : [],
  };
}

/** A draft with its number and date parsed, before the style of their columns resolves ambiguities. */
interface ParsedOrder {
  kind: 'order';
  draft: DraftOrder;
  quantity: NumberCell | RefusalCode;
  neededBy: DateCell | DateProblem | null;
}

/** Style of a list's numbers or dates, and an example that remains ambiguous (`open`), null if none does. */
interface ColumnStyle<Style> {
  style: Style;
  open: string | null;
}

/** Drafts of a list with parsed numbers and dates, and the styles of both. */
interface ParsedDrafts {
  drafts: readonly (ParsedOrder | SettledRecord)[];
  quantity: ColumnStyle<NumberStyle>;
  date: ColumnStyle<DateStyle>;
  today: CalendarDate | null;
}

/** Parses all drafts. All quantities share one style, and so do all dates, across tables and sentences. */
function parseDrafts(drafts: readonly Draft[], { locale, answers = {}, today }: ReadingOptions): ParsedDrafts {
  // Most quantities and dates occur more than once in a list.
  const readQuantity = memoize(readNumberCell);
  const readDate = memoize((text: string) => readDateCell(text, true, today ?? null));
  const numbers = new Map<string, NumberCell>();
  const dates = new Map<string, DateCell>();
  const read = drafts.map((draft): ParsedOrder | SettledRecord => {
    if (draft.kind !== 'order') return draft;
    const quantity = readQuantity(draft.quantity);
    const neededBy = readDate(draft.neededBy);
    if (typeof quantity === 'object') numbers.set(draft.quantity, quantity);
    if (typeof neededBy === 'object' && neededBy !== null && draft.dateStyle === null) {
      dates.set(draft.neededBy, neededBy);
    }
    return { kind: 'order', draft, quantity, neededBy };
  });
  return {
    drafts: read,
    today: today ?? null,
    quantity: columnStyle(numbers, {
      isAmbiguous,
      ofColumn: numberStyleOf,
      ofLocale: numberStyleOfLocale(locale),
      answer: styles.quantity.find((style) => style === answers.quantity),
    }),
    date: columnStyle(dates, {
      isAmbiguous: isAmbiguousDate,
      ofColumn: dateStyleOf,
      ofLocale: dateStyleOfLocale(locale),
      answer: styles.date.find((style) => style === answers.date),
    }),
  };
}

/** Possible readings of an ambiguous number or date. */
const styles = { quantity: ['decimal-point', 'decimal-comma'], date: ['day-first', 'month-first'] } as const;

function columnStyle<Cell, Style>(
  /** Keyed by text, in list order. */
  cells: ReadonlyMap<string, Cell>,
  ways: {
    isAmbiguous: (cell: Cell) => boolean;
    ofColumn: (cells: Cell[]) => Style | null;
    ofLocale: Style;
    answer: Style | undefined;
  },
): ColumnStyle<Style> {
  const style = ways.ofColumn([...cells.values()]) ?? ways.answer;
  if (style !== undefined) return { style, open: null };
  return { style: ways.ofLocale, open: [...cells].find(([, cell]) => ways.isAmbiguous(cell))?.[0] ?? null };
}

/** One reading per decimal mark or date order, the current style first; empty if nothing is ambiguous. */
function readingsOfStyle(about: 'quantity' | 'date', list: ParsedDrafts): QuestionReading[] {
  const { style, open } = list[about];
  if (open === null) return [];
  return styles[about]
    .toSorted((key) => (key === style ? -1 : 1))
    .map((key) => readingOf(key, open, settle({ ...list, [about]: { style: key, open } })));
}

function readingOf(key: string, example: string | null, { lines, refused }: SettledList): QuestionReading {
  return { key, example, lines, refused };
}

function headingOf(drafts: readonly Draft[]): string | null {
  return drafts.find((draft) => draft.kind === 'order')?.heading || null;
}

function hasChoice({ readings }: OrderListQuestion): boolean {
  return readings.length > 1;
}

/** Removes readings with the same result; there is nothing to choose between them. */
function withoutDuplicates({ about, readings }: OrderListQuestion): OrderListQuestion {
  const contents = readings.map(contentOf);
  return { about, readings: readings.filter((_, at) => contents.indexOf(contents[at] ?? '') === at) };
}

function contentOf({ lines, refused }: QuestionReading): string {
  return JSON.stringify([lines, refused]);
}

/** All records of a list in three groups, each in list order. */
interface SettledList {
  lines: OrderListLine[];
  refused: RefusedLine[];
  skipped: SkippedLine[];
}

/** Turns the drafts into lines, refusals and skipped lines, using the styles of numbers and dates. */
function settle(list: ParsedDrafts): SettledList {
  const { drafts } = list;
  const settled: SettledList = { lines: [], refused: [], skipped: [] };
  const { lines, refused, skipped } = settled;
  const quotes: RefusedLine[] = [];
  for (const draft of drafts) {
    const { line, text } = draft.kind === 'order' ? draft.draft.record : draft.record;
    if (draft.kind === 'skipped') {
      skipped.push({ line, text, code: draft.code });
      continue;
    }
    const order = draft.kind === 'refused' ? draft : finishOrder(draft, list);
    if ('line' in order) {
      lines.push(order);
      if (/^\s*>/.test(text)) quotes.push({ line, text, code: 'prose', product: order.product, part: 'quote' });
    } else if (
      order.code === 'no-product' &&
      draft === drafts.at(-1) &&
      draft.kind === 'order' &&
      isSum(draft, list, lines)
    ) {
      skipped.push({ line, text, code: 'total' });
    } else {
      const { code, value, product, note }: Refusal = order;
      refused.push({ line, text, code, ...(value && { value }), ...(product && { product }), ...(note && { note }) });
    }
  }
  // Quoted orders count only if the reply has no orders of its own.
  if (quotes.length > 0 && quotes.length < lines.length) {
    const quoted = new Set(quotes.map(({ line }) => line));
    settled.lines = lines.filter(({ line }) => !quoted.has(line));
    settled.refused = [...refused, ...quotes].toSorted((a, b) => a.line - b.line);
  }
  return { ...settled, refused: withLetterParts(settled.refused, settled.lines, list.today) };
}

/** Whether the draft is the sum of all lines: spreadsheets often end with one that has no label. */
function isSum({ quantity }: ParsedOrder, list: ParsedDrafts, lines: readonly OrderListLine[]): boolean {
  const sum = lines.reduce((total, line) => total + toThousandths(line.quantity), 0);
  return lines.length > 1 && typeof quantity === 'object' && valueOf(quantity, list.quantity.style) === sum;
}

/** Returns the order line, or the reason why there is none. The product is checked before the quantity. */
function finishOrder({ draft, quantity, neededBy }: ParsedOrder, list: ParsedDrafts): OrderListLine | Refusal {
  const product = productText(draft.product);
  const problem = productProblem(product);
  const written = [wordsAfterCode(draft.product), ...(draft.words ?? [])].map((text) => text.trim());
  const words = written.filter((text) => /[\p{L}\p{N}]/u.test(text));
  const note = joinNotes([draft.note, ...words]);
  if (problem !== null) return { code: problem, value: draft.product, note };
  const canceled = words.find(isCanceledText);
  if (canceled !== undefined) return { code: 'canceled', value: canceled, product, note };
  const amount =
    typeof quantity === 'string' ? quantity : quantityIn(quantity, list.quantity.style, draft.isHeadedQuantity);
  if (typeof amount === 'string') return { code: amount, value: draft.quantity, product, note };
  const keys = otherKeys(product, fromThousandths(amount), draft.otherText);
  const unit = (typeof quantity === 'object' ? quantity.unit : undefined) ?? draft.unit;
  const order: OrderListLine = { line: draft.record.line, product, quantity: fromThousandths(amount) };
  if (neededBy !== null) Object.assign(order, dateIn(neededBy, draft, list.date.style));
  if (unit !== '') order.unit = unit;
  if (draft.note !== '') order.note = draft.note;
  if (words.length > 0) order.words = words;
  if (keys.length > 0) order.otherKeys = keys;
  return order;
}

/** Returns the date or its problem. An unreadable date never rejects the line. */
function dateIn(
  cell: DateCell | DateProblem,
  draft: DraftOrder,
  style: DateStyle,
): Pick<OrderListLine, 'neededBy' | 'dateProblem'> {
  if (typeof cell === 'string') return { dateProblem: { code: cell, value: draft.neededBy } };
  const date = dateOf(cell, draft.dateStyle ?? style);
  return date === null ? {} : { neededBy: date };
}

function quantityIn(cell: NumberCell, style: NumberStyle, mayBeMoney: boolean): number | RefusalCode {
  if (cell.isMoney && !mayBeMoney) return 'price';
  const value = valueOf(cell, style);
  if (typeof value !== 'number') return value ?? 'not-a-number';
  if (value === 0) return 'zero-quantity';
  if (cell.isNegative) return 'negative-quantity';
  return value > largestQuantity ? 'too-large' : value;
}
