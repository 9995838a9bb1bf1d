/** Nothing was imported; the message says why and what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export interface CsvRecord {
  /** Physical line on which the record begins, from 1. */
  line: number;
  fields: string[];
  /** Text of the record verbatim, without the line end. */
  text: string;
  /** Why the fields can't be separated; null for a valid record. */
  problem: string | null;
}

/** Characters after which an unclosed quote is reported, instead of reading the rest of the file. */
const maxRecordLength = 1 << 20;
const none = Number.MAX_SAFE_INTEGER;

/**
 * Splits text into records (RFC 4180). Quoted fields may contain separators, doubled quotes and line ends; a quote
 * inside an unquoted field is an ordinary character. Lines end in LF, CRLF or CR; empty lines are skipped.
 */
export class CsvRecordReader {
  readonly #path: string;
  readonly #separator: string;
  /** The line on which the next record begins. */
  line = 1;
  /** Incomplete record at the end of the previous text. */
  #rest = '';

  /** @param path file name for error messages */
  constructor(path: string, separator: string) {
    this.#path = path;
    this.#separator = separator;
  }

  /** Yields the records that `text` completes. It must end at a line end, unless it is the last one. */
  *read(text: string): Generator<CsvRecord> {
    const all = this.#rest === '' ? text : this.#rest + text;
    this.#rest = '';
    const quotes = new Finder(all, '"');
    const lineFeeds = new Finder(all, '\n');
    const carriageReturns = new Finder(all, '\r');
    for (let start = 0; start < all.length;) {
      const lineEnd = Math.min(lineFeeds.from(start), carriageReturns.from(start), all.length);
      if (quotes.from(start) > lineEnd) {
        const line = all.slice(start, lineEnd);
        if (line !== '') yield { line: this.line, fields: line.split(this.#separator), text: line, problem: null };
        this.line++;
        start = afterLineEnd(all, lineEnd);
        continue;
      }
      const record = readQuotedRecord(all, start, this.#separator);
      if (record === null) {
        this.#rest = all.slice(start);
        if (this.#rest.length > maxRecordLength) throw this.#unclosedQuote();
        return;
      }
      const recordText = all.slice(start, record.end);
      yield { line: this.line, fields: record.fields, text: recordText, problem: record.problem };
      this.line += recordText.split(/\r\n|\n|\r/).length;
      start = afterLineEnd(all, record.end);
    }
  }

  /** Must be called after the last text. */
  end(): void {
    if (this.#rest !== '') throw this.#unclosedQuote();
  }

  #unclosedQuote(): ImportError {
    return new ImportError(
      `${this.#path}, line ${this.line}: a quoted field isn't closed. Close it, or double the quote character.`,
    );
  }
}

/** Finds the next occurrence of a character. Searches again only past the previous occurrence. */
class Finder {
  readonly #text: string;
  readonly #character: string;
  #found = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  from(position: number): number {
    if (this.#found < position) {
      const found = this.#text.indexOf(this.#character, position);
      this.#found = found === -1 ? none : found;
    }
    return this.#found;
  }
}

interface QuotedRecord {
  fields: string[];
  end: number;
  problem: string | null;
}

/** Reads the record at `start` field by field; null if the text ends inside quotes. */
function readQuotedRecord(text: string, start: number, separator: string): QuotedRecord | null {
  const fields: string[] = [];
  let position = start;
  let problem: string | null = null;
  for (;;) {
    const isQuoted = text[position] === '"';
    const close = isQuoted ? closingQuote(text, position) : position - 1;
    if (isQuoted && close === -1) return null;
    const end = endOfField(text, close + 1, separator);
    fields.push(isQuoted ? text.slice(position + 1, close).replaceAll('""', '"') : text.slice(position, end));
    if (isQuoted && end > close + 1) problem = 'there is text behind a closing quote';
    if (text[end] !== separator) return { fields, end, problem };
    position = end + 1;
  }
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

function endOfField(text: string, position: number, separator: string): number {
  let end = position;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

function afterLineEnd(text: string, end: number): number {
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
}
