import type { ServerResponse } from 'node:http';

/** Aborts when the browser hangs up before it has the whole answer. (The request's own end says no such thing.) */
export function hangUpSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
