import type { ExportRow } from '#domain/export/export-table.ts';
import type { FileEnding } from './table-file.ts';
import type { CsvFileOptions } from './csv-file.ts';
import type { XlsxFileOptions } from './xlsx-file.ts';

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
    await this.#ask({ kind: 'open', file });
  }

  async add(rows: readonly ExportRow[]): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsPerMessage) {
      await this.#ask({ kind: 'rows', rows: rows.slice(start, start + rowsPerMessage) });
    }
  }

  async finish(ending: FileEnding): Promise<Blob> {
    const file = await this.#ask({ kind: 'finish', ending });
    this.#worker.terminate();
    if (file === null) throw new FileWriteError('No file was opened');
    return file;
  }

  /** Forgets the file, whatever it holds so far. */
  async discard(): Promise<void> {
    await this.#ask({ kind: 'discard' }).catch(() => undefined);
    this.#worker.terminate();
  }

  #ask(request: WriteRequest): Promise<Blob | null> {
    return new Promise((resolve, reject) => {
      const settle = (reply: WriteReply) => {
        this.#worker.removeEventListener('message', onMessage);
        this.#worker.removeEventListener('error', onError);
        if (reply.kind === 'done') resolve(reply.file);
        else reject(new FileWriteError(reply.message));
      };
      const onMessage = ({ data }: MessageEvent<WriteReply>) => settle(data);
      const onError = ({ message }: ErrorEvent) => settle({ kind: 'failed', message });
      this.#worker.addEventListener('message', onMessage);
      this.#worker.addEventListener('error', onError);
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      this.#worker.postMessage(request);
    });
  }
}

/** Which file is to be written. */
export type FileKind = ({ format: 'csv' } & CsvFileOptions) | ({ format: 'xlsx' } & XlsxFileOptions);

/** What the worker is asked to do; each is answered before the next is sent. */
export type WriteRequest =
  | { kind: 'open'; file: FileKind }
  | { kind: 'rows'; rows: readonly ExportRow[] }
  | { kind: 'finish'; ending: FileEnding }
  | { kind: 'discard' };

export type WriteReply = { kind: 'done'; file: Blob | null } | { kind: 'failed'; message: string };
