import type { OrderListOptions } from '#domain/order-list/order-list.ts';

import { FileFailure } from './file-failure.ts';
import { recordsOfText } from './list-records.ts';
import { readList, type ReadList } from './read-list.ts';
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
export async function openText(text: string, locale: string): Promise<OpenList> {
  if (text.length > longestAtOnce) return openInWorker((worker) => worker.readText(text, { locale }), locale, null);
  const records = recordsOfText(text, 'paste');
  return {
    list: readList(records, { locale }),
    again: async (answers) => readList(records, { locale, answers }),
    readSheet: null,
    close: () => undefined,
  };
}

/** @throws FileFailure where the file can't be read as a list. */
export async function openFile(file: Blob, locale: string): Promise<OpenList> {
  return openInWorker((worker) => worker.readFile(file, null, { locale }), locale, file);
}

async function openInWorker(
  read: (worker: ReaderWorker) => Promise<ReadList>,
  locale: string,
  file: Blob | null,
): Promise<OpenList> {
  const worker = new ReaderWorker();
  try {
    const list = await read(worker);
    return {
      list,
      again: (answers) => worker.readAgain({ locale, answers }),
      readSheet: file && list.sheet !== null ? (sheet) => worker.readFile(file, sheet, { locale }) : null,
      close: () => worker.close(),
    };
  } catch (error) {
    worker.close();
    throw error instanceof FileFailure ? error : new FileFailure('not-readable', { cause: error });
  }
}
