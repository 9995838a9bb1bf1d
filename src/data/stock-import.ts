import type { ImportedFile, ImportEvent } from '#stock/contract/stock-import.ts';

import { HttpError, NetworkError } from './errors.ts';
import { readRefusal } from './http-client.ts';
import { linesOf } from './order-check-stream.ts';

/** How a file is to be read, as options of the import command. */
export interface ImportOptions {
  kind: 'stock' | 'products';
  /** Whether to delete existing data of that kind. */
  replace: boolean;
  /** Whether to import even if more than 1% of the rows are rejected. */
  keepGoing: boolean;
  /** Form of dates such as `dd.mm.yyyy`; empty for year, month, day. */
  dates: string;
  /** Decimal mark; empty if it isn't declared. */
  decimal: '' | ',' | '.';
}

/** The file can't be imported; the message says why, and is empty if only the server's log does. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
}

/**
 * Imports a CSV file into the built-in service, for administrators.
 * @param onProgress called with the share that is read, from 0 to 1
 * @throws ImportRefusal, HttpError, and NetworkError if the connection is lost before the end
 */
export async function importFile(
  file: Blob,
  { kind, replace, keepGoing, dates, decimal }: ImportOptions,
  onProgress: (share: number) => void,
): Promise<ImportedFile> {
  const parameters = new URLSearchParams({ kind, replace: String(replace), keepGoing: String(keepGoing) });
  if (dates.trim() !== '') parameters.set('dates', dates.trim());
  if (decimal !== '') parameters.set('decimal', decimal);
  try {
    const response = await fetch(`/gateway/import?${parameters.toString()}`, {
      method: 'POST',
      headers: { accept: 'application/x-ndjson', 'content-type': 'text/csv' },
      body: file,
      credentials: 'same-origin',
    });
    if (!response.ok || response.body === null) throw new HttpError(await readRefusal(response));
    for await (const lines of linesOf(response.body))
      for (const line of lines.filter((text) => text !== '')) {
        const event = JSON.parse(line) as ImportEvent;
        if (event.kind === 'imported') return event;
        if (event.kind === 'failed') throw new ImportRefusal(event.message);
        onProgress(event.bytesTotal === 0 ? 1 : event.bytesRead / event.bytesTotal);
      }
    throw new NetworkError('The connection was lost');
  } catch (error) {
    if (error instanceof HttpError || error instanceof NetworkError || error instanceof ImportRefusal) throw error;
    throw new NetworkError('The server could not be reached', { cause: error });
  }
}
