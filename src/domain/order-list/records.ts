import { readHeaderRow } from './header-row.ts';
import { readMailPhrase } from './mail-line.ts';
import { cellText, groupsOf, plainText } from './plain-text.ts';
import { isRuler } from './table-rows.ts';
import { cellKind } from './cell-kind.ts';

/** A row of a list: usually one physical line, more where a quoted cell holds line breaks. */
export interface ListRecord {
  /** The physical line, from 1, on which it starts. */
  line: number;
  /** As it stands in the list, line breaks within it as `\n`. */
  text: string;
  cells: string[];
}

/** The text between two cells; null where a record is one cell, the whole line. `spaces` stands for two or more. */
export type Separator = '\t' | ';' | '|' | ', ' | ',' | 'spaces' | null;

/**
 * The records of a text whose line breaks are `\n`. A cell is quoted where it starts with a quote that another
 * closes before the next separator (RFC 4180, and what spreadsheets put on the clipboard); any other quote is a
 * character like the rest, so that an inch sign swallows no lines.
 */
export function readRecords(text: string, separator: Separator): ListRecord[] {
  const records: ListRecord[] = [];
  const parted = separator === '|' ? withoutFrame(text) : text;
  let start = 0;
  let line = 1;
  while (start < text.length) {
    let end = endOfLine(text, start);
    let raw = parted.slice(start, end);
    let cells: string[];
    if (separator === null) cells = [raw];
    else if (separator === 'spaces') cells = raw.trim().split(/ {2,}/);
    else if (raw.includes('"')) ({ cells, end } = readQuotedRecord(parted, start, separator));
    else cells = raw.split(separator);
    raw = text.slice(start, end);
    records.push({ line, text: raw, cells });
    line += raw.split('\n').length;
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
  return swallowsRecords(cell, separator) ? null : { cell, end };
}

/** Two stray quotes some lines apart look like one cell; whole records in it give it away. */
function swallowsRecords(cell: string, separator: string): boolean {
  if (!cell.includes('\n') || !cell.includes(separator)) return false;
  const lines = cell.split('\n');
  // A remark of two lines may well hold commas, hardly ever tabs, semicolons or pipes.
  return !separator.startsWith(',') || (lines.length > 2 && lines.every((line) => line.includes(separator)));
}

function skipSpaces(text: string, position: number): number {
  let at = position;
  while (text[at] === ' ') at += 1;
  return at;
}

/**
 * The text of a table that is drawn with lines, those around it as spaces: `| a | b |` holds two cells, not four. Where
 * any row begins without a line, what is blank in front of the first one is an empty cell.
 */
function withoutFrame(drawn: string): string {
  const text = drawn.replace(/[│┃║¦]/g, '|').replace(/\|(?=[ \t]*$)/gm, ' ');
  return /^[^|\n\p{L}\p{N}]*[\p{L}\p{N}][^|\n]*\|/mu.test(text) ? text : text.replace(/^([ \t]*)\|/gm, '$1 ');
}

/** Whether runs of spaces part its cells, as in text that was cut from a page. */
export function isPartedBySpaces({ text, cells }: ListRecord): boolean {
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
 * The cells of a row that runs of spaces part, each beneath the header cell above it: a row without all of its cells
 * tells by their place which are missing. A count in front, which no header names, is left out. Null where a cell
 * stands beneath none or several.
 */
export function cellsBeneath(header: string | undefined, row: string): string[] | null {
  if (header === undefined) return null;
  const columns = spansOf(header);
  // With two spaces everywhere, nothing stands beneath anything.
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

/** As many lines as tell how a list is separated. */
const linesLookedAt = 300;

/** In this order: a tab or a semicolon stands in a list for nothing else, a comma for decimals and in names too. */
const candidates: readonly Exclude<Separator, null>[] = ['\t', ';', '|', ', ', ',', 'spaces'];

/**
 * What separates the cells of a list; null for a list in words, whose lines are read one by one. What is pasted
 * with tabs comes from a spreadsheet; else the separator is one that gives a header, or the same number of cells
 * in most lines.
 */
export function findSeparator(text: string, source: 'paste' | 'file'): Separator {
  const [hinted] = groupsOf(text, /^sep=([;,|\t])/i);
  if (hinted !== undefined) return hinted as Separator;
  const sample = text.split('\n', linesLookedAt).join('\n');
  if (source === 'paste' && readRecords(sample, '\t').some(({ text, cells }) => !isRuler(text) && isSplit(cells))) {
    return '\t';
  }
  const looks = candidates.map((separator) => look(sample, separator));
  const chosen =
    looks.find(({ separator, hasHeader }) => hasHeader && isPossible(sample, separator)) ??
    looks.find(
      ({ separator, isConstant }) =>
        isConstant && isPossible(sample, separator) && !isInWords(sample, separator, source),
    );
  return chosen?.separator ?? null;
}

interface Look {
  separator: Exclude<Separator, null>;
  hasHeader: boolean;
  /** Whether at least half of the lines have one number of cells. */
  isConstant: boolean;
}

function look(sample: string, separator: Exclude<Separator, null>): Look {
  const records = readRecords(sample, separator).filter(({ text }) => !isRuler(text));
  const widths = new Map<number, number>();
  let hasHeader = false;
  for (const { cells } of records) {
    if (!isSplit(cells)) continue;
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    hasHeader ||= readHeaderRow(cells.map(cellText)) !== null;
  }
  const usual = Math.max(0, ...widths.values());
  return { separator, hasHeader, isConstant: usual > 0 && usual * 2 >= records.length };
}

/** Whether there are two cells or more that hold something. */
function isSplit(cells: readonly string[]): boolean {
  return cells.filter((cell) => plainText(cell) !== '').length > 1;
}

/** A comma with a space behind it separates cells only where others stand in numbers: `AB-1, 1,5`. */
function isPossible(sample: string, separator: Separator): boolean {
  return separator !== ', ' || /\d,\d/.test(sample.replace(/"[^"\n]*"/g, ''));
}

/** Most lines that it splits make sense as they are, so that their commas and spaces belong to numbers or sentences. */
function isInWords(sample: string, separator: Separator, source: 'paste' | 'file'): boolean {
  if (separator !== ',' && separator !== 'spaces') return false;
  // In a file a single comma more likely parts `Widget 2` from 5.
  const fewest = source === 'file' ? 2 : 1;
  const lines = readRecords(sample, separator).filter(({ cells }) => isSplit(cells));
  const whole = lines.filter(
    ({ text }) => (separator === ',' && cutNumbers(text) >= fewest) || readMailPhrase(text) !== null,
  );
  return whole.length * 2 > lines.length;
}

/**
 * How many numbers with decimals stand between the words of a line, `Satin blue 1,5` and `Cable 3x1,5 100`, where all
 * its commas belong to such; else 0.
 */
function cutNumbers(text: string): number {
  const words = plainText(text).split(' ');
  const withComma = words.filter((word) => word.includes(','));
  const areNumbers = withComma.every((word) => /^(?:\d+x)*\d+,\d+\p{L}*$/u.test(word));
  return areNumbers && words.length > 1 ? withComma.length : 0;
}

/** How many cells the rows under a header have: as many as it, or more where nearly all of them do. */
export function usualWidth(header: readonly unknown[], rows: readonly (readonly string[])[]): number {
  const longer = rows.map(filledWidth).filter((width) => width > header.length);
  return longer.length > rows.length * 0.8 ? longer.reduce((least, width) => Math.min(least, width)) : header.length;
}

/** More cells than the header has, in a row parted at a comma between figures: half of a number may be a cell. */
export function hasCutNumber({ text, cells: parts }: ListRecord, cells: readonly string[], headerWidth: number) {
  return filledWidth(cells) > headerWidth && /\d,\d/.test(text) && text.split(',').length === parts.length;
}

/**
 * More cells than the other rows have, with another number where the quantity would be if one of them held the
 * separator; in a spreadsheet's rows none does.
 */
export function hasShiftedQuantity({ text }: ListRecord, cells: readonly string[], width: number, quantity: number) {
  const surplus = filledWidth(cells) - width;
  return surplus > 0 && !text.includes('\t') && amounts.has(cellKind(cells[quantity + surplus] ?? ''));
}

const amounts = new Set(['whole', 'grouped', 'decimal', 'measure']);

function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
}
