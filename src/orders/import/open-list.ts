import type { OrderListOptions } from '#stock/order-list/order-list.ts';
import { whenIdle } from '#stock/when-idle.ts';

import { mayMarkRows } from './html-marks.ts';
import { htmlRows, isHtml } from './html-rows.ts';
import type { ReaderResponse, ReaderRequest } from './list-reader.worker.ts';
import {
  FileFailure,
  type ListRecords,
  type ListRow,
  maxBytes,
  readList,
  type ReadingOptions,
  type ReadList,
  recordsOfText,
  type SetAside,
} from './read-list.ts';
import { decodeText } from './text-encoding.ts';

/** A pasted or entered text. */
export interface PastedText {
  text: string;
  /** The same list from the clipboard, which alone shows what is struck out or hidden. */
  html?: string;
}

/** A list that can be reread with other answers or from another sheet. */
export interface OpenList {
  list: ReadList;
  again(answers: OrderListOptions['answers'], included?: readonly SetAside[]): Promise<ReadList>;
  /** Null if there are no sheets to select. */
  readSheet: ((sheet: string) => Promise<ReadList>) | null;
  close(): void;
}

/** Maximum characters to read without a worker, about 20,000 lines: faster than starting one. */
const maxLengthWithoutWorker = 500_000;

/** @throws FileFailure if the text has too many or too long lines */
export async function openText(text: string, options: ReadingOptions, html = ''): Promise<OpenList> {
  const rows = markedRows(html);
  if (text.length > maxLengthWithoutWorker) return openInWorker({ kind: 'text', text, rows, options });
  return openHere(recordsOfText(text, 'paste', rows), options);
}

/** @throws FileFailure if the file can't be read as a list */
export async function openFile(file: Blob, options: ReadingOptions): Promise<OpenList> {
  const start = new Uint8Array(await file.slice(0, bytesToRecognize).arrayBuffer());
  // A worker has no parser for HTML.
  if (isHtml(decodeText(start)) && file.size <= maxBytes) {
    const [, charset] = /<meta[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(decodeText(start)) ?? [];
    const records = htmlRows(decodeText(new Uint8Array(await file.arrayBuffer()), charset));
    // The tables of a page of frames are in other files.
    if (records.length === 0) throw new FileFailure('not-readable');
    return openHere({ records, sheets: [], sheet: null }, options);
  }
  return openInWorker({ kind: 'file', file, options });
}

const bytesToRecognize = 4096;

function openHere(records: ListRecords, options: ReadingOptions): OpenList {
  return {
    list: readList(records, options),
    again: async (answers, included = []) => readList(records, { ...options, answers, included }),
    readSheet: null,
    close: () => undefined,
  };
}

/** Returns the rows of HTML if any of them is struck out or hidden, which is rare. */
export function markedRows(html: string): ListRow[] {
  if (!mayMarkRows(html)) return [];
  const rows = htmlRows(html);
  return rows.some(({ setAside, columnsAside }) => setAside || columnsAside) ? rows : [];
}

async function openInWorker(request: ReaderRequest): Promise<OpenList> {
  const { options } = request;
  const worker = new Worker(new URL('./list-reader.worker.ts', import.meta.url), { type: 'module' });
  const close = () => worker.terminate();
  try {
    const list = await send(worker, request);
    return {
      list,
      again: (answers, included = []) => send(worker, { kind: 'again', options: { ...options, answers, included } }),
      readSheet: list.sheet === null ? null : (sheet) => send(worker, { kind: 'sheet', sheet, options }),
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
    port1.addEventListener('message', ({ data }: MessageEvent<ReaderResponse>) => {
      clearTimeout(timer);
      port1.close();
      if ('list' in data) resolve(data.list);
      else reject(new FileFailure(data.failure, data));
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
