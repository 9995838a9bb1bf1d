import type { ExportColumn, ExportRow, FileEnding } from '#stock/export/export-table.ts';

import type { CsvFileOptions } from './csv-file.ts';
import type { XlsxFileOptions } from './xlsx-file.ts';

/** Format and options of the file. */
export type FileKind = ({ format: 'csv' } & CsvFileOptions) | ({ format: 'xlsx' } & XlsxFileOptions);

/** Request to the worker; the next is sent only after the reply. */
export type WriteRequest =
  | { kind: 'open'; file: FileKind }
  | { kind: 'rows'; rows: readonly ExportRow[]; table: number }
  | { kind: 'finish'; ending: FileEnding };

export type WriteReply = { kind: 'done'; file: Blob | null } | { kind: 'failed'; message: string };

/** The browser couldn't write the file, for example because the disk is full. */
export class FileWriteError extends Error {
  override readonly name = 'FileWriteError';
}

/** Maximum rows per message that doesn't block the page. */
const rowsPerMessage = 1000;

/** Writes one file in a worker. Each step waits for the previous one, so that at most one step's rows are buffered. */
export class FileWriter {
  readonly #worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });

  /** @throws FileWriteError as every step does */
  async open(file: FileKind): Promise<void> {
    const columns = plainColumns(file.columns);
    await this.#ask({
      kind: 'open',
      file:
        file.format === 'csv'
          ? { ...file, columns }
          : {
              ...file,
              columns,
              further: file.further?.map((table) => ({ name: table.name, columns: plainColumns(table.columns) })) ?? [],
            },
    });
  }

  /** @param table 0, or the number of a further table */
  async add(rows: readonly ExportRow[], table = 0): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsPerMessage) {
      await this.#ask({ kind: 'rows', rows: rows.slice(start, start + rowsPerMessage), table });
    }
  }

  async finish(ending: FileEnding): Promise<Blob> {
    const file = await this.#ask({ kind: 'finish', ending });
    if (file === null) throw new FileWriteError('No file was opened');
    return file;
  }

  /** Terminates the worker and discards an unfinished file. */
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

/** Columns without functions, which can't be sent to a worker. */
function plainColumns(columns: readonly ExportColumn[]): ExportColumn[] {
  return columns.map(({ header, kind, isFileOnly }) => ({ header, kind, ...(isFileOnly && { isFileOnly }) }));
}
