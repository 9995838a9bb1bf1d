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
  let start = 0;
  let line = 1;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    let end = newline < 0 ? text.length : newline;
    let raw = text.slice(start, end);
    let cells: string[];
    if (separator === null) cells = [raw];
    else if (separator === 'spaces') cells = raw.trim().split(/ {2,}/);
    else if (raw.includes('"')) {
      ({ cells, end } = readQuotedRecord(text, start, separator));
      raw = text.slice(start, end);
    } else cells = raw.split(separator);
    records.push({ line, text: raw, cells: separator === '|' ? withoutOuterPipes(cells) : cells });
    line += raw.includes('\n') ? raw.split('\n').length : 1;
    start = end + 1;
  }
  return records;
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
      const end = endOfCell(text, position, separator);
      cells.push(text.slice(position, end));
      position = end;
    }
    if (!text.startsWith(separator, position)) return { cells, end: position };
    position += separator.length;
  }
}

function endOfCell(text: string, position: number, separator: string): number {
  const newline = text.indexOf('\n', position);
  const lineEnd = newline < 0 ? text.length : newline;
  const next = text.slice(position, lineEnd).indexOf(separator);
  return next < 0 ? lineEnd : position + next;
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

/** `| a | b |` of a Markdown or terminal table holds two cells, not four. */
function withoutOuterPipes(cells: string[]): string[] {
  const first = cells.length > 1 && cells[0]?.trim() === '' ? 1 : 0;
  const last = cells.length > first + 1 && cells.at(-1)?.trim() === '' ? -1 : cells.length;
  return cells.slice(first, last);
}
