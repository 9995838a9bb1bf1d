import { type ColumnRole, headerLabels } from './header-words.ts';
import { foldWords, plainText } from './plain-text.ts';
import { unitName } from './unit-word.ts';
import type { DateStyle } from './date-column.ts';

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
  const [, hint] = /[([{]([^)\]}]*)[)\]}]/.exec(plain) ?? [];
  const label = plain
    .replace(linesOfOrder, '')
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .trim();
  const folded = foldWords(label);
  if (folded === '' || folded.split(' ').length > 6) return null;
  const [, words = folded, written] = /^(.+) in (\p{L}+\d?)$/u.exec(folded) ?? [];
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
