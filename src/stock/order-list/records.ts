import { readHeaderRow } from './header-row.ts';
import { cellText, groupsOf, plainText } from './plain-text.ts';
import { isRuler } from './skipped-text.ts';
import { amountKinds, cellKind } from './cell-kind.ts';
import { unitName } from './unit-word.ts';

/** A row of a list: usually one physical line, several if a quoted cell contains line breaks. */
export interface ListRecord {
  /** Physical line, from 1, on which the record starts. */
  line: number;
  /** Verbatim text, with line breaks as `\n`. */
  text: string;
  cells: string[];
  /** Whether its cells were one a line, below no heading. */
  isLoose?: boolean;
}

/** Delimiter between cells; null if each line is one cell. `spaces`: two or more spaces. */
export type Separator = '\t' | ';' | '|' | '^' | '~' | ', ' | ',' | 'spaces' | null;

/**
 * Splits a text with `\n` line breaks into records. A cell is quoted if it starts with a quote and another one closes
 * it right before a separator (RFC 4180, as spreadsheets copy). Any other quote is an ordinary character, so an inch
 * sign doesn't swallow lines.
 */
export function readRecords(text: string, separator: Separator): ListRecord[] {
  const records: ListRecord[] = [];
  const parted = separator === '|' ? withoutFrame(text) : text;
  let start = 0;
  let line = 1;
  while (start < text.length) {
    const lineEnd = endOfLine(text, start);
    const raw = parted.slice(start, lineEnd);
    let end = lineEnd;
    let cells: string[];
    if (separator === null) cells = [raw];
    else if (separator === 'spaces') cells = raw.trim().split(/ {2,}/);
    else if (raw.includes('"')) ({ cells, end } = readQuotedRecord(parted, start, separator));
    else cells = raw.split(separator);
    const written = end === lineEnd && parted === text ? raw : text.slice(start, end);
    records.push({ line, text: written, cells });
    line += end === lineEnd ? 1 : written.split('\n').length;
    start = end + 1;
  }
  return records;
}

function endOfLine(text: string, position: number): number {
  const newline = text.indexOf('\n', position);
  return newline < 0 ? text.length : newline;
}

function readQuotedRecord(text: string, start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = [];
  let position = start;
  for (;;) {
    const quoted = readQuotedCell(text, position, separator);
    if (quoted !== null) {
      cells.push(quoted.cell);
      position = quoted.end;
    } else {
      const rest = text.slice(position, endOfLine(text, position)) + separator;
      const end = position + rest.indexOf(separator);
      cells.push(text.slice(position, end));
      position = end;
    }
    if (!text.startsWith(separator, position)) return { cells, end: position };
    position += separator.length;
  }
}

function readQuotedCell(text: string, position: number, separator: string): { cell: string; end: number } | null {
  const open = skipSpaces(text, position);
  if (text[open] !== '"') return null;
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return null;
  const end = separator === ', ' ? close + 1 : skipSpaces(text, close + 1);
  if (end < text.length && text[end] !== '\n' && !text.startsWith(separator, end)) return null;
  const cell = text.slice(open + 1, close).replace(/""/g, '"');
  return containsRecords(cell, separator) ? null : { cell, end };
}

/** Whether a quoted cell contains whole records. Two stray quotes some lines apart look like one cell. */
function containsRecords(cell: string, separator: string): boolean {
  if (!cell.includes('\n') || !cell.includes(separator)) return false;
  const lines = cell.split('\n');
  // A remark of two lines may contain commas, but rarely tabs, semicolons or pipes.
  return !separator.startsWith(',') || (lines.length > 2 && lines.every((line) => line.includes(separator)));
}

function skipSpaces(text: string, position: number): number {
  let at = position;
  while (text[at] === ' ') at += 1;
  return at;
}

/**
 * Replaces the outer lines of a drawn table with spaces: `| a | b |` has two cells, not four. If any row starts
 * without a line, a blank before the first line is an empty cell, and leading lines are kept.
 */
function withoutFrame(drawn: string): string {
  const text = drawn.replace(/[│┃║¦]/g, '|').replace(/\|(?=[ \t]*$)/gm, ' ');
  return /^[^|\n\p{L}\p{N}]*[\p{L}\p{N}][^|\n]*\|/mu.test(text) ? text : text.replace(/^([ \t]*)\|/gm, '$1 ');
}

/** Whether runs of spaces separate the cells, as in text copied from a page. */
export function isSeparatedBySpaces({ text, cells }: ListRecord): boolean {
  return text.trim().split(/ {2,}/).join('\n') === cells.join('\n');
}

function spansOf(line: string): { text: string; start: number; end: number }[] {
  return Array.from(line.matchAll(/\S+(?: \S+)*/g), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

/**
 * Assigns the cells of a row separated by runs of spaces to the header cells above them. Positions show which cells
 * of an incomplete row are missing. A row number before the first heading is dropped. Null if there is no header, the
 * text isn't aligned, or a cell has no header cell above it, several, or one already taken.
 */
export function alignedCells(header: string | undefined, row: string): string[] | null {
  if (header === undefined) return null;
  const columns = spansOf(header);
  // With exactly two spaces everywhere, columns aren't aligned.
  if (![header, row].some((line) => / {3}|^ /.test(line))) return null;
  const cells = columns.map(() => '');
  for (const { text, start, end } of spansOf(row)) {
    if (end <= header.search(/\S/) && /^0*\d{1,3}$/.test(text)) continue;
    const above = columns.flatMap((column, at) => (start < column.end && end > column.start ? [at] : []));
    const [at = -1] = above;
    if (above.length > 1 || cells[at] !== '') return null;
    cells[at] = text;
  }
  return cells;
}

/** Number of lines sampled to detect the separator. */
const maxSampleLines = 300;

/** Most specific first: tabs and semicolons only separate, but commas also occur in decimals and names. */
const candidates: readonly Exclude<Separator, null>[] = ['\t', ';', '|', '^', '~', ', ', ',', 'spaces'];

/**
 * Detects the separator of a list; null for a list in words, whose lines are read one by one. Pasted text with tabs
 * comes from a spreadsheet. Otherwise it is the first separator that yields a header, or else the same number of cells
 * in most lines.
 */
export function findSeparator(text: string, source: 'paste' | 'file'): Separator {
  const [hinted] = groupsOf(text, /^sep=([;,|\t^~])/i);
  if (hinted !== undefined) return hinted as Separator;
  const sample = text.split('\n', maxSampleLines).join('\n');
  if (source === 'paste' && readRecords(sample, '\t').some(({ text, cells }) => !isRuler(text) && isSplit(cells))) {
    return '\t';
  }
  const trials = candidates.map((separator) => trySeparator(sample, separator));
  const chosen =
    trials.find(({ separator, hasHeader }) => hasHeader && isPossible(sample, separator)) ??
    trials.find(
      ({ separator, isConstant }) =>
        isConstant && isPossible(sample, separator) && !splitsSentences(sample, separator, source),
    );
  return chosen?.separator ?? null;
}

interface SeparatorTrial {
  separator: Exclude<Separator, null>;
  hasHeader: boolean;
  /** Whether at least half of the lines have the same number of cells. */
  isConstant: boolean;
}

function trySeparator(sample: string, separator: Exclude<Separator, null>): SeparatorTrial {
  const records = readRecords(sample, separator).filter(({ text }) => !isRuler(text));
  /** Number of rows by number of cells. `AB-1 ~40` and `10^3` are no rows. */
  const widths = new Map<number, number>();
  let hasHeader = false;
  for (const { cells } of records) {
    if (!isSplit(cells)) continue;
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    hasHeader ||= readHeaderRow(cells.map(cellText)) !== null;
  }
  if (separator === '^' || separator === '~') widths.delete(2);
  const usual = Math.max(0, ...widths.values());
  return { separator, hasHeader, isConstant: usual > 0 && usual * 2 >= records.length };
}

/** Whether at least two cells aren't blank. */
function isSplit(cells: readonly string[]): boolean {
  return cells.filter((cell) => plainText(cell) !== '').length > 1;
}

/** Whether the separator can apply: comma and space only separates if other commas occur in numbers (`AB-1, 1,5`). */
function isPossible(sample: string, separator: Separator): boolean {
  return separator !== ', ' || /\d,\d/.test(sample.replace(/"[^"\n]*"/g, ''));
}

/** Whether most split lines are valid unsplit: their commas and spaces then belong to numbers or sentences. */
function splitsSentences(sample: string, separator: Separator, source: 'paste' | 'file'): boolean {
  if (separator !== ',' && separator !== 'spaces') return false;
  // In a file, a single comma is more likely to separate `Widget 2` from 5.
  const fewest = source === 'file' ? 2 : 1;
  const lines = readRecords(sample, separator).filter(({ cells }) => isSplit(cells));
  const whole = lines.filter(
    (record) => (separator === ',' && countDecimalCommas(record.text) >= fewest) || isSentence(record),
  );
  return whole.length * 2 > lines.length;
}

const thousands = /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?(?!\d)/g;

/** Whether commas or spaces are between the words of a sentence: `12345  x  250`, `AB-1, 5`, but not `AB-1   5 m`. */
function isSentence({ text, cells }: ListRecord): boolean {
  if (/ /.test(text) && !text.replace(thousands, '').includes(',') && text.includes(',')) return true;
  const trimmed = cells.map((cell) => cell.trim());
  if (trimmed.some((cell) => /^(?:\p{Ll}{1,3}|[x×=*–—-]+>?)$/u.test(cell) && unitName(cell) === null)) return true;
  const numbered = trimmed.filter((cell) => /\d/.test(cell));
  if (!text.includes(',')) return cells.length === 2 && !numbered.every((cell) => /^\S+(?: \p{L}+)?$/u.test(cell));
  return (
    cells.length < 4 &&
    numbered.length < 3 &&
    !text.includes('"') &&
    cells.slice(1).every((cell) => cell.startsWith(' '))
  );
}

/**
 * Counts the numbers with decimal commas in a line of words: `Satin blue 1,5`, `Cable 3x1,5 100`. 0 if any comma
 * isn't a decimal comma.
 */
function countDecimalCommas(text: string): number {
  const words = plainText(text).split(' ');
  const withComma = words.filter((word) => word.includes(','));
  const areNumbers = withComma.every((word) => /^(?:\d+x)*\d+,\d+\p{L}*$/u.test(word));
  return areNumbers && words.length > 1 ? withComma.length : 0;
}

/** Number of cells of the rows below a header: the header's, or more if over 80% of the rows have more. */
export function usualWidth(header: readonly unknown[], rows: readonly (readonly string[])[]): number {
  const longer = rows
    .filter(({ length }) => length > header.length)
    .map(filledWidth)
    .filter((width) => width > header.length);
  return longer.length > rows.length * 0.8 ? longer.reduce((least, width) => Math.min(least, width)) : header.length;
}

/** Whether a row has more cells than its header because a comma within a number may have split it. */
export function hasSplitNumber({ text, cells: parts }: ListRecord, cells: readonly string[], headerWidth: number) {
  return filledWidth(cells) > headerWidth && /\d,\d/.test(text) && text.split(',').length === parts.length;
}

/**
 * Whether an unquoted separator within a cell may have shifted the quantity: the row has surplus cells, and a number
 * where the quantity would then be. Never true for spreadsheet rows (tabs).
 */
export function hasShiftedQuantity({ text }: ListRecord, cells: readonly string[], width: number, quantity: number) {
  const surplus = filledWidth(cells) - width;
  return surplus > 0 && !text.includes('\t') && amountKinds.has(cellKind(cells[quantity + surplus] ?? ''));
}

/** Number of cells up to the last one that isn't blank. */
export function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
}
