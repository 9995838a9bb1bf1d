import { byteOrderMark, csvHeader, csvRecord, csvText, type CsvStyle } from '#domain/export/csv.ts';
import { isComplete, type ExportRow } from '#domain/export/export-table.ts';

import { openSink, type FileSink } from './file-sink.ts';
import type { TableFile, TableFileOptions } from './table-file.ts';

export interface CsvFileOptions extends TableFileOptions {
  style: CsvStyle;
  /** Whether every record ends with when, from where, which filter and how many rows; an incomplete file says so anyway. */
  withSource: boolean;
}

/** ASCII's record separator: what ends a record until it is known what its last fields say. */
const recordEnd = '\u001e';
const chunkLength = 262_144;

/** A CSV file (RFC 4180, UTF-8 with a byte order mark). */
export async function openCsvFile(options: CsvFileOptions): Promise<TableFile> {
  const records = new TextSink(await openSink());
  return {
    add: (rows: readonly ExportRow[]) => {
      for (const row of rows) {
        const record = csvRecord(options.columns, row, options.style);
        records.write(`${record.replaceAll(recordEnd, ' ')}${recordEnd}`);
      }
    },
    finish: async ({ extent, columns }) => {
      const { style } = options;
      const saysSource = options.withSource || !isComplete(extent);
      const trailing = (fields: readonly string[]) =>
        saysSource ? fields.map((field) => `${style.separator}${csvText(field, style.separator)}`).join('') : '';
      const file = new TextSink(await openSink());
      file.write(
        `${byteOrderMark}${csvHeader(options.columns, style)}${trailing(columns.map(([header]) => header))}\r\n`,
      );
      const lineEnd = `${trailing(columns.map(([, value]) => value))}\r\n`;
      const draft = await records.close();
      for await (const text of textOf(draft)) file.write(text.replaceAll(recordEnd, () => lineEnd));
      return file.close();
    },
    discard: () => records.discard(),
  };
}

async function* textOf(blob: Blob): AsyncGenerator<string> {
  const reader = blob.stream().getReader();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (;;) {
    const { done, value } = await reader.read();
    yield decoder.decode(value, { stream: !done });
    if (done) return;
  }
}

/** Text in UTF-8, written in large pieces. */
class TextSink {
  readonly #sink: FileSink;
  readonly #encoder = new TextEncoder();
  #text = '';

  constructor(sink: FileSink) {
    this.#sink = sink;
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= chunkLength) this.#flush();
  }

  close(): Promise<Blob> {
    this.#flush();
    return this.#sink.close();
  }

  discard(): Promise<void> {
    return this.#sink.discard();
  }

  #flush(): void {
    this.#sink.write(this.#encoder.encode(this.#text));
    this.#text = '';
  }
}
