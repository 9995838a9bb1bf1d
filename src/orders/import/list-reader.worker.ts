import { type ListFile, openListFile } from './list-file.ts';
import {
  FileFailure,
  type FileFailureCode,
  type ListRow,
  readList,
  type ReadingOptions,
  type ReadList,
  recordsOfText,
} from './read-list.ts';

export type ReaderRequest = { options: ReadingOptions } & (
  | { kind: 'text'; text: string; rows: readonly ListRow[] }
  | { kind: 'file'; file: Blob }
  /** Reads another sheet of the last file. */
  | { kind: 'sheet'; sheet: string }
  /** Rereads the last list with other answers to its questions. */
  | { kind: 'again' }
);

export type ReaderResponse = { list: ReadList } | { failure: FileFailureCode; part?: string };

let open: ListFile = () => ({ records: [], sheets: [], sheet: null });
let last = open(null);

self.addEventListener('message', ({ data, ports: [port] }: MessageEvent<ReaderRequest>) => {
  void answer(data).then((answer) => port?.postMessage(answer));
});

async function answer(request: ReaderRequest): Promise<ReaderResponse> {
  try {
    if (request.kind === 'text') last = recordsOfText(request.text, 'paste', request.rows);
    if (request.kind === 'file') {
      open = await openListFile(request.file, request.options);
      last = open(null);
    }
    if (request.kind === 'sheet') last = open(request.sheet);
    return { list: readList(last, request.options) };
  } catch (error) {
    if (error instanceof FileFailure) return { failure: error.code, ...(error.part && { part: error.part }) };
    return { failure: 'not-readable' };
  }
}
