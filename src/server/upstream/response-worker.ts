import { parentPort } from 'node:worker_threads';

import { checkResponse, type UncheckedResponse } from './response-check.ts';

parentPort?.on('message', ({ body, ...response }: UncheckedResponse) => {
  const check = checkResponse({ ...response, body: Buffer.from(body.buffer, body.byteOffset, body.length) });
  // A short Buffer may be a view of a pool that other Buffers share.
  const given = new Uint8Array(check.body);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage({ ...check, body: given }, [given.buffer]);
});
