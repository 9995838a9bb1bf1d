import type { Product } from '#contract/gateway.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { OrderListLine, OrderListQuestion, RefusedLine } from '#domain/order-list/order-list.ts';
import { productCandidates, withoutName } from '#domain/order-list/product-text.ts';
import { joinNotes } from '#domain/order-list/table-rows.ts';
import { type DuplicateChoice, duplicatesIn, treatDuplicates } from '#domain/order/duplicates.ts';
import type { NewLine } from '#features/saved-orders/saved-order.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { type Thousandths, toThousandths } from '#lib/thousandths.ts';

import type { ReadList } from './read-list.ts';

/** The products that texts of a list mean, by the text in small letters, as far as they were looked up; null for none. */
export type KnownProducts = ReadonlyMap<string, Product | null>;

/** A line of a list that is looked over before it goes into the order. */
export interface ReviewRow {
  /** The physical line, from 1, on which it starts. */
  line: number;
  /** As it stands in the list. */
  text: string;
  product: string;
  /** Once the catalogue was asked and knows it. */
  productId: ProductId | null;
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
  /** An id or a SKU in the line that is another product than the one that was read; null for none, or before it was looked up. */
  contradiction: { key: string; productId: ProductId | null } | null;
}

export type RowFix = Partial<
  Pick<ReviewRow, 'product' | 'quantity' | 'quantityText' | 'neededBy' | 'dateProblem' | 'writtenUnit'> & {
    isLeftOut: boolean;
  }
>;

const blank = {
  quantity: null,
  quantityText: '',
  neededBy: null,
  writtenUnit: '',
  note: '',
  refused: null,
  dateProblem: null,
  contradiction: null,
};

type Understood = Pick<ReadList, 'reading' | 'texts' | 'isOwn'>;

/**
 * Every row of a list in its order: first those that were refused, then those without a known product or their date, or
 * with two products.
 */
export function reviewRows({ reading, texts, isOwn }: Understood, known?: KnownProducts): ReviewRow[] {
  const lines = reading.lines.map((read): ReviewRow => {
    const { line, product } = read;
    const productId = productIdOf(product, known);
    const others = isOwn || productId === null ? [] : (read.beside ?? []);
    const found = others.map((key) => ({ key, productId: productIdOf(key, known) }));
    // Each by its name: to spread thousands of lines takes longer than to read them.
    return {
      line,
      text: texts.get(line) ?? '',
      product,
      productId,
      quantity: toThousandths(read.quantity),
      quantityText: '',
      neededBy: read.neededBy ?? null,
      writtenUnit: read.unit ?? '',
      note: noteOf(read, known),
      refused: null,
      dateProblem: read.dateProblem ?? null,
      contradiction: found.find((other) => other.productId !== null && other.productId !== productId) ?? null,
    };
  });
  const hasProblem = (row: ReviewRow) =>
    row.dateProblem !== null || row.contradiction !== null || isUnknown(row, known);
  const isClean = !lines.some(hasProblem);
  return [
    ...reading.refused.map((line) => rowOfRefused(line, known)),
    ...(isClean ? lines : [...lines.filter(hasProblem), ...lines.filter((row) => !hasProblem(row))]),
  ];
}

/** What is said of a line beside the name of its product, as far as that is known. */
function noteOf({ product, note = '', words = [] }: OrderListLine, known: KnownProducts | undefined): string {
  const name = known?.get(product.toLowerCase())?.name ?? '';
  const isNamed = withoutName(words.join(' '), name) === '';
  return joinNotes([note, ...(isNamed ? [] : words.map((said) => withoutName(said, name)))]);
}

/** Null where the catalogue wasn't asked, or has none. */
function productIdOf(text: string, known: KnownProducts | undefined): ProductId | null {
  return known?.get(text.toLowerCase())?.productId ?? null;
}

/** Whether the catalogue was asked for the row's product and has none. */
export function isUnknown({ product }: Pick<ReviewRow, 'product'>, known: KnownProducts | undefined): boolean {
  return product.trim() !== '' && known?.get(product.trim().toLowerCase()) === null;
}

/** The other product that a line names, until the person has chosen one. */
export function contradictionOf(row: ReviewRow, fix: RowFix | undefined): ReviewRow['contradiction'] {
  return fix?.product === undefined && !fix?.isLeftOut ? row.contradiction : null;
}

/** The texts to look up so that {@link reviewRows} sees which lines name two products: none for most lists. */
export function textsToCompare({ reading, isOwn }: Pick<Understood, 'reading' | 'isOwn'>): string[] {
  return isOwn ? [] : reading.lines.flatMap(({ beside = [] }) => beside);
}

/** The texts to look up so that {@link reviewRows} sees that too, and proposes only what exists. */
export function textsToLookUp(list: Understood): string[] {
  const { lines, refused } = list.reading;
  const products = lines.map(({ product }) => product);
  return [...new Set([...products, ...textsToCompare(list), ...refused.flatMap(candidatesIn)])];
}

function candidatesIn({ product, part, text }: RefusedLine): string[] {
  if (part !== undefined) return [];
  return product === undefined ? productCandidates(text) : [product];
}

const quantityCodes = /quantity|number|percent|price|decimals|too-large/;

/** What is likely meant stands in the fields already; the person sees the raw text beside it. */
function rowOfRefused(refused: RefusedLine, known: KnownProducts | undefined): ReviewRow {
  const { line, text, code, value = '', note = '' } = refused;
  const [only, ...others] = candidatesIn(refused).filter((candidate) => known?.get(candidate.toLowerCase()));
  const product = refused.product ?? (others.length === 0 ? only : undefined) ?? '';
  const productId = productIdOf(product, known);
  const quantityText = quantityCodes.test(code) ? value : '';
  return { ...blank, line, text, product, productId, quantityText, note, refused };
}

export function isReady({ product, quantity }: Pick<ReviewRow, 'product' | 'quantity'>): boolean {
  return product.trim() !== '' && quantity !== null;
}

/** The rows that go into the order, in the order of the list: those that can and were not left out, as fixed. */
export function acceptedRows(
  rows: readonly ReviewRow[],
  fixes: ReadonlyMap<number, RowFix>,
  known?: KnownProducts,
): ReviewRow[] {
  const accepted = rows.flatMap((row) => {
    const fix = fixes.get(row.line);
    if (fix === undefined) return isReady(row) ? [row] : [];
    const { isLeftOut = false, ...change } = fix;
    const fixed = { ...row, ...change };
    fixed.product = fixed.product.trim();
    if (fix.product !== undefined) fixed.productId = productIdOf(fixed.product, known);
    return !isLeftOut && isReady(fixed) ? [fixed] : [];
  });
  return accepted.toSorted((a, b) => a.line - b.line);
}

export function repeatedProducts(rows: readonly ReviewRow[]): number {
  return duplicatesIn(rows).length;
}

/** The lines for the order, with duplicates treated as chosen; `shipBy` is that of lines without a date of their own. */
export function linesOf(
  rows: readonly ReviewRow[],
  duplicates: DuplicateChoice,
  shipBy: CalendarDate | null = null,
): NewLine[] {
  // What was written in place of a date is said in the note, unless the line has a date now.
  const noted = rows.map((row) => {
    const { product, productId, quantity, writtenUnit } = row;
    const unread = row.neededBy === null ? (row.dateProblem?.value ?? '') : '';
    const neededBy = row.neededBy ?? shipBy;
    return { product, productId, quantity, neededBy, writtenUnit, unread, note: joinNotes([row.note, unread]) };
  });
  const treated = treatDuplicates(noted, duplicates, (group, quantity) => ({
    ...(group[0] as (typeof noted)[number]),
    quantity,
    note: joinNotes(group.map(({ note }) => note)),
  }));
  return treated.map(({ product, quantity, neededBy, writtenUnit, note }) => ({
    product,
    quantity,
    neededBy,
    writtenUnit,
    note,
  }));
}

/**
 * Whether a list leaves nothing to ask: every line understood with its date, in one way only and with one product, no
 * product twice unless it was so in an order of our own, no choice of sheets.
 */
export function isClear({ reading, sheets, isOwn }: ReadList, rows: readonly ReviewRow[]): boolean {
  const isUnderstood =
    reading.refused.length === 0 && rows.every((row) => row.dateProblem === null && row.contradiction === null);
  return isUnderstood && reading.questions.length === 0 && sheets.length < 2 && (isOwn || repeatedProducts(rows) === 0);
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
