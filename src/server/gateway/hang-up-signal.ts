import type { ServerResponse } from 'node:http';

/** Aborts when the browser disconnects before the response is complete, which the request's `close` doesn't tell. */
export function hangUpSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
