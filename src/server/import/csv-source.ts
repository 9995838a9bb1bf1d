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
    records.next();
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
        record.problem = `it has ${fields.length} fields where the header has ${fieldCount}`;
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
}

/** Columns of a kind of file. Names are case-insensitive. */
export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  optional: readonly Column[];
}

/** Tab first, since column names never contain one. */
const separators = ['\t', ';', ','];

/**
 * Parses the header line, with the separator that recognizes the most columns.
 * Throws ImportError if a required column is missing or a column is repeated.
 */
function readHeader<Column extends string>(
  path: string,
  firstText: string,
  columns: CsvColumns<Column>,
): CsvHeader<Column> {
  const wanted = [...columns.required, ...columns.optional];
  const readings = separators.map((separator) => {
    const names = namesOf(path, firstText, separator);
    return { separator, names, recognized: wanted.filter((column) => names.includes(column.toLowerCase())) };
  });
  const [best] = readings.toSorted((a, b) => b.recognized.length - a.recognized.length);
  const { separator, names, recognized } = best as (typeof readings)[number];
  const repeated = recognized.find(
    (column) => names.indexOf(column.toLowerCase()) !== names.lastIndexOf(column.toLowerCase()),
  );
  if (repeated !== undefined)
    throw new ImportError(`${path} has the column ${repeated} more than once. Keep only one.`);
  const missing = columns.required.filter((column) => !recognized.includes(column));
  if (missing.length > 0)
    throw new ImportError(
      `${path} has no column ${missing.join(', ')}. The first line must contain the column names, for example: ${wanted.join(',')}`,
    );
  const places = Object.fromEntries(recognized.map((column) => [column, names.indexOf(column.toLowerCase())]));
  return { separator, places: places as ColumnPlaces<Column>, fieldCount: names.length };
}

function namesOf(path: string, text: string, separator: string): string[] {
  const first = new CsvRecordReader(path, separator).read(text).next();
  return first.done === true ? [] : first.value.fields.map((name) => name.trim().toLowerCase());
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
