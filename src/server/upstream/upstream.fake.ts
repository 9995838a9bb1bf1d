import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { stockOfProductExample } from '#stock/contract/open-api-examples.ts';

/** A call that the fake upstream received. */
interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Responds to one call in any way; a call without a response hangs. */
export type Handler = (call: Received, response: ServerResponse) => void | Promise<void>;

/** A fake upstream on a real local port whose responses the tests define. */
export interface FakeUpstream {
  url: URL;
  /** All calls so far, in order. */
  calls: Received[];
  /** Number of calls that the caller aborted. */
  abortedCalls: () => number;
  /** Handlers for the next calls; later calls use `handler`. */
  next: Handler[];
  handler: Handler;
  close(): Promise<void>;
}

/** @param path prefix of the operations' paths */
export async function fakeUpstream(handler: Handler = notFound, path = ''): Promise<FakeUpstream> {
  let abortedCalls = 0;
  const upstream: Pick<FakeUpstream, 'calls' | 'next' | 'handler'> = { calls: [], next: [], handler };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    response.on('close', () => {
      if (!response.writableFinished) abortedCalls += 1;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
      upstream.calls.push(call);
      void (upstream.next.shift() ?? upstream.handler)(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(upstream, {
    url: new URL(`http://127.0.0.1:${port}${path}`),
    abortedCalls: () => abortedCalls,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Handler {
  return text(JSON.stringify(body), { 'Content-Type': 'application/json', ...headers }, status);
}

/** Responds as in §4.2 with the requested product and quantity. */
export const echoStock: Handler = (call, response) => {
  const { pathname, searchParams } = new URL(call.url, 'http://upstream');
  const productId = Number(pathname.split('/').at(-1));
  const stockQuantity = Number(searchParams.get('quantity'));
  const results = stockOfProductExample.results.map(({ item }) => ({ item: { ...item, productId, stockQuantity } }));
  return json({ ...stockOfProductExample, results })(call, response);
};

export function text(body: string, headers: Record<string, string> = {}, status = 200): Handler {
  return (_call, response) => void response.writeHead(status, headers).end(body);
}

export function refusal(status: number, headers: Record<string, string> = {}): Handler {
  return text('', headers, status);
}

/** Never responds. */
export const hang: Handler = () => undefined;

/** Closes the connection without a response. */
export const hangUp: Handler = (_call, response) => void response.destroy();

/** Declares a longer body than it sends, then closes the connection. */
export function cutOff(body: string): Handler {
  return (_call, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(body.length + 10) });
    response.write(body, () => response.destroy());
  };
}

const notFound = refusal(404);
