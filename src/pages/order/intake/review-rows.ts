import type { NewLine } from '#features/saved-orders/saved-order.ts';
import type { OrderListLine, OrderListQuestion, RefusedLine } from '#domain/order-list/order-list.ts';
import { type DuplicateChoice, duplicatesIn, treatDuplicates } from '#domain/order/duplicates.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { type Thousandths, toThousandths } from '#lib/thousandths.ts';

import type { ReadList } from './read-list.ts';

/** A line of a list that is looked over before it goes into the order. */
export interface ReviewRow {
  /** The physical line, from 1, on which it starts. */
  line: number;
  /** As it stands in the list. */
  text: string;
  product: string;
  productId: null;
  quantity: Thousandths | null;
  /** As written, where it is no quantity. */
  quantityText: string;
  neededBy: CalendarDate | null;
  writtenUnit: string;
  note: string;
  /** Why it was refused; null where it was understood. */
  refused: RefusedLine | null;
  /** A date that could not be read; the line stands without it. */
  dateProblem: NonNullable<OrderListLine['dateProblem']> | null;
}

/** What the person changed in a row. */
export interface RowFix {
  product?: string;
  quantity?: Thousandths | null;
  quantityText?: string;
  neededBy?: CalendarDate | null;
  writtenUnit?: string;
  isLeftOut?: boolean;
}

/** Every row of a list in its order: first those that were refused, then those that lost their date. */
export function reviewRows({ reading, texts, notes }: Pick<ReadList, 'reading' | 'texts' | 'notes'>): ReviewRow[] {
  const lines = reading.lines.map(rowOfLine);
  const undated = lines.filter(({ dateProblem }) => dateProblem !== null);
  const rows = [
    ...reading.refused.map(rowOfRefused),
    ...undated,
    ...(undated.length === 0 ? lines : lines.filter(({ dateProblem }) => dateProblem === null)),
  ];
  for (const row of rows) {
    row.text = texts.get(row.line) ?? '';
    row.note = notes?.get(row.line) ?? row.note;
  }
  return rows;
}

/** Whether the row can go into the order: with a product and a quantity. */
export function isReady({ product, quantity }: Pick<ReviewRow, 'product' | 'quantity'>): boolean {
  return product.trim() !== '' && quantity !== null;
}

/** The rows that go into the order, in the order of the list: those that can and were not left out, as fixed. */
export function acceptedRows(rows: readonly ReviewRow[], fixes: ReadonlyMap<number, RowFix>): ReviewRow[] {
  const accepted = rows.flatMap((row) => {
    const fix = fixes.get(row.line);
    if (fix?.isLeftOut) return [];
    const fixed: ReviewRow = fix ? { ...row, ...fix } : row;
    // With a date in its place, what was written instead of one says nothing any more.
    if (fix?.neededBy && row.note === row.dateProblem?.value) fixed.note = '';
    return isReady(fixed) ? [fixed] : [];
  });
  return accepted.toSorted((a, b) => a.line - b.line);
}

/** How many products stand on more than one row. */
export function repeatedProducts(rows: readonly ReviewRow[]): number {
  return duplicatesIn(rows).length;
}

/** The lines for the order, with duplicates treated as chosen. */
export function linesOf(rows: readonly ReviewRow[], duplicates: DuplicateChoice): NewLine[] {
  const treated = treatDuplicates(rows, duplicates, (group, quantity) => ({ ...(group[0] as ReviewRow), quantity }));
  return treated.map(({ product, quantity, neededBy, writtenUnit, note }) => ({
    product,
    quantity,
    neededBy,
    writtenUnit,
    note,
  }));
}

/**
 * Whether a list leaves nothing to ask: every line understood with its date, in one way only, no product twice, no
 * choice of sheets.
 */
export function isClear({ reading, sheets }: ReadList, rows: readonly ReviewRow[]): boolean {
  const isUnderstood = reading.refused.length === 0 && rows.every(({ dateProblem }) => dateProblem === null);
  return isUnderstood && reading.questions.length === 0 && sheets.length < 2 && repeatedProducts(rows) === 0;
}

/**
 * The questions to show after a list was read again with another answer. One that was answered isn't put again and
 * stays; what follows from the answer may be one of its own. With other columns every other question is put anew.
 */
export function mergedQuestions(
  before: readonly OrderListQuestion[],
  next: readonly OrderListQuestion[],
  answered: string,
): OrderListQuestion[] {
  const kept = answered === 'columns' ? before.filter(({ about }) => about === answered) : before;
  return [...kept, ...next.filter(({ about }) => kept.every((question) => question.about !== about))];
}

function rowOfLine({ line, product, quantity, neededBy, dateProblem, unit = '' }: OrderListLine): ReviewRow {
  return {
    line,
    text: '',
    product,
    productId: null,
    quantity: toThousandths(quantity),
    quantityText: '',
    neededBy: neededBy ?? null,
    writtenUnit: unit,
    note: dateProblem?.value ?? '',
    refused: null,
    dateProblem: dateProblem ?? null,
  };
}

const productCodes = new Set<RefusedLine['code']>([
  'no-product',
  'shortened-product',
  'product-became-date',
  'spreadsheet-error',
  'prose',
  'not-understood',
]);

/** What is likely meant stands in the fields already; the person sees the raw text beside it. */
function rowOfRefused(refused: RefusedLine): ReviewRow {
  const { line, text, code, value = '' } = refused;
  const isAboutProduct = productCodes.has(code);
  const cells = text.split(/[\t;|]/).map((cell) => cell.trim());
  return {
    line,
    text,
    product: isAboutProduct ? '' : (cells.find((cell) => cell !== '' && cell !== value) ?? ''),
    productId: null,
    quantity: null,
    quantityText: isAboutProduct ? '' : value,
    neededBy: null,
    writtenUnit: '',
    note: '',
    refused,
    dateProblem: null,
  };
}
