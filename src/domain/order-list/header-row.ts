import { type ColumnRole, headerLabels } from './header-words.ts';
import { foldWords, groupsOf, plainText } from './plain-text.ts';
import { unitName } from './unit-word.ts';
import type { DateStyle } from './date-cell.ts';
import { cellKind } from './cell-kind.ts';

/** What each column of a table is for, as its header says; null for a column that it leaves open. */
export type HeaderRow = readonly (HeaderCell | null)[];

const startsLikeData = /^[-+€$£(]?\s*\d/;

/** The header that the cells of a record make up, or null where they are data or prose. */
export function readHeaderRow(cells: readonly string[]): HeaderRow | null {
  let filled = 0;
  for (const cell of cells) {
    if (startsLikeData.test(cell)) return null;
    if (cell !== '') filled += 1;
  }
  if (filled < 2) return null;
  const header = readHeaderWords(cells);
  const known = header.filter((cell) => cell !== null);
  const isHeader = known.length >= 2 && known.length * 3 >= filled && known.some(isEssential);
  return isHeader && !isLabelledOrder(header, cells) && !isLabelledUnit(cells) ? header : null;
}

/** What each cell says where they are known to be a header, or are asked whether they are one. */
export function readHeaderWords(cells: readonly string[]): HeaderRow {
  // Beside other sizes, M is one too and no metres.
  const hasSizes = cells.some((cell) => /^(?:\d?x{0,3}[sl])$/i.test(cell));
  return cells.map((cell) => (hasSizes && /^m$/i.test(cell) ? null : readHeaderCell(cell)));
}

/** `SKU AB-4, quantity 8` holds values behind its labels. */
function isLabelledOrder(header: HeaderRow, cells: readonly string[]): boolean {
  const isValued = (role: HeaderCell['role']) =>
    header.some((cell, column) => cell?.role === role && /\d/.test(cells[column] ?? ''));
  return isValued('product') && isValued('quantity');
}

/** `Unit | m` is a field of a form, though both words may stand in a header. */
function isLabelledUnit(cells: readonly string[]): boolean {
  const [label = '', value = '', ...others] = cells.filter((cell) => cell !== '');
  return others.length === 0 && readHeaderCell(label)?.role === 'unit' && unitName(value) !== null;
}

/**
 * The header in a line without separators, `Art.-Nr. Menge`: every word of it labels a column. A single label is a
 * header too, but one that tells nothing about an order of columns.
 */
export function readHeaderLine(text: string): HeaderRow | null {
  const words = text.split(/\s+/);
  if (words.length > 8 || /\d/.test(text)) return null;
  const header = words.map((word) => readHeaderCell(word));
  if (!header.includes(null) && hasBoth(header)) return header;
  const label = readHeaderCell(text);
  return words.length <= 3 && label !== null && isEssential(label) ? [label] : null;
}

function hasBoth(header: HeaderRow): boolean {
  return header.some((cell) => cell?.role === 'product') && header.some((cell) => cell?.role === 'quantity');
}

function isEssential({ role }: HeaderCell): boolean {
  return role === 'product' || role === 'quantity' || role === 'name';
}

export interface HeaderCell {
  role: ColumnRole;
  /** Of several columns with one role the lowest rank is meant. */
  rank: number;
  /** `Quantity (m)`. */
  unit?: string;
  /** `Needed by (dd/mm/yyyy)`. */
  dateStyle?: DateStyle;
}

/** Codes and figures, and what stands behind a colon; `m2` is a unit. */
const data = /\d\d|\d\p{L}|(?!\bm[23]\b)(?:\p{L}\d)|:\s*\S/iu;

/** `Order Lines/Quantity`, as exports name the fields of what belongs to an order. */
const linesOfOrder = /^[^/]*\b(?:lines?|zeilen|positionen|lignes|regels|l[ií]neas|righe)\b[^/]*\/(?=.)/i;

const cells = new Map<string, HeaderCell | null>();

/** What a header cell says about its column, in English, German, French, Dutch, Spanish or Italian; null for unknown words. */
export function readHeaderCell(text: string): HeaderCell | null {
  if (text.length > 60 || data.test(text)) return null;
  const known = cells.get(text);
  if (known !== undefined) return known;
  const read = classify(text);
  if (cells.size < 5000) cells.set(text, read);
  return read;
}

function classify(text: string): HeaderCell | null {
  const plain = plainText(text).replace(/^[*_#\s"`]+(?=.)|[*_"`\s]+$/g, '');
  if (plain === '#' || /^n°$/i.test(plain)) return { role: 'number', rank: 0 };
  const [hint] = groupsOf(plain, /[([{]([^)\]}]*)[)\]}]/);
  const label = plain
    .replace(linesOfOrder, '')
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .trim();
  const folded = foldWords(label);
  if (folded === '' || folded.split(' ').length > 6) return null;
  const [words = folded, written] = groupsOf(folded, /^(.+) in (\p{L}+\d?)$/u);
  const rule = headerLabels.find(({ pattern }) => pattern.test(words));
  if (rule === undefined) return null;
  const { role, rank } = rule;
  const unit = role === 'quantity' ? [hint, written, label].find((word) => isColumnUnit(word)) : undefined;
  const dateStyle =
    (role === 'neededBy' || role === 'wanted') && hint !== undefined ? dateStyleOfHint(hint) : undefined;
  return { role, rank, ...(unit === undefined ? {} : { unit }), ...(dateStyle === undefined ? {} : { dateStyle }) };
}

function isColumnUnit(word: string | undefined): word is string {
  // "Units" counts whatever unit a product is sold by.
  return word !== undefined && unitName(word) !== null && !/^(?:un|it)/.test(foldWords(word)) && !/^uds/i.test(word);
}

function dateStyleOfHint(hint: string): DateStyle | undefined {
  const letters = hint.toLowerCase().replace(/[^a-z]/g, '');
  if (/^[dtj]+m+[yja]+$/.test(letters)) return 'day-first';
  return /^m+[dtj]+[yja]+$/.test(letters) ? 'month-first' : undefined;
}

/**
 * What a row above the header of a table is: part of its title (`Order 4711`, `Date: | 2 January`, `Customer | 10023`),
 * an order row all the same, or neither for sure. An order needs a product and a number beside it.
 */
export function meaningAboveHeader(cells: readonly string[]): 'heading' | 'row' | 'unclear' {
  const filled = cells.filter((cell) => cell !== '');
  const [first = ''] = filled;
  const isLabelled = /:(?:\s|$)/.test(first) || readHeaderCell(first) !== null;
  const kinds = filled.map(cellKind);
  const at = kinds.findLastIndex((kind) => amounts.has(kind));
  if (filled.length < 2 || isLabelled || at < 0) return 'heading';
  return kinds.some((kind, index) => index !== at && products.has(kind)) ? 'row' : 'unclear';
}

const amounts = new Set(['whole', 'grouped', 'decimal', 'measure']);
const products = new Set(['code', 'identifier', 'whole']);
