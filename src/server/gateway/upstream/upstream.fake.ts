import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { stockOfProductExample } from '#contract/open-api-examples.ts';

/** A call that reached the upstream. */
interface Received {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers one call, in whatever way; a call that is never answered hangs. */
export type Manner = (call: Received, response: ServerResponse) => void | Promise<void>;

/** A service on a real port of this machine that answers as the tests tell it, for tests. */
export interface FakeUpstream {
  url: URL;
  /** Every call so far, in order. */
  calls: Received[];
  /** How many calls were cut off by the caller. */
  calledOff: () => number;
  /** The manners of the calls to come; after them each call is answered by `manner`. */
  next: Manner[];
  manner: Manner;
  close(): Promise<void>;
}

/** @param path stands before the operations' own */
export async function fakeUpstream(manner: Manner = notFound, path = ''): Promise<FakeUpstream> {
  let calledOff = 0;
  const upstream: Pick<FakeUpstream, 'calls' | 'next' | 'manner'> = { calls: [], next: [], manner };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    response.on('close', () => {
      if (!response.writableFinished) calledOff += 1;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
      upstream.calls.push(call);
      void (upstream.next.shift() ?? upstream.manner)(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(upstream, {
    url: new URL(`http://127.0.0.1:${port}${path}`),
    calledOff: () => calledOff,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Manner {
  return text(JSON.stringify(body), { 'Content-Type': 'application/json', ...headers }, status);
}

/** Answers §4.2 about the product and the quantity that were asked for. */
export const stockAsAsked: Manner = (call, response) => {
  const { pathname, searchParams } = new URL(call.url, 'http://upstream');
  const productId = Number(pathname.split('/').at(-1));
  const stockQuantity = Number(searchParams.get('quantity'));
  const results = stockOfProductExample.results.map(({ item }) => ({ item: { ...item, productId, stockQuantity } }));
  return json({ ...stockOfProductExample, results })(call, response);
};

export function text(body: string, headers: Record<string, string> = {}, status = 200): Manner {
  return (_call, response) => void response.writeHead(status, headers).end(body);
}

export function refusal(status: number, headers: Record<string, string> = {}): Manner {
  return text('', headers, status);
}

/** Keeps the caller waiting for ever. */
export const hang: Manner = () => undefined;

/** Closes the connection before a word. */
export const hangUp: Manner = (_call, response) => void response.destroy();

/** Promises more than it sends, and closes the connection. */
export function cutOff(body: string): Manner {
  return (_call, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(body.length + 10) });
    response.write(body, () => response.destroy());
  };
}

const notFound = refusal(404);
