import { recordsOfFile } from './list-file.ts';
import {
  FileFailure,
  type FileFailureCode,
  type ListRecords,
  readList,
  type ReadingOptions,
  type ReadList,
  recordsOfText,
} from './read-list.ts';

export type ReaderRequest = { options: ReadingOptions } & (
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: Blob; sheet: string | null }
  /** Rereads the last list with other answers to its questions. */
  | { kind: 'again' }
);

export type ReaderAnswer = { list: ReadList } | { failure: FileFailureCode };

let last: ListRecords = { records: [], sheets: [], sheet: null };

self.addEventListener('message', ({ data, ports: [port] }: MessageEvent<ReaderRequest>) => {
  void answer(data).then((answer) => port?.postMessage(answer));
});

async function answer(request: ReaderRequest): Promise<ReaderAnswer> {
  try {
    if (request.kind === 'text') last = recordsOfText(request.text, 'paste');
    if (request.kind === 'file') last = await recordsOfFile(request.file, request.sheet);
    return { list: readList(last, request.options) };
  } catch (error) {
    return { failure: error instanceof FileFailure ? error.code : 'not-readable' };
  }
}
