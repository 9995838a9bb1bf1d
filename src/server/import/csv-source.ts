import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs';

import { type CsvRecord, CsvRecordReader, ImportError } from './csv-records.ts';

/** A CSV file whose header is read and found good. Its rows stream: it is never in memory as a whole. */
export class CsvSource<Column extends string> {
  readonly path: string;
  readonly bytesTotal: number;
  readonly header: CsvHeader<Column>;
  bytesRead = 0;
  readonly #blocks: Generator<Buffer>;
  readonly #firstText: string;

  /**
   * Throws ImportError for what is no CSV file with these columns.
   * @param patience milliseconds that a pipe may be silent
   */
  constructor(path: string, columns: CsvColumns<Column>, patience = 60_000) {
    this.path = path;
    this.bytesTotal = sizeOfFile(path);
    this.#blocks = readBlocks(path, patience);
    const first = this.#blocks.next();
    if (first.done === true) throw new ImportError(`${path} is empty. Specify a CSV file with a header line and rows.`);
    this.bytesRead = first.value.length;
    this.#firstText = decodeBlock(path, withoutSignature(path, first.value), 1);
    this.header = readHeader(path, this.#firstText, columns);
  }

  /** Every row below the header that isn't blank, once. Throws ImportError where the file can't be read on. */
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

  /** A field too many is most often a decimal comma, and what stands behind it would be misread. */
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

/** Where each column lies in a record; a column that the file doesn't have is left out. */
export type ColumnPlaces<Column extends string> = Readonly<Partial<Record<Column, number>>>;

export interface CsvHeader<Column extends string> {
  separator: string;
  places: ColumnPlaces<Column>;
  fieldCount: number;
}

/** Which columns a kind of file has. Their names count in any letter case. */
export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  optional: readonly Column[];
}

/** Tab first: no one names a column with one in it. */
const separators = ['\t', ';', ','];

/**
 * Reads the header line: its separator is the one by which the most columns are recognised.
 * Throws ImportError where a required column is missing or a column comes twice.
 */
function readHeader<Column extends string>(
  path: string,
  firstText: string,
  columns: CsvColumns<Column>,
): CsvHeader<Column> {
  const wanted = [...columns.required, ...columns.optional];
  const readings = separators.map((separator) => {
    const names = namesOf(path, firstText, separator);
    return { separator, names, recognised: wanted.filter((column) => names.includes(column.toLowerCase())) };
  });
  const [best] = readings.toSorted((a, b) => b.recognised.length - a.recognised.length);
  const { separator, names, recognised } = best as (typeof readings)[number];
  const repeated = recognised.find(
    (column) => names.indexOf(column.toLowerCase()) !== names.lastIndexOf(column.toLowerCase()),
  );
  if (repeated !== undefined)
    throw new ImportError(`${path} has the column ${repeated} more than once. Keep only one.`);
  const missing = columns.required.filter((column) => !recognised.includes(column));
  if (missing.length > 0)
    throw new ImportError(
      `${path} has no column ${missing.join(', ')}. The first line must contain the column names, for example: ${wanted.join(',')}`,
    );
  const places = Object.fromEntries(recognised.map((column) => [column, names.indexOf(column.toLowerCase())]));
  return { separator, places: places as ColumnPlaces<Column>, fieldCount: names.length };
}

function namesOf(path: string, text: string, separator: string): string[] {
  const first = new CsvRecordReader(path, separator).read(text).next();
  return first.done === true ? [] : first.value.fields.map((name) => name.trim().toLowerCase());
}

/** How files begin that are no UTF-8 text, and what to say of them. */
const signatures: readonly [bytes: readonly number[], sentence: string][] = [
  [[0xff, 0xfe], 'is in UTF-16. Save it as CSV in UTF-8.'],
  [[0xfe, 0xff], 'is in UTF-16. Save it as CSV in UTF-8.'],
  [[0x50, 0x4b, 0x03, 0x04], 'is an Excel workbook or a zip archive. Save the sheet as CSV in UTF-8.'],
  [[0x1f, 0x8b], 'is compressed. Extract it first.'],
];

const byteOrderMark = Buffer.from('\u{FEFF}');

/** The first block of a file without its byte order mark. Throws ImportError for what is no UTF-8 text by its first bytes. */
function withoutSignature(path: string, first: Buffer): Buffer {
  const known = signatures.find(([bytes]) => bytes.every((byte, index) => first[index] === byte));
  if (known !== undefined) throw new ImportError(`${path} ${known[1]}`);
  if (first.includes(0))
    throw new ImportError(`${path} isn't UTF-8 text: it contains NUL bytes. Save it as CSV in UTF-8.`);
  return first.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? first.subarray(byteOrderMark.length) : first;
}

/** The text of a block whose first line is `line`. Throws ImportError for bytes that aren't UTF-8, with their line. */
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

/** How much is read at once, and so the longest line that is taken. */
const blockSize = 1 << 20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The size of a file in bytes. Throws ImportError for what can't be read or is no file. */
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
 * The bytes of a file in blocks that end where a line ends (the last may not). A block is only good until the
 * next one is asked for. Throws ImportError for a file that can't be read, a line longer than a block, or a pipe that
 * nobody writes to.
 */
function* readBlocks(path: string, patience: number): Generator<Buffer> {
  const file = openFile(path);
  try {
    const buffer = Buffer.allocUnsafe(blockSize);
    const isPipe = statSync(path).isFIFO();
    let held = 0;
    for (let isFirst = true; ; isFirst = false) {
      const part = buffer.subarray(held);
      const read = isPipe ? readPipe(file, path, part, { patience, isFirst }) : readSync(file, part);
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

const between = new Int32Array(new SharedArrayBuffer(4));

/** Waits for who writes, and for what they write; before the first bytes, an end means that nobody has come yet. */
function readPipe(
  file: number,
  path: string,
  part: Buffer,
  { patience, isFirst }: { patience: number; isFirst: boolean },
): number {
  const startedAt = performance.now();
  while (performance.now() - startedAt < patience) {
    try {
      const read = readSync(file, part);
      if (read > 0 || !isFirst) return read;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    Atomics.wait(between, 0, 0, 20);
  }
  throw new ImportError(
    `Nothing was written to the pipe ${path} for ${Math.round(patience / 1000)} seconds. Start what writes to it, or name a file.`,
  );
}

/** Opening a pipe waits for nobody: what reads it does, within bounds. */
function openFile(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A carriage return counts where no line feed is, so that the two of a pair never come apart. */
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
