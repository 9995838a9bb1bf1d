import type { TableFile } from '#stock/export/export-table.ts';

import { openCsvFile } from './csv-file.ts';
import type { WriteReply, WriteRequest } from './file-writer.ts';
import { openXlsxFile } from './xlsx-file.ts';

let file: TableFile | null = null;

self.addEventListener('message', ({ data }: MessageEvent<WriteRequest>) => void answer(data));

async function answer(request: WriteRequest): Promise<void> {
  try {
    reply({ kind: 'done', file: await handle(request) });
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

async function handle(request: WriteRequest): Promise<Blob | null> {
  if (request.kind === 'open')
    file = request.file.format === 'csv' ? openCsvFile(request.file) : openXlsxFile(request.file);
  if (request.kind === 'rows') await file?.add(request.rows, request.table);
  return request.kind === 'finish' && file !== null ? file.finish(request.ending) : null;
}

function reply(message: WriteReply): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  self.postMessage(message);
}
