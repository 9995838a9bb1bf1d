import type { OrderCheckRequest } from '#stock/contract/gateway-responses.ts';
import type { CheckEvent } from '#stock/order/check-events.ts';

import { HttpError, NetworkError, TimeoutError } from './errors.ts';
import { readRefusal } from './http-client.ts';

/** Requests the results of an order's lines, and reports them as they arrive. */
export type StreamOrderCheck = (
  order: OrderCheckRequest,
  onEvent: (event: CheckEvent) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Milliseconds without any byte after which the connection counts as lost. The server sends one every 10 seconds. */
const maxSilence = 30_000;

/**
 * Streams an order check from the gateway. Events of lines are valid even if it fails later.
 * @throws HttpError for an error response, with status 401 also if the user must sign in again for the remaining lines;
 *   NetworkError if the connection is lost before the end, TimeoutError if it is silent, and the signal's reason
 */
export const streamOrderCheck: StreamOrderCheck = async (order, onEvent, signal) => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), maxSilence);
  try {
    const response = await fetch('/gateway/order-check', {
      method: 'POST',
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      body: JSON.stringify(order),
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || response.body === null) throw new HttpError(await readRefusal(response));
    for await (const lines of linesOf(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), maxSilence);
      for (const line of lines) {
        if (line === '') continue;
        const event = JSON.parse(line) as CheckEvent;
        if (event.kind === 'end') return;
        if (event.kind === 'signed-out') throw signedOut(response);
        onEvent(event);
      }
    }
    throw new NetworkError('The connection was lost');
  } catch (error) {
    if (error instanceof HttpError || error instanceof NetworkError || signal.aborted) throw error;
    if (silence.signal.aborted) throw new TimeoutError(maxSilence, { cause: error });
    throw new NetworkError('The server could not be reached', { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

function signedOut({ headers }: Response): HttpError {
  const requestId = headers.get('x-request-id');
  return new HttpError({ status: 401, problem: null, sentence: null, requestId, retryAfter: null });
}

/** The lines of a stream, those of each part together; an unfinished last one is dropped. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
