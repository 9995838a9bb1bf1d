import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';
import { startThread } from '#server/start-thread.ts';
import { redactSecrets } from '#server/redact-secrets.ts';

import { type ResponseCheck, checkResponse, type UncheckedResponse } from './response-check.ts';
import { concurrencyLimit } from './concurrency-limit.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import { TransportFailure, type UpstreamRequest } from './upstream-transport.ts';

/** A response with the caller's secrets hidden. */
export interface CheckedResponse extends BackendResponse, ResponseCheck {}

/** A long response that hasn't been parsed yet. */
interface UnreadResponse extends BackendResponse {
  /** @throws TransportFailure `too-large` if reading exceeds the memory or time limit; the signal's reason on abort. */
  read: (signal: AbortSignal) => Promise<ResponseCheck>;
}

/** A received response; its headers contain none of the caller's secrets. */
export type ReceivedResponse = CheckedResponse | UnreadResponse;

/**
 * Reads upstream responses. Long ones would block the event loop, so a worker thread reads them one at a time. The
 * thread starts with the first of them.
 */
export function responseReader({ inlineReadBytes, readerMegabytes, readTimeout }: UpstreamLimits) {
  const limitReads = concurrencyLimit(1, Infinity);
  let thread: Worker | null = null;

  const readInThread = async (response: UncheckedResponse, signal: AbortSignal): Promise<ResponseCheck> => {
    if (thread === null) {
      thread = startThread('upstream/response-worker', {
        resourceLimits: { maxOldGenerationSizeMb: readerMegabytes },
      });
      thread.unref();
      // Errors while no read is pending don't matter.
      thread.on('error', () => undefined);
    }
    const worker = thread;
    const either = AbortSignal.any([signal, AbortSignal.timeout(readTimeout)]);
    try {
      // Transfers the bytes both ways, as copying them would block this thread.
      worker.postMessage(response, [response.body.buffer as ArrayBuffer]);
      const [check] = (await once(worker, 'message', { signal: either })) as [ResponseCheck];
      // A transferred Buffer arrives as a plain Uint8Array.
      return { ...check, body: Buffer.from(check.body.buffer) };
    } catch (error) {
      thread = null;
      void worker.terminate();
      signal.throwIfAborted();
      throw isOutOfMemory(error) || either.aborted ? new TransportFailure('too-large', { cause: error }) : error;
    }
  };

  return {
    /** Checks a short response at once; returns a long one unread, to be queued for the worker thread. */
    receive: ({ operation, path, body, secrets }: UpstreamRequest, response: BackendResponse): ReceivedResponse => {
      const isSuccess = response.status < 300;
      const unchecked = { request: isSuccess ? { operation, path, body } : null, body: response.body, secrets };
      const received = { ...response, headers: redactSecrets(response.headers, secrets) };
      if (response.body.length <= inlineReadBytes) return { ...received, ...checkResponse(unchecked) };
      return { ...received, read: (signal) => limitReads(() => readInThread(unchecked, signal), signal) };
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
