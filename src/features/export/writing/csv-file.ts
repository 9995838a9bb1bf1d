import { byteOrderMark, csvHeader, csvRecord, csvText, type CsvStyle } from '#domain/export/csv.ts';
import { isComplete, type ExportRow } from '#domain/export/export-table.ts';
import { openSink, type FileSink } from './file-sink.ts';
import type { TableFile, TableFileOptions } from './table-file.ts';

export interface CsvFileOptions extends TableFileOptions {
  style: CsvStyle;
  /** Whether every record ends with when, from where, which filter and how many rows; an incomplete file says so anyway. */
  withSource: boolean;
}

const recordEnd = '\r\n';

/** A CSV file (RFC 4180, UTF-8 with a byte order mark). */
export async function openCsvFile({ columns, style, withSource }: CsvFileOptions): Promise<TableFile> {
  const sink = await openSink();
  const records = new TextSink(sink);
  records.write(`${byteOrderMark}${csvHeader(columns, style)}${recordEnd}`);
  return {
    add: (rows: readonly ExportRow[]) => {
      for (const row of rows) records.write(`${csvRecord(columns, row, style)}${recordEnd}`);
    },
    finish: async ({ extent, columns: trailing }) => {
      records.flush();
      const file = await sink.close();
      if (!withSource && isComplete(extent)) return file;
      // Only now is it known what every record ends with.
      const longer = await lengthenRecords(file, {
        header: furtherFields(
          trailing.map(([header]) => header),
          style,
        ),
        record: furtherFields(
          trailing.map(([, value]) => value),
          style,
        ),
      });
      await sink.discard();
      return longer;
    },
    discard: () => sink.discard(),
  };
}

function furtherFields(texts: readonly string[], { separator }: CsvStyle): string {
  return texts.map((text) => `${separator}${csvText(text, separator)}`).join('');
}

const chunkLength = 262_144;
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const bytesPerUnit = 3;

/** Text on its way into a file as UTF-8, in large pieces. */
class TextSink {
  readonly #sink: FileSink;
  readonly #encoder = new TextEncoder();
  readonly #bytes = new Uint8Array(chunkLength * bytesPerUnit);
  #text = '';

  constructor(sink: FileSink) {
    this.#sink = sink;
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= chunkLength) this.flush();
  }

  /** Passes on what has not yet been. */
  flush(): void {
    for (let text = this.#text; text !== '';) {
      const { read, written } = this.#encoder.encodeInto(text, this.#bytes);
      this.#sink.write(this.#bytes.subarray(0, written));
      text = text.slice(read);
    }
    this.#text = '';
  }
}

/** What is added to the end of each record of a CSV file, separators included. */
interface RecordEnds {
  /** To the first one. */
  header: string;
  /** To each of the others. */
  record: string;
}

const quote = 0x22;
const carriageReturn = 0x0d;
const bufferSize = 524_288;

/** A CSV file whose records end with more fields. Bytes are copied as they are: no text is made of them on the way. */
async function lengthenRecords(file: Blob, ends: RecordEnds): Promise<Blob> {
  const sink = await openSink();
  const encoder = new TextEncoder();
  const record = encoder.encode(ends.record);
  const buffer = new Uint8Array(bufferSize);
  let length = 0;
  let end = encoder.encode(ends.header);
  let isQuoted = false;

  function write(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length;) {
      const part = bytes.subarray(start, start + bufferSize - length);
      buffer.set(part, length);
      length += part.length;
      start += part.length;
      if (length === bufferSize) flush();
    }
  }

  function flush(): void {
    sink.write(buffer.subarray(0, length));
    length = 0;
  }

  for await (const bytes of bytesOf(file)) {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) isQuoted = !isQuoted;
      // Outside quotes it stands at a record's end alone.
      if (byte !== carriageReturn || isQuoted) continue;
      write(bytes.subarray(start, at));
      write(end);
      end = record;
      start = at;
    }
    write(bytes.subarray(start));
  }
  flush();
  return sink.close();
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
