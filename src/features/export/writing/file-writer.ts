import type { ExportColumn, ExportExtent, ExportRow, LabeledValue } from '#domain/export/export-table.ts';

import type { CsvFileOptions } from './csv-file.ts';
import type { XlsxFileOptions } from './xlsx-file.ts';

export interface TableFileOptions {
  columns: readonly ExportColumn[];
}

/** What a file says of itself once it is known how many rows it holds. */
export interface FileEnding {
  extent: ExportExtent;
  /** In the person's words. */
  about: readonly LabeledValue[];
  /** The same as columns of a file without a place for it: a header and a value each. */
  columns: readonly LabeledValue[];
}

/** A table that becomes a file row by row. */
export interface TableFile {
  add(rows: readonly ExportRow[]): Promise<void>;
  finish(ending: FileEnding): Promise<Blob>;
}

/** Which file is to be written. */
export type FileKind = ({ format: 'csv' } & CsvFileOptions) | ({ format: 'xlsx' } & XlsxFileOptions);

/** What the worker is asked to do; each is answered before the next is sent. */
export type WriteRequest =
  | { kind: 'open'; file: FileKind }
  | { kind: 'rows'; rows: readonly ExportRow[] }
  | { kind: 'finish'; ending: FileEnding };

export type WriteReply = { kind: 'done'; file: Blob | null } | { kind: 'failed'; message: string };

/** The browser could not write the file: its disk is full, say. */
export class FileWriteError extends Error {
  override readonly name = 'FileWriteError';
}

/** Rows that fit into one message without holding the page up. */
const rowsPerMessage = 1000;

/** Writes one file off the main thread. Each step waits for the one before, so that no more than a step's rows wait in memory. */
export class FileWriter {
  readonly #worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });

  /** @throws FileWriteError as every step does */
  async open(file: FileKind): Promise<void> {
    // How a column is filled is a function, which can't be sent.
    const columns = file.columns.map(({ header, kind, todayWord }) => ({
      header,
      kind,
      ...(todayWord && { todayWord }),
    }));
    await this.#ask({ kind: 'open', file: { ...file, columns } });
  }

  async add(rows: readonly ExportRow[]): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsPerMessage) {
      await this.#ask({ kind: 'rows', rows: rows.slice(start, start + rowsPerMessage) });
    }
  }

  async finish(ending: FileEnding): Promise<Blob> {
    const file = await this.#ask({ kind: 'finish', ending });
    if (file === null) throw new FileWriteError('No file was opened');
    return file;
  }

  /** Ends the worker, with whatever it holds of a file that isn't finished. */
  close(): void {
    this.#worker.terminate();
  }

  #ask(request: WriteRequest): Promise<Blob | null> {
    return new Promise((resolve, reject) => {
      const onReply = ({ data }: MessageEvent<WriteReply>) => {
        if (data.kind === 'done') resolve(data.file);
        else reject(new FileWriteError(data.message));
      };
      this.#worker.addEventListener('message', onReply, { once: true });
      this.#worker.addEventListener('error', ({ message }) => reject(new FileWriteError(message)), { once: true });
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      this.#worker.postMessage(request);
    });
  }
}
