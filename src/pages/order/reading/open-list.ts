import type { OrderListOptions } from '#domain/order-list/order-list.ts';

import { FileFailure } from './file-failure.ts';
import { recordsOfText } from './list-records.ts';
import { readList, type ReadingOptions, type ReadList } from './read-list.ts';
import { ReaderWorker } from './reader-worker.ts';

/** A list that was read, and can be read again with answers to its questions or from another sheet. */
export interface OpenList {
  list: ReadList;
  again(answers: OrderListOptions['answers']): Promise<ReadList>;
  /** Null where there are no sheets to choose from. */
  readSheet: ((sheet: string) => Promise<ReadList>) | null;
  close(): void;
}

/** Up to here a text is read at once, faster than a worker starts; about 20,000 lines. */
const longestAtOnce = 500_000;

/** @throws FileFailure where the text has too many lines. */
export async function openText(text: string, options: ReadingOptions): Promise<OpenList> {
  if (text.length > longestAtOnce) return openInWorker((worker) => worker.readText(text, options), options, null);
  const records = recordsOfText(text, 'paste');
  return {
    list: readList(records, options),
    again: async (answers) => readList(records, { ...options, answers }),
    readSheet: null,
    close: () => undefined,
  };
}

/** @throws FileFailure where the file can't be read as a list. */
export async function openFile(file: Blob, options: ReadingOptions): Promise<OpenList> {
  return openInWorker((worker) => worker.readFile(file, null, options), options, file);
}

async function openInWorker(
  read: (worker: ReaderWorker) => Promise<ReadList>,
  options: ReadingOptions,
  file: Blob | null,
): Promise<OpenList> {
  const worker = new ReaderWorker();
  try {
    const list = await read(worker);
    return {
      list,
      again: (answers) => worker.readAgain({ ...options, answers }),
      readSheet: file && list.sheet !== null ? (sheet) => worker.readFile(file, sheet, options) : null,
      close: () => worker.close(),
    };
  } catch (error) {
    worker.close();
    throw error instanceof FileFailure ? error : new FileFailure('not-readable', { cause: error });
  }
}
