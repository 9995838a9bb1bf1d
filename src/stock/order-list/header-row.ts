import { isContentsHeading, isPackageCount, withoutScale } from './column-factors.ts';
import { type ColumnRole, headerLabels, headerWords } from './header-words.ts';
import { foldWords, groupsOf, plainText } from './plain-text.ts';
import { unitName } from './unit-word.ts';
import { type DateStyle, isPeriod } from './list-date.ts';
import { amountKinds, cellKind } from './cell-kind.ts';

/** Role of each column according to the header; null for unknown headings. */
export type HeaderRow = readonly (HeaderCell | null)[];

const startsLikeData = /^[-+€$£(]?\s*\d/;

/** Reads cells as a header row; null if they are data or prose. */
export function readHeaderRow(cells: readonly string[]): HeaderRow | null {
  if (cells.some((cell) => startsLikeData.test(cell) && !mayBePart(cell))) return null;
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length < 2 || isLabeledUnit(filled)) return null;
  const header = readHeaderWords(cells);
  const isParted = header.includes(partColumn) && header.some((cell) => cell?.role === 'product');
  if (!isParted && filled.some((cell) => startsLikeData.test(cell))) return null;
  const known = header.filter((cell) => cell !== null);
  const isHeader = known.length >= 2 && known.length * 3 >= filled.length && known.some(isEssential);
  return isHeader && !isLabeledOrder(header, cells) ? header : null;
}

/** Reads each cell as a heading, without checking whether the row is a header. */
export function readHeaderWords(cells: readonly string[]): HeaderRow {
  const header = cells.map(readHeaderCell);
  const parts = cells.filter(mayBePart);
  // Next to other sizes, M is a size, not meters.
  if (parts.length < 2 || !parts.some((cell) => !/m$/i.test(cell))) return header;
  return cells.map((cell, at) => (mayBePart(cell) ? partColumn : (header[at] ?? null)));
}

const noHints = { isReference: false, unit: undefined, dateStyle: undefined, scale: 1 };

/** Sizes: `M`, `Qty XL`, and numeric clothing and shoe sizes. */
const size = /^(?:\p{L}{2,9}\.? )?(?:(?:\d?x{0,4}[sl]|m|[3-6]\d)(?:[/-](?!$)|$)){1,2}$/iu;
/** A column with quantities of one of several sizes, or of one month or week. */
export const partColumn: HeaderCell = { ...noHints, role: 'part', rank: 0 };

function mayBePart(cell: string): boolean {
  return size.test(cell) || isPeriod(cell);
}

/** Whether cells contain values after their labels: `SKU AB-4, quantity 8`. */
function isLabeledOrder(header: HeaderRow, cells: readonly string[]): boolean {
  const isValued = (role: HeaderCell['role']) =>
    cells.some((cell, column) => header[column]?.role === role && /\d/.test(cell));
  return isValued('product') && isValued('quantity');
}

/** Whether the cells are a unit field of a form: `Unit | m`. Both words may also occur in a header. */
function isLabeledUnit(filled: readonly string[]): boolean {
  return filled.every((cell, at) => (at === 0 ? readHeaderCell(cell)?.role === 'unit' : unitName(cell) !== null));
}

function isEssential({ role }: HeaderCell): boolean {
  return role === 'product' || role === 'quantity' || role === 'name';
}

export interface HeaderCell {
  role: ColumnRole;
  /** Among columns with the same role, the lowest rank wins. */
  rank: number;
  /** Whether it may be an order number or money instead. See {@link headerLabels}. */
  isReference: boolean;
  /** Unit of the column, as in `Quantity (m)`. */
  unit: string | undefined;
  /** Date order of the column, as in `Needed by (dd/mm/yyyy)`. */
  dateStyle: DateStyle | undefined;
  /** What one in the column stands for: 1000 in `Qty in thousands`. */
  scale: number;
}

/** Codes, numbers and values after a colon, but not units such as `m2`. */
const data = /\d\d|\d\p{L}|(?!\bm[23]\b)(?:\p{L}\d)|:\s*\S/iu;

/** Prefix of order line fields in exports: `Order Lines/Quantity`. */
const linesOfOrder = /^[^/]*\b(?:lines?|zeilen|positionen|lignes|regels|l[ií]neas|righe)\b[^/]*\/(?=.)/i;

/** Reads a heading in one of ten languages; null for unknown words. */
export function readHeaderCell(text: string): HeaderCell | null {
  if (text === '' || text.length > 60) return null;
  const { text: plain, scale } = withoutScale(plainText(text));
  if (scale > 1) {
    const cell = /\p{L}/u.test(plain) ? readHeaderCell(plain) : { ...noHints, role: 'quantity' as const, rank: 3 };
    return cell?.role === 'quantity' ? { ...cell, scale } : null;
  }
  if (data.test(plain)) return null;
  if (plain.replace(/[*_]/g, '') === '#') return { ...noHints, role: 'number', rank: 0 };
  const [hint] = groupsOf(plain, /[([{]([^)\]}]*)[)\]}]/);
  const label = plain.replace(linesOfOrder, '').replace(/[([{][^)\]}]*/g, '');
  const folded = foldWords(label);
  if (folded.split(' ').length > 6) return null;
  const words = folded.replace(/ in \p{L}+\d?$/u, '');
  const rule = headerLabels.find(({ pattern }) => pattern.test(words));
  if (rule === undefined)
    return isPackageCount(words)
      ? { ...noHints, role: 'quantity', rank: 4, unit: label.replace(/^.* (?=\p{L})/u, '') }
      : null;
  // The unit may follow the label: `Menge in Stk`, `Number of rolls`.
  const [behind] = groupsOf(label, /\s(\p{L}+[\d²³]?)\.?$/u);
  const known = [hint, behind, label].find((word) => isColumnUnit(word))?.trim();
  const { role } = rule;
  // `Qty/roll` beside the number of rolls is no other quantity.
  const isContents = role === 'quantity' && isContentsHeading(label);
  const isReference = rule.isReference || isContents;
  const rank = role === 'quantity' && replaced.test(foldWords(plain)) ? rule.rank + 0.5 : isContents ? 5 : rule.rank;
  const dateStyle = hint === undefined ? undefined : dateStyleOfHint(hint);
  const unit = known ?? (role === 'quantity' && rule.rank === 1 ? unknownWords(hint ?? label) : undefined);
  return { ...noHints, role, rank, isReference, unit, dateStyle };
}

/** Words for what a change replaces: the new quantity comes first. */
const replaced =
  /\b(?:old|alte?[nrs]?|prev(?:ious)?|former|was|bisher\w*|vorher\w*|vorige[rsn]?|ancien\w*|oude?|anterior\w*|precedent\w*|last (?:year|month|week|season)|vorjahr\w*|vormonat\w*|letzte[nrs]? \w+|vecchi[ao]|star[aey])\b/;

const amountWord = new RegExp(`^${headerWords.amount}$`);
const otherWords = new RegExp(`^(?:${headerWords.besideAmount})$`);

function isDescribing(word: string): boolean {
  const folded = foldWords(word);
  return !/[a-z]/.test(folded) || [amountWord, otherWords, replaced].some((words) => words.test(folded));
}

/**
 * Returns the words of a quantity's heading that don't merely describe it: they may be its unit. Undefined without any,
 * and for the contents of a package (`Qty/roll`).
 */
function unknownWords(text: string): string | undefined {
  const [, each] = /\/\s*(\p{L}+)/u.exec(text) ?? [];
  const words = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s/:*,_–-]+/)
    .filter((word) => !isDescribing(word));
  return words.length === 0 || unitName(each ?? '') !== null ? undefined : words.join(' ');
}

function isColumnUnit(word: string | undefined): word is string {
  // "Units" means the product's own sales unit.
  return word !== undefined && unitName(word) !== null && !/^(?:un|it|uds)/.test(foldWords(word));
}

function dateStyleOfHint(hint: string): DateStyle | undefined {
  const letters = hint.toLowerCase().replace(/[^a-z]/g, '');
  if (/^[dtj]+m+[yja]+$/.test(letters)) return 'day-first';
  return /^m+[dtj]+[yja]+$/.test(letters) ? 'month-first' : undefined;
}

/**
 * Classifies a row above the first header: part of the title (`Order 4711`, `Date: | 2 January`, `Customer | 10023`) or
 * an order row, which needs a product and a number; null if unclear.
 */
export function meaningAboveHeader(cells: readonly string[]): 'heading' | 'row' | null {
  const filled = cells.filter((cell) => cell !== '');
  const isLabelled = filled.slice(0, 1).some((cell) => /:(?:\s|$)/.test(cell) || readHeaderCell(cell) !== null);
  const kinds = filled.map(cellKind);
  const at = kinds.findLastIndex((kind) => amountKinds.has(kind));
  if (filled.length < 2 || isLabelled || at < 0) return 'heading';
  return kinds.some((kind, index) => index !== at && products.has(kind)) ? 'row' : null;
}

const products = new Set(['code', 'identifier', 'whole']);
