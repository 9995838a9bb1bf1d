import { FileFailure } from './file-failure.ts';
import { type ListRecords, recordsOfFile, recordsOfText } from './list-records.ts';
import { readList } from './read-list.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-messages.ts';

let last: ListRecords = { records: [], sheets: [], sheet: null };

self.addEventListener('message', ({ data }: MessageEvent<ReaderRequest>) => void answer(data));

async function answer(request: ReaderRequest): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === 'text') last = recordsOfText(request.text, 'paste');
    if (request.kind === 'file') last = await recordsOfFile(request.file, request.sheet);
    reply({ id, list: readList(last, request.options) });
  } catch (error) {
    reply({ id, failure: error instanceof FileFailure ? error.code : 'not-readable' });
  }
}

function reply(message: ReaderAnswer) {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  self.postMessage(message);
}
