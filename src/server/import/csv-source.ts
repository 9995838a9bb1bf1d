import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';

import { type CsvRecord, CsvRecordReader, ImportError } from './csv-records.ts';

/** A CSV file with a valid header. Its rows are streamed, so the file is never in memory as a whole. */
export class CsvSource<Column extends string> {
  readonly path: string;
  readonly bytesTotal: number;
  readonly header: CsvHeader<Column>;
  bytesRead = 0;
  readonly #blocks: Generator<Buffer>;
  readonly #firstText: string;

  /**
   * Throws ImportError if the file isn't a CSV file with these columns.
   * @param pipeTimeout milliseconds that a pipe may be silent
   */
  constructor(path: string, columns: CsvColumns<Column>, pipeTimeout = 60_000) {
    this.path = path;
    this.bytesTotal = sizeOfFile(path);
    this.#blocks = readBlocks(path, pipeTimeout);
    const first = this.#blocks.next();
    if (first.done === true) throw new ImportError(`${path} is empty. Specify a CSV file with a header line and rows.`);
    this.bytesRead = first.value.length;
    this.#firstText = decodeBlock(path, withoutSignature(path, first.value), 1);
    this.header = readHeader(path, this.#firstText, columns);
  }

  /** Yields every nonblank row below the header; callable once. Throws ImportError if the rest can't be read. */
  *rows(): Generator<CsvRecord> {
    const reader = new CsvRecordReader(this.path, this.header.separator);
    const records = reader.read(this.#firstText);
    for (let count = 0; count <= this.header.recordsAbove; count++) records.next();
    yield* this.#checked(records);
    for (const block of this.#blocks) {
      this.bytesRead += block.length;
      yield* this.#checked(reader.read(decodeBlock(this.path, block, reader.line)));
    }
    reader.end();
  }

  close(): void {
    this.#blocks.return(undefined);
  }

  /** Marks rows with a wrong number of fields: an extra one is mostly due to a decimal comma, and shifts the others. */
  *#checked(records: Iterable<CsvRecord>): Generator<CsvRecord> {
    const { fieldCount } = this.header;
    for (const record of records) {
      const { fields } = record;
      if (fields.every((field) => field.trim() === '')) continue;
      if (record.problem === null && fields.length !== fieldCount)
        record.problem = `it has ${fields.length} fields where the header has ${fieldCount}: quote fields that contain the separator`;
      yield record;
    }
  }
}

/** Index of each column in a record; missing columns are omitted. */
export type ColumnPlaces<Column extends string> = Readonly<Partial<Record<Column, number>>>;

export interface CsvHeader<Column extends string> {
  separator: string;
  places: ColumnPlaces<Column>;
  fieldCount: number;
  /** Number of records above the header. */
  recordsAbove: number;
  /** Line of the header, and the text above it, such as a title; null if it is the first line. */
  title: { headerLine: number; text: string } | null;
}

/** Columns of a kind of file. In a file, letter case, blanks, `_` and `-` of their names are ignored. */
export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  optional: readonly Column[];
}

/** Tab first, since column names never contain one. */
const separators = ['\t', ';', ',', '|'];
/** Number of records among which the header is searched. */
const maxRecordsAbove = 20;
/** `sep=;`, the first line of files for spreadsheets. */
const separatorLine = /^"?sep=(.)"?[\t;,]*$/i;

/**
 * Finds the header: the first record with all required columns, in the separator that recognizes the most columns.
 * Throws ImportError if there is none or a column is repeated.
 */
function readHeader<Column extends string>(
  path: string,
  firstText: string,
  columns: CsvColumns<Column>,
): CsvHeader<Column> {
  const [, declared] = separatorLine.exec(/^.*/.exec(firstText)?.[0] ?? '') ?? [];
  const found = (declared === undefined ? separators : [declared]).map((separator) =>
    findHeader(path, firstText, separator, columns),
  );
  const [best] = found.toSorted((a, b) => b.recognized.length - a.recognized.length || b.names.length - a.names.length);
  const { separator, records, at, names, recognized } = best as (typeof found)[number];
  const missing = columns.required.filter((column) => !recognized.includes(column));
  if (missing.length > 0)
    throw new ImportError(
      `${path} has no column ${missing.join(', ')}.${foundColumns(records[at])} The first line must contain the column names, for example: ${namesOf(columns).join(',')}`,
    );
  const places = recognized.map((column) => [column, names.indexOf(normalName(column))] as const);
  const repeated = places.find(([, place]) => names.lastIndexOf(names[place] ?? '') !== place);
  if (repeated !== undefined)
    throw new ImportError(`${path} has the column ${repeated[0]} more than once. Keep only one.`);
  const above = records.slice(0, at).filter(({ text }) => !separatorLine.test(text));
  return {
    separator,
    places: Object.fromEntries(places) as ColumnPlaces<Column>,
    fieldCount: names.length,
    recordsAbove: at,
    title:
      above.length === 0 ? null : { headerLine: records[at]?.line ?? 1, text: above.map(({ text }) => text).join(' ') },
  };
}

const maxShownHeader = 100;

/** Names the columns of a header without the required ones, so that they can be renamed. */
function foundColumns(header: CsvRecord | undefined): string {
  const names = header?.fields.map((name) => name.trim()).filter((name) => /\p{L}/u.test(name)) ?? [];
  const text = names.join(', ');
  if (names.length < 2 || /[\u0000-\u001f\u007f]/.test(text)) return '';
  return ` Line ${header?.line} has ${text.length > maxShownHeader ? `${text.slice(0, maxShownHeader)}...` : text}.`;
}

/** The most likely header among the first records, read with a separator. */
function findHeader<Column extends string>(path: string, text: string, separator: string, columns: CsvColumns<Column>) {
  const records = [...firstOf(new CsvRecordReader(path, separator).read(text), maxRecordsAbove + 1)];
  const headers = records.map(({ fields }, at) => {
    const names = fields.map(normalName);
    return { at, names, recognized: namesOf(columns).filter((column) => names.includes(normalName(column))) };
  });
  const header =
    headers.find(({ recognized }) => columns.required.every((column) => recognized.includes(column))) ??
    headers.toSorted((a, b) => b.recognized.length - a.recognized.length)[0];
  return { separator, records, ...(header ?? { at: 0, names: [], recognized: [] }) };
}

function* firstOf<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left-- > 0) yield item;
    else return;
  }
}

function namesOf<Column extends string>({ required, optional }: CsvColumns<Column>): Column[] {
  return [...required, ...optional];
}

function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** First bytes of files that aren't UTF-8 text, and the messages for them. */
const signatures: readonly [bytes: readonly number[], sentence: string][] = [
  [[0xff, 0xfe], 'is in UTF-16. Save it as CSV in UTF-8.'],
  [[0xfe, 0xff], 'is in UTF-16. Save it as CSV in UTF-8.'],
  [[0x50, 0x4b, 0x03, 0x04], 'is an Excel workbook or a zip archive. Save the sheet as CSV in UTF-8.'],
  [[0x1f, 0x8b], 'is compressed. Extract it first.'],
];

const byteOrderMark = Buffer.from('\u{FEFF}');

/** Removes the byte order mark of the first block. Throws ImportError if it isn't UTF-8 text. */
function withoutSignature(path: string, first: Buffer): Buffer {
  const known = signatures.find(([bytes]) => bytes.every((byte, index) => first[index] === byte));
  if (known !== undefined) throw new ImportError(`${path} ${known[1]}`);
  if (first.includes(0))
    throw new ImportError(`${path} isn't UTF-8 text: it contains NUL bytes. Save it as CSV in UTF-8.`);
  return first.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? first.subarray(byteOrderMark.length) : first;
}

/** Decodes a block that starts at line `line`. Throws ImportError for bytes that aren't UTF-8, with their line. */
function decodeBlock(path: string, block: Buffer, line: number): string {
  if (isAscii(block)) return block.toString('latin1');
  if (isUtf8(block)) return block.toString('utf8');
  throw new ImportError(
    `${path}, line ${line + linesBeforeFault(block)}: the text isn't UTF-8. Save the file as CSV in UTF-8.`,
  );
}

function linesBeforeFault(block: Buffer): number {
  const lines = block.toString('latin1').split(/\r\n|\n|\r/);
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
}

/** Bytes read at once, and the maximum length of a line. */
const blockSize = 1 << 20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Returns the size of a file in bytes. Throws ImportError if it can't be read or isn't a file. */
function sizeOfFile(path: string): number {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (stats.isDirectory()) throw new ImportError(`${path} is a folder. Specify a CSV file.`);
  if (stats.size === 0 && stats.isFile())
    throw new ImportError(`${path} is empty. Specify a CSV file with a header line and rows.`);
  return stats.size;
}

/**
 * Yields the bytes of a file in blocks that end at a line end, except possibly the last. A block is valid only until
 * the next one is requested. Throws ImportError for a file that can't be read, a line longer than a block, or a silent
 * pipe.
 */
function* readBlocks(path: string, pipeTimeout: number): Generator<Buffer> {
  const file = openFile(path);
  try {
    const buffer = Buffer.allocUnsafe(blockSize);
    const isPipe = statSync(path).isFIFO();
    let held = 0;
    for (let isFirst = true; ; isFirst = false) {
      const part = buffer.subarray(held);
      const read = isPipe ? readPipe(file, path, part, { pipeTimeout, isFirst }) : readSync(file, part);
      const filled = buffer.subarray(0, held + read);
      if (read === 0) {
        if (held > 0) yield filled;
        return;
      }
      const end = endOfLastLine(filled);
      if (end === 0 && filled.length === blockSize)
        throw new ImportError(`${path} has a line of more than 1 MiB. Check that it is a CSV file.`);
      if (end > 0) yield filled.subarray(0, end);
      held = filled.copy(buffer, 0, end);
    }
  } finally {
    closeSync(file);
  }
}

const sleepCell = new Int32Array(new SharedArrayBuffer(4));

/** Waits for data in a pipe. Before the first bytes, the end of the file means that it has no writer yet. */
function readPipe(
  file: number,
  path: string,
  part: Buffer,
  { pipeTimeout, isFirst }: { pipeTimeout: number; isFirst: boolean },
): number {
  const startedAt = performance.now();
  while (performance.now() - startedAt < pipeTimeout) {
    try {
      const read = readSync(file, part);
      if (read > 0 || !isFirst) return read;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    Atomics.wait(sleepCell, 0, 0, 20);
  }
  throw new ImportError(
    `Nothing was written to the pipe ${path} for ${Math.round(pipeTimeout / 1000)} seconds. Start what writes to it, or name a file.`,
  );
}

/** Opens without blocking: a pipe would wait for a writer, which `readPipe` does with a timeout. */
function openFile(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A carriage return counts only if there is no line feed, so that CRLF is never split. */
function endOfLastLine(bytes: Buffer): number {
  const end = bytes.lastIndexOf(lineFeed);
  return (end === -1 ? bytes.subarray(0, -1).lastIndexOf(carriageReturn) : end) + 1;
}

function unreadable(path: string, error: unknown): ImportError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new ImportError(`${path} was not found. Check the path.`);
  if (code === 'EACCES') return new ImportError(`${path} can't be read. Check its permissions.`);
  return new ImportError(`${path} can't be read: ${message}`);
}
