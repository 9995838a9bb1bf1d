import type { RefusalCode } from './refusal-code.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { memoize } from '#stock/memoize.ts';
import { fromThousandths, maxQuantity, type Thousandths, toThousandths } from '#stock/thousandths.ts';

import { productProblem, isCanceledText } from './cell-kind.ts';
import { saysUnwanted } from './column-marks.ts';
import { dateOf, dateStyleOf, dateStyleOfLocale, isAmbiguousDate, readDateCell } from './list-date.ts';
import type { DateCell, DateProblem, DateStyle } from './list-date.ts';
import { layOut } from './layout.ts';
import { isAmbiguous, numberStyleOf, numberStyleOfLocale, readNumberCell, valueOf } from './number-cell.ts';
import type { NumberCell, NumberStyle } from './number-cell.ts';
import type {
  Draft,
  DraftOrder,
  OrderListLine,
  OrderListOptions,
  OrderListQuestion,
  OrderListReading,
  QuestionAbout,
  QuestionReading,
  ReadingOptions,
  Refusal,
  RefusedLine,
  RowMark,
  SettledRecord,
  SkippedLine,
} from './order-list.ts';
import { groupsOf, physicalText, plainText } from './plain-text.ts';
import { type ProseLine, readProse } from './prose-line.ts';
import { otherKeys, productText, wordsAfterCode } from './product-text.ts';
import type { ListRecord } from './records.ts';
import { draftOrders, joinNotes } from './table-rows.ts';
import { readTextRecords } from './text-records.ts';

/**
 * Reads a list of products and quantities in any common form: spreadsheet cells, CSV or lines of an email. No line is
 * lost: each is an order line, refused with a reason, or skipped as a header, ruler or total. Ambiguities become
 * questions, never silent guesses; until they are answered, `lines` follow the locale. Never throws.
 */
export function readOrderList(text: string, options: OrderListOptions): OrderListReading {
  return readOrderRecords(readTextRecords(physicalText(text), options.source).records, options);
}

/** Reads records that are already split into cells, such as the rows of a sheet. See {@link readOrderList}. */
export function readOrderRecords(records: readonly ListRecord[], options: ReadingOptions): OrderListReading {
  const { likely, elsewhere, unused } = draftOrders(layOut(records));
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
    ...markQuestions(list),
    { about: 'factor', readings: factorReadings(list) },
    { about: 'quantity', readings: readingsOfStyle('quantity', list) },
    { about: 'date', readings: readingsOfStyle('date', list) },
  ];
  return {
    ...settled,
    prose: proseIn(list),
    questions: questions.filter(hasChoice).map(withoutDuplicates).filter(hasChoice),
    elsewhere: answer === undefined ? elsewhere.map((drafts, at) => read(drafts, likely.length + at)) : [],
    unused: options.isOwn ? [] : unused,
  };
}

/** Reads what the lines contain that aren't rows of a table, or are cut at a comma, semicolon or space by mistake. */
function proseIn({ drafts, quantity, today }: ParsedDrafts): ProseLine[] {
  const records = drafts.filter(mayBeProse).map(({ record }) => record);
  return readProse(records, today, quantity.told);
}

function mayBeProse(draft: ParsedOrder | SettledRecord): draft is SettledRecord {
  if (draft.kind !== 'refused') return draft.kind === 'prose';
  return sentenceCodes.has(draft.code) && !draft.product && !draft.record.text.includes('\t');
}

const sentenceCodes = new Set<RefusalCode>(['prose', 'not-understood', 'no-quantity', 'several-orders']);

/** A draft with its number and date parsed, before the style of their columns resolves ambiguities. */
interface ParsedOrder {
  kind: 'order';
  draft: DraftOrder;
  quantity: NumberCell | RefusalCode;
  shipBy: DateCell | DateProblem | null;
  /** In thousandths; null if none is known. */
  factor: Thousandths | null;
}

/** Style of a list's numbers or dates, and an example that remains ambiguous (`open`), null if none does. */
interface ColumnStyle<Style> {
  style: Style;
  /** The style, unless only the locale suggests it. */
  told: Style | null;
  open: string | null;
}

/** Drafts of a list with parsed numbers and dates, and the styles of both. */
interface ParsedDrafts {
  drafts: readonly (ParsedOrder | SettledRecord)[];
  quantity: ColumnStyle<NumberStyle>;
  date: ColumnStyle<DateStyle>;
  today: CalendarDate | null;
  answers: NonNullable<ReadingOptions['answers']>;
}

/** Parses all drafts. All quantities share one style, and so do all dates, across tables and sentences. */
function parseDrafts(written: readonly Draft[], options: ReadingOptions): ParsedDrafts {
  const { locale, answers = {}, today = null, isOwn = false } = options;
  const drafts = isOwn ? written.map(withoutMarks) : written;
  // Most quantities and dates occur more than once in a list.
  const numbers = new Map<string, NumberCell>();
  const readQuantity = memoize((text: string) => {
    const quantity = readNumberCell(text);
    if (typeof quantity === 'object') numbers.set(text, quantity);
    return quantity;
  });
  const readDate = memoize((text: string) => readDateCell(text, true, today));
  const dates = new Map<string, DateCell>();
  const read = drafts.map((draft): ParsedOrder | SettledRecord => {
    if (draft.kind !== 'order') return draft;
    const quantity = readQuantity(draft.quantity);
    const shipBy = readDate(draft.shipBy);
    if (typeof shipBy === 'object' && shipBy !== null && draft.dateStyle === null) {
      dates.set(draft.shipBy, shipBy);
    }
    return { kind: 'order', draft, quantity, shipBy, factor: readFactor(draft.factor?.text ?? '') };
  });
  return {
    drafts: read,
    today,
    answers,
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

function withoutMarks(draft: Draft): Draft {
  return draft.kind === 'order' ? { ...draft, marks: [] } : draft;
}

function readFactor(text: string): Thousandths | null {
  return /^[1-9]\d*$/.test(text) ? toThousandths(Number(text)) : null;
}

/** One question per column that marks rows as not meant. */
function markQuestions(list: ParsedDrafts): OrderListQuestion[] {
  const marked = new Map<QuestionAbout, (RowMark & { line: number })[]>();
  for (const order of list.drafts) {
    if (order.kind !== 'order') continue;
    for (const mark of marksOf(order)) {
      const found = marked.get(mark.about) ?? [];
      found.push({ ...mark, line: order.draft.record.line });
      marked.set(mark.about, found);
    }
  }
  return Array.from(marked, ([about, marks]): OrderListQuestion => {
    if (list.answers[about] !== undefined) return { about, readings: [] };
    const values = [...new Set(marks.map(({ value }) => value))];
    const answers = [...new Set(marks.map(({ answer }) => answer))];
    const isNegative = marks.some((mark) => mark.isNegative);
    const isOpen = answers.length > 1;
    const readings = (isNegative ? [...answers, keep] : [keep, ...answers]).map((key) => {
      const kept = isOpen && key !== keep ? marks.find(({ answer }) => answer !== key)?.value : null;
      return readingOf(key, kept ?? null, settle(withAnswer(list, about, key)));
    });
    const lines = { heading: marks[0]?.heading ?? null, values, lines: marks.map(({ line }) => line) };
    return { about, readings, marked: lines, ...(isOpen && { isOpen }) };
  });
}

const keep = 'keep';

function marksOf({ draft }: ParsedOrder): readonly RowMark[] {
  return draft.marks ?? unmarked;
}

const unmarked: readonly RowMark[] = [];

/** Whether a row is left out, by the user's answers. */
function isLeftOut(order: ParsedOrder, { answers }: ParsedDrafts): boolean {
  return marksOf(order).some(
    ({ about, isNegative, answer }) => (answers[about] ?? (isNegative ? answer : keep)) === answer,
  );
}

function withAnswer(list: ParsedDrafts, about: QuestionAbout, key: string): ParsedDrafts {
  return { ...list, answers: { ...list.answers, [about]: key } };
}

/** Quantities as written and multiplied; a factor that the quantity's own heading states comes first. */
function factorReadings(list: ParsedDrafts): QuestionReading[] {
  const drafts = list.drafts.flatMap((draft) => (draft.kind === 'order' && draft.factor !== null ? [draft] : []));
  if (drafts.length === 0 || list.answers.factor !== undefined) return [];
  const isStated = drafts.some(({ draft }) => draft.factor?.isStated);
  const keys = isStated ? ['multiplied', 'as-written'] : ['as-written', 'multiplied'];
  return keys.map((key) => readingOf(key, null, settle(withAnswer(list, 'factor', key))));
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
  if (style !== undefined) return { style, told: style, open: null };
  return { style: ways.ofLocale, told: null, open: [...cells].find(([, cell]) => ways.isAmbiguous(cell))?.[0] ?? null };
}

/** One reading per decimal mark or date order, the current style first; empty if nothing is ambiguous. */
function readingsOfStyle(about: 'quantity' | 'date', list: ParsedDrafts): QuestionReading[] {
  const { style, open } = list[about];
  if (open === null) return [];
  return styles[about]
    .toSorted((key) => (key === style ? -1 : 1))
    .map((key) => readingOf(key, open, settle({ ...list, [about]: { style: key, told: key, open } })));
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
function withoutDuplicates({ readings, ...question }: OrderListQuestion): OrderListQuestion {
  const contents = readings.map(contentOf);
  return { ...question, readings: readings.filter((_, at) => contents.indexOf(contents[at] ?? '') === at) };
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
  for (const draft of drafts) {
    const { line, text } = draft.kind === 'order' ? draft.draft.record : draft.record;
    if (draft.kind === 'skipped') {
      skipped.push({ line, text, code: draft.code });
      continue;
    }
    if (draft.kind === 'order' && isLeftOut(draft, list)) {
      skipped.push({ line, text, code: 'marked' });
      continue;
    }
    if (draft.kind === 'prose') {
      refused.push({ line, text, code: codeOfProse(text) });
      continue;
    }
    const order = draft.kind === 'refused' ? draft : finishOrder(draft, list);
    if ('line' in order) lines.push(order);
    else if (
      order.code === 'no-product' &&
      draft === drafts.at(-1) &&
      draft.kind === 'order' &&
      isSum(draft, list, lines)
    ) {
      skipped.push({ line, text, code: 'total' });
    } else {
      const { code, value, product, note }: Refusal = order;
      refused.push({
        line,
        text,
        code,
        ...(value && { value }),
        ...(product && { product }),
        ...(note && { note }),
      });
    }
  }
  return settled;
}

/** A line without digits is no order, a word with digits lacks its quantity. */
function codeOfProse(text: string): RefusalCode {
  if (!/\p{Nd}/u.test(text)) return 'prose';
  return /^[^\s@]+$/.test(plainText(text)) ? 'no-quantity' : 'not-understood';
}

/** Whether the draft is the sum of all lines: spreadsheets often end with one that has no label. */
function isSum({ quantity }: ParsedOrder, list: ParsedDrafts, lines: readonly OrderListLine[]): boolean {
  const sum = lines.reduce((total, line) => total + toThousandths(line.quantity), 0);
  return lines.length > 1 && typeof quantity === 'object' && valueOf(quantity, list.quantity.style) === sum;
}

/** Returns the order line, or the reason why there is none. The product is checked before the quantity. */
function finishOrder(order: ParsedOrder, list: ParsedDrafts): OrderListLine | Refusal {
  const { draft, quantity, shipBy } = order;
  const product = productText(draft.product);
  const problem = productProblem(product);
  // A product that is the whole cell has no words after it.
  const behind = product === draft.product ? '' : wordsAfterCode(draft.product);
  const words = /[\p{L}\p{N}]/u.test(behind) ? [behind] : [];
  const note = joinNotes([draft.note, ...words]);
  if (problem !== null) return { code: problem, value: draft.product, note };
  const said = [...words, ...groupsOf(draft.product, /[([]([^)\]]+)[)\]]$/)];
  const canceled = said.find((text = '') => isCanceledText(text) || saysUnwanted(text));
  if (canceled !== undefined) return { code: 'canceled', value: canceled, product, note };
  const written = typeof quantity === 'string' ? quantity : quantityIn(quantity, list.quantity.style);
  const amount = typeof written === 'string' ? written : multiplied(written, order, list);
  if (typeof amount === 'string') return { code: amount, value: draft.quantity, product, note };
  const keys = otherKeys(product, fromThousandths(amount), draft.otherText);
  const unit = (typeof quantity === 'object' ? quantity.unit : undefined) ?? draft.unit;
  const line: OrderListLine = { line: draft.record.line, product, quantity: fromThousandths(amount) };
  if (shipBy !== null) Object.assign(line, dateIn(shipBy, draft, list.date.style));
  // Multiplied by the contents of packages, it no longer counts packages.
  if (unit !== '' && (amount === written || draft.factor?.isStated)) line.unit = unit;
  if (draft.note !== '') line.note = draft.note;
  if (words.length > 0) line.words = words;
  if (keys.length > 0) line.otherKeys = keys;
  if (draft.isLoose) line.isLoose = true;
  return line;
}

function multiplied(
  written: Thousandths,
  { factor, draft }: ParsedOrder,
  list: ParsedDrafts,
): Thousandths | RefusalCode {
  const { factor: answer } = list.answers;
  const isMultiplied = answer === undefined ? draft.factor?.isStated : answer === 'multiplied';
  if (factor === null || !isMultiplied) return written;
  const amount = written * fromThousandths(factor);
  return amount > maxQuantity ? 'too-large' : amount;
}

/** Returns the date or its problem. An unreadable date never rejects the line. */
function dateIn(
  cell: DateCell | DateProblem,
  draft: DraftOrder,
  style: DateStyle,
): Pick<OrderListLine, 'shipBy' | 'dateProblem'> {
  if (typeof cell === 'string') return { dateProblem: { code: cell, value: draft.shipBy } };
  const date = dateOf(cell, draft.dateStyle ?? style);
  return date === null ? {} : { shipBy: date };
}

function quantityIn(cell: NumberCell, style: NumberStyle): number | RefusalCode {
  if (cell.isMoney) return 'price';
  const value = valueOf(cell, style);
  if (typeof value !== 'number') return value ?? 'not-a-number';
  if (value === 0) return 'zero-quantity';
  if (cell.isNegative) return 'negative-quantity';
  return value > maxQuantity ? 'too-large' : value;
}
