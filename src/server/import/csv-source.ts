import { type CsvColumns, type CsvHeader, readHeader } from './csv-header.ts';
import { type CsvRecord, CsvRecordReader } from './csv-records.ts';
import { decodeBlock, withoutSignature } from './decode-text.ts';
import { readBlocks, sizeOfFile } from './file-blocks.ts';
import { ImportError } from './import-error.ts';

/** A CSV file whose header is read and found good. Its rows stream: it is never in memory as a whole. */
export class CsvSource<Column extends string> {
  readonly path: string;
  readonly bytesTotal: number;
  readonly header: CsvHeader<Column>;
  bytesRead = 0;
  readonly #blocks: Generator<Buffer>;
  readonly #firstText: string;

  /** Throws ImportError for what is no CSV file with these columns. */
  constructor(path: string, columns: CsvColumns<Column>) {
    this.path = path;
    this.bytesTotal = sizeOfFile(path);
    this.#blocks = readBlocks(path);
    const first = this.#blocks.next();
    if (first.done === true) throw new ImportError(`${path} is empty. Name a CSV file with a header line and rows.`);
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
