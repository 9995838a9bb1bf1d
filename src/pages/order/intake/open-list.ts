import type { OrderListOptions } from '#domain/order-list/order-list.ts';
import { whenIdle } from '#lib/when-idle.ts';

import type { ReaderAnswer, ReaderRequest } from './list-reader.worker.ts';
import { FileFailure, readList, type ReadingOptions, type ReadList, recordsOfText } from './read-list.ts';

/** A list that can be reread with other answers or from another sheet. */
export interface OpenList {
  list: ReadList;
  again(answers: OrderListOptions['answers']): Promise<ReadList>;
  /** Null if there are no sheets to select. */
  readSheet: ((sheet: string) => Promise<ReadList>) | null;
  close(): void;
}

/** Maximum characters to read without a worker, about 20,000 lines: faster than starting one. */
const maxLengthWithoutWorker = 500_000;

/** @throws FileFailure if the text has too many or too long lines */
export async function openText(text: string, options: ReadingOptions): Promise<OpenList> {
  if (text.length > maxLengthWithoutWorker) return openInWorker({ kind: 'text', text, options });
  const records = recordsOfText(text, 'paste');
  return {
    list: readList(records, options),
    again: async (answers) => readList(records, { ...options, answers }),
    readSheet: null,
    close: () => undefined,
  };
}

/** @throws FileFailure if the file can't be read as a list */
export async function openFile(file: Blob, options: ReadingOptions): Promise<OpenList> {
  return openInWorker({ kind: 'file', file, sheet: null, options });
}

async function openInWorker(request: ReaderRequest): Promise<OpenList> {
  const { options } = request;
  const worker = new Worker(new URL('./list-reader.worker.ts', import.meta.url), { type: 'module' });
  const close = () => worker.terminate();
  try {
    const list = await send(worker, request);
    const hasSheets = request.kind === 'file' && list.sheet !== null;
    return {
      list,
      again: (answers) => send(worker, { kind: 'again', options: { ...options, answers } }),
      readSheet: hasSheets ? (sheet) => send(worker, { ...request, sheet }) : null,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Timeout in milliseconds, for malicious files. The longest list takes a fraction of it. */
const readTimeout = 60_000;

/** Sends a request to the worker, with a separate channel for its response. */
function send(worker: Worker, request: ReaderRequest): Promise<ReadList> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const fail = () => reject(new FileFailure('not-readable'));
    const timer = setTimeout(() => {
      worker.terminate();
      fail();
    }, readTimeout);
    worker.addEventListener('error', fail, { once: true });
    port1.addEventListener('message', ({ data }: MessageEvent<ReaderAnswer>) => {
      clearTimeout(timer);
      port1.close();
      if ('list' in data) resolve(data.list);
      else reject(new FileFailure(data.failure));
    });
    port1.start();
    worker.postMessage(request, [port2]);
  });
}

let warmUpsLeft = 12;

/**
 * Reads a few sample lines whenever the browser is idle, so that the parser is compiled before the first list. Returns
 * a cancel function.
 */
export function warmUp(locale: string): () => void {
  if (warmUpsLeft === 0) return () => undefined;
  let cancel = whenIdle(() => {
    warmUpsLeft -= 1;
    const rows = Array.from({ length: 25 }, (_, index) => `${100_000 + index}\t${1 + (index % 40) / 4}`);
    readList(recordsOfText(['Product\tQuantity', ...rows].join('\n'), 'paste'), { locale, statuses: [] });
    cancel = warmUp(locale);
  });
  return () => cancel();
}
