import { maxNamedTexts, type Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { OrderListLine, OrderListQuestion, RefusedLine } from '#stock/order-list/order-list.ts';
import { foldWords } from '#stock/order-list/plain-text.ts';
import { productCandidates, withoutName } from '#stock/order-list/product-text.ts';
import {
  type FilledProse,
  fillProse,
  keysOfProse,
  type KnownProducts,
  nameOfProse,
} from '#stock/order-list/prose-products.ts';
import type { ProseLine } from '#stock/order-list/prose-line.ts';
import { multiplicationIn, multipliedQuantity } from '#stock/multiplied-quantity.ts';
import { joinNotes } from '#stock/order-list/table-rows.ts';
import { type DuplicateChoice, duplicatesIn, treatDuplicates } from '#stock/order/duplicates.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { type Thousandths, toThousandths } from '#stock/thousandths.ts';
import { isSameUnit } from '#stock/order-list/unit-word.ts';

import type { Aside, ReadList, SetAside } from './read-list.ts';

/** Products whose names have words of a line in common, by {@link nameOfProse}; best first. */
export type NamedProducts = ReadonlyMap<string, readonly Product[]>;

/** A row of a list under review. */
export interface ReviewRow {
  /** Physical line on which it starts, from 1. */
  line: number;
  /** Original text. */
  text: string;
  product: string;
  /** Null until found in the catalog. */
  productId: ProductId | null;
  quantity: Thousandths | null;
  /** Original text, if it isn't a quantity. */
  quantityText: string;
  shipBy: CalendarDate | null;
  writtenUnit: string;
  note: string;
  /** Why it was refused; null if it was understood. */
  refused: RefusedLine | null;
  /** A date that couldn't be parsed; the row is used without it. */
  dateProblem: NonNullable<OrderListLine['dateProblem']> | null;
  /** Id or SKU in the row of another product than `product`; null if none, or not looked up. */
  contradiction: { key: string; productId: ProductId | null } | null;
  /** Why it is skipped unless the user includes it. */
  setAside: SetAside | null;
  /** Whether its text orders nothing, so that it needs no attention. */
  isIgnored: boolean;
  /** Whether ignored text has a quantity, with its unit or beside words that may be a name, so that the user sees it. */
  hasQuantity: boolean;
  /** Products that its words may name, for the user to select. */
  suggestions: readonly Product[];
  /** Words of the suggestions' names, to search for further ones; empty if these are all. */
  searchWords: string;
}

export type RowFix = Partial<
  Pick<ReviewRow, 'product' | 'quantity' | 'quantityText' | 'shipBy' | 'dateProblem' | 'writtenUnit'> & {
    isSkipped: boolean;
  }
>;

const blank: Omit<ReviewRow, 'line' | 'text'> = {
  product: '',
  productId: null,
  quantity: null,
  quantityText: '',
  shipBy: null,
  writtenUnit: '',
  note: '',
  refused: null,
  dateProblem: null,
  contradiction: null,
  setAside: null,
  isIgnored: false,
  hasQuantity: false,
  suggestions: [],
  searchWords: '',
};

type ParsedList = Pick<ReadList, 'reading' | 'texts' | 'isOwn'> & Partial<Pick<ReadList, 'asides'>>;

/**
 * Returns the rows of a list: refused ones first, then those with an unknown product, another unit, an invalid date or
 * two products, then all others, each in list order. Rows that are set aside are last, and text that orders nothing.
 */
export function reviewRows(
  { asides = [], ...list }: ParsedList,
  known?: KnownProducts,
  named?: NamedProducts,
): ReviewRow[] {
  const aside = asides.flatMap(({ reason: setAside, ...reading }) =>
    rowsOf({ ...list, reading }, known)
      .toSorted((a, b) => a.line - b.line)
      .map((row): ReviewRow => Object.assign(row, { setAside })),
  );
  return [...rowsOf(list, known, named), ...aside];
}

type ReadRows = Pick<ParsedList, 'texts' | 'isOwn'> & {
  reading: Pick<Aside, 'lines' | 'refused' | 'prose'>;
};

function rowsOf(
  { reading, texts, isOwn }: ReadRows,
  known: KnownProducts | undefined,
  named?: NamedProducts,
): ReviewRow[] {
  const lines = reading.lines.map((written): ReviewRow => {
    const read = isOwn ? written : withKnownKey(written, known);
    const { line, product } = read;
    const productId = productIdOf(product, known);
    const others = isOwn || productId === null ? [] : (read.otherKeys ?? []);
    const found = others.map((key) => ({ key, productId: productIdOf(key, known) }));
    // Explicit, because spreading thousands of lines takes longer than parsing them.
    return {
      line,
      text: texts.get(line) ?? '',
      product,
      productId,
      quantity: toThousandths(read.quantity),
      quantityText: '',
      shipBy: read.shipBy ?? null,
      writtenUnit: read.unit ?? '',
      note: noteOf(read, known),
      refused: null,
      dateProblem: read.dateProblem ?? null,
      contradiction: found.find((other) => other.productId !== null && other.productId !== productId) ?? null,
      setAside: null,
      isIgnored: false,
      hasQuantity: false,
      suggestions: blank.suggestions,
      searchWords: '',
    };
  });
  const suggest = (line: ProseLine) => named?.get(nameOfProse(line)) ?? blank.suggestions;
  const prose = new Map(fillProse(reading.prose, known, suggest).map((filled) => [filled.prose.line, filled]));
  const hasProblem = (row: ReviewRow) =>
    row.dateProblem !== null ||
    row.contradiction !== null ||
    isUnknown(row, known) ||
    productUnitOf(row, known) !== null;
  const refused = reading.refused.map((line) => {
    const filled = prose.get(line.line);
    return filled === undefined ? rowOfRefused(line, known) : rowOfProse(line, filled, known);
  });
  const [filled, open] = [refused.filter(isReady), refused.filter((row) => !row.isIgnored && !isReady(row))];
  const complete = filled.length === 0 ? lines : [...lines, ...filled].toSorted((a, b) => a.line - b.line);
  const isClean = !complete.some(hasProblem);
  return [
    ...open,
    ...(isClean ? complete : [...complete.filter(hasProblem), ...complete.filter((row) => !hasProblem(row))]),
    ...refused.filter((row) => row.isIgnored && !isReady(row)),
  ];
}

/**
 * Replaces a product that the catalog lacks by the only one of its ID or SKU in the product's text (`Cotton poplin
 * (CP-1001-SK)`) or, if its columns aren't certain, anywhere.
 */
function withKnownKey(line: OrderListLine, known: KnownProducts | undefined): OrderListLine {
  const { product, words = [], otherKeys = [], isLoose } = line;
  if (known === undefined || productIdOf(product, known) !== null) return line;
  const keys = otherKeys.filter((key) => isLoose || product.includes(key));
  const ids = new Set(keys.map((key) => productIdOf(key, known)).filter((id) => id !== null));
  const key = keys.find((each) => productIdOf(each, known) !== null);
  if (ids.size !== 1 || key === undefined) return line;
  // Words around it are a sentence, words on one side a name.
  const [before = '', behind = ''] = product.split(key).map((text) => text.replace(/^[\s)\]},:-]+|[\s([{,:-]+$/g, ''));
  const name = before !== '' && behind !== '' ? '' : before + behind;
  return { ...line, product: key, words: [...(/[\p{L}\d]/u.test(name) ? [name] : []), ...words] };
}

/** Returns the line's note and other words, without the product's name if known. */
function noteOf({ product, note = '', words = [] }: OrderListLine, known: KnownProducts | undefined): string {
  const name = known?.get(product.toLowerCase())?.name ?? '';
  const isNamed = withoutName(words.join(' '), name) === '';
  return joinNotes([note, ...(isNamed ? [] : words.map((said) => withoutName(said, name)))]);
}

/** Null if the product wasn't looked up or doesn't exist. */
function productIdOf(text: string, known: KnownProducts | undefined): ProductId | null {
  return known?.get(text.toLowerCase())?.productId ?? null;
}

/** Whether the row's product was looked up and doesn't exist. */
export function isUnknown({ product }: Pick<ReviewRow, 'product'>, known: KnownProducts | undefined): boolean {
  return product.trim() !== '' && known?.get(product.trim().toLowerCase()) === null;
}

/** Returns the unit of the row's product if another is written, until the user decides; otherwise null. */
export function productUnitOf(
  { product, writtenUnit }: Pick<ReviewRow, 'product' | 'writtenUnit'>,
  known: KnownProducts | undefined,
): string | null {
  const unit = writtenUnit === '' ? null : (known?.get(product.trim().toLowerCase())?.unit ?? null);
  return unit === null || isSameUnit(writtenUnit, unit) ? null : unit;
}

/** Returns the row's other product, until the user decides. */
export function contradictionOf(row: ReviewRow, fix: RowFix | undefined): ReviewRow['contradiction'] {
  return fix?.product === undefined && !isSkipped(row, fix) ? row.contradiction : null;
}

/** Texts to look up to find lines that name two products; none for most lists. */
export function textsToCompare({ reading, isOwn }: Pick<ParsedList, 'reading' | 'isOwn'>): string[] {
  return isOwn ? [] : reading.lines.flatMap(({ otherKeys = [] }) => otherKeys);
}

/** What is looked up in the catalog for {@link reviewRows}. */
export interface ListLookup {
  /** IDs, SKUs or names of products, as the columns of the list say, and candidates in refused lines. */
  texts: readonly string[];
  /** Words of prose that may be an ID or SKU. */
  keys: readonly string[];
  /** Words of lines of prose that may be names, by {@link nameOfProse}; at most 100. */
  names: readonly string[];
}

export function lookupOf(list: ParsedList): ListLookup {
  const all = [list.reading, ...(list.asides ?? [])];
  const refused = all.flatMap((part) => part.refused);
  const products = all.flatMap((part) => part.lines.map(({ product }) => product));
  const names = [...new Set(list.reading.prose.map(nameOfProse))].filter((name) => name !== '');
  return {
    texts: [...new Set([...products, ...textsToCompare(list), ...refused.flatMap(candidatesIn)])],
    keys: [...new Set(keysOfProse(all.flatMap(({ prose }) => prose)))],
    names: names.slice(0, maxNamedTexts),
  };
}

function candidatesIn({ product, text, code }: RefusedLine): string[] {
  if (product !== undefined) return [product];
  return text.includes('\t') && code !== 'prose' ? productCandidates(text) : [];
}

const quantityCodes = /quantity|number|percent|price|decimals|too-large/;

/** Prefills the likely values of a row of a table; the original text is shown beside them. */
function rowOfRefused(refused: RefusedLine, known: KnownProducts | undefined): ReviewRow {
  const { line, text, code, value = '', note = '' } = refused;
  const found = candidatesIn(refused).filter((candidate) => productIdOf(candidate, known) !== null);
  const ids = new Set(found.map((candidate) => productIdOf(candidate, known)));
  const product = refused.product ?? (ids.size === 1 ? found[0] : undefined) ?? '';
  const quantityText = quantityCodes.test(code) ? value : '';
  return {
    ...blank,
    line,
    text,
    product,
    productId: productIdOf(product, known),
    note,
    quantityText,
    refused,
  };
}

const reasons = {
  order: 'no-quantity',
  several: 'several-orders',
  unknown: 'no-quantity',
  name: 'no-product',
} as const;

/** A line of prose with what the catalog has filled in. */
function rowOfProse(refused: RefusedLine, filled: FilledProse, known: KnownProducts | undefined): ReviewRow {
  const { kind, product, quantity, unit, shipBy, note } = filled;
  const row = { ...blank, line: refused.line, text: refused.text };
  if (kind === 'text') {
    const { parts } = filled.prose;
    const hasQuantity = nameOfProse(filled.prose) !== '' || parts.some(({ isFigure, unit }) => isFigure && unit !== '');
    return { ...row, refused, isIgnored: true, hasQuantity };
  }
  if (kind === 'quoted') return { ...row, refused: { ...refused, code: 'quoted' }, isIgnored: true };
  const quantityText = quantity === null ? multiplicationBeside(filled) : '';
  const isUnclear = kind === 'order' && quantityText !== '';
  return {
    ...row,
    product,
    productId: productIdOf(product, known),
    quantity: quantity === null ? null : toThousandths(quantity),
    quantityText,
    writtenUnit: unit,
    shipBy,
    note,
    suggestions: filled.choices,
    searchWords: kind === 'name' && filled.choices.length === maxSuggested ? wordsOfNames(filled) : '',
    refused: isUnclear
      ? { ...refused, code: 'unclear-quantity', value: quantityText }
      : { ...refused, code: reasons[kind] },
  };
}

/** As many products are suggested for a text; there may be more. */
const maxSuggested = 3;

/** The words of a line that are in the names that they suggest. */
function wordsOfNames({ prose, choices }: FilledProse): string {
  const ofNames = new Set(choices.flatMap(({ name }) => foldWords(name ?? '').split(' ')));
  return prose.words.filter((word) => ofNames.has(foldWords(word))).join(' ');
}

/** The `2 x 45 m` of a line that has no other figures beside its product; empty without. */
function multiplicationBeside({ prose, product }: FilledProse): string {
  const { text = '' } = multiplicationIn(prose.text) ?? {};
  const isPart = (figure: string) => text.includes(figure) || figure === product;
  return prose.parts.every((part) => !part.isFigure || isPart(part.text)) ? text : '';
}

/** Returns the change by which a `2 x 45 m` in place of a quantity becomes 90 m, for the user to select; null without. */
export function multiplicationFix(
  { quantity, quantityText }: Pick<ReviewRow, 'quantity' | 'quantityText'>,
  locale: string,
): { quantity: Thousandths; writtenUnit?: string } | null {
  const found = quantity === null ? multipliedQuantity(quantityText, locale) : null;
  return found && { quantity: found.quantity, ...(found.unit !== '' && { writtenUnit: found.unit }) };
}

/** Whether the user excluded the row, or didn't include one that is set aside. */
export function isSkipped({ setAside }: Pick<ReviewRow, 'setAside'>, fix: RowFix | undefined): boolean {
  return fix?.isSkipped ?? setAside !== null;
}

export function isReady({ product, quantity }: Pick<ReviewRow, 'product' | 'quantity'>): boolean {
  return product.trim() !== '' && quantity !== null;
}

/** Returns the included rows that are complete, with the user's fixes, in list order. */
export function acceptedRows(
  rows: readonly ReviewRow[],
  fixes: ReadonlyMap<number, RowFix>,
  known?: KnownProducts,
): ReviewRow[] {
  const accepted = rows.flatMap((row) => {
    const fix = fixes.get(row.line);
    if (isSkipped(row, fix)) return [];
    if (fix === undefined) return isReady(row) ? [row] : [];
    const { isSkipped: _, ...change } = fix;
    const fixed = { ...row, ...change };
    fixed.product = fixed.product.trim();
    if (fix.product !== undefined) fixed.productId = productIdOf(fixed.product, known);
    return isReady(fixed) ? [fixed] : [];
  });
  return accepted.toSorted((a, b) => a.line - b.line);
}

export function repeatedProducts(rows: readonly ReviewRow[]): number {
  return duplicatesIn(rows).length;
}

/** Returns the order lines, with duplicates treated as selected. `shipByOfAll` applies to lines without a date. */
export function linesOf(
  rows: readonly ReviewRow[],
  duplicates: DuplicateChoice,
  shipByOfAll: CalendarDate | null = null,
): NewLine[] {
  // An unreadable date is moved to the note, unless the line has a date now.
  const noted = rows.map((row) => {
    const { product, productId, quantity, writtenUnit } = row;
    const unread = row.shipBy === null ? (row.dateProblem?.value ?? '') : '';
    const shipBy = row.shipBy ?? shipByOfAll;
    return { product, productId, quantity, shipBy, writtenUnit, unread, note: joinNotes([row.note, unread]) };
  });
  const treated = treatDuplicates(noted, duplicates, (group, quantity) => ({
    ...(group[0] as (typeof noted)[number]),
    quantity,
    note: joinNotes(group.map(({ note }) => note)),
  }));
  return treated.map(({ product, quantity, shipBy, writtenUnit, note }) => ({
    product,
    quantity,
    shipBy,
    writtenUnit,
    note,
  }));
}

/**
 * Whether a list needs no review: all rows and dates understood and read from a table, no ambiguity, no line with two
 * products, no choice of sheets, nothing hidden, struck out (or by a rule that isn't read) or unreadable, and no duplicates except in
 * an own order.
 */
export function isClear(
  { reading, sheets, isOwn, asides, unreadable, hasStrikeRule }: ReadList,
  rows: readonly ReviewRow[],
): boolean {
  const isUnderstood =
    reading.refused.length === 0 && rows.every((row) => row.dateProblem === null && row.contradiction === null);
  const isWhole = sheets.length < 2 && asides.length === 0 && unreadable.length === 0 && !hasStrikeRule;
  const isTable = isOwn || reading.lines.every(({ isLoose }) => !isLoose);
  const isUnique = isOwn || repeatedProducts(rows) === 0;
  return isUnderstood && isTable && reading.questions.length === 0 && isWhole && isUnique;
}

/**
 * Returns the questions to show after a list was reread with an answer. Earlier questions stay, new ones are appended.
 * If the columns changed, all other questions are replaced.
 */
export function mergedQuestions(
  before: readonly OrderListQuestion[],
  next: readonly OrderListQuestion[],
  answered: string,
): OrderListQuestion[] {
  const kept = answered === 'columns' ? before.filter(({ about }) => about === answered) : before;
  return [...kept, ...next.filter(({ about }) => kept.every((question) => question.about !== about))];
}
