import Fastify from 'fastify';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';

import { requireSignIn, type SignedIn, type SignIn } from '#server/sign-in/sign-in.ts';
import type { BackendRequest, StockBackend } from './stock-backend.ts';
import { hangUpSignal, stockRoutes } from './stock-routes.ts';

const credentials = { token: 'the-token', subscriptionKey: 'the-key' };
const ann = { credentials, identity: { market: null, expiresAt: 4_000_000_000, subject: 'ann' } } as SignedIn;

/** Sends a browser's request; returns the request that the backend received and the browser's response. */
async function forwarded(url: string, headers: Record<string, string> = {}) {
  const asked: BackendRequest[] = [];
  const backend = {
    send: async (request: BackendRequest) => {
      asked.push(request);
      return { status: 203, headers: { 'content-type': 'text/x', age: '5', server: 'x' }, body: Buffer.from('stock') };
    },
  } as unknown as StockBackend;
  const app = Fastify();
  requireSignIn(app, { required: () => Promise.resolve(ann) } as unknown as SignIn);
  await app.register(stockRoutes(backend));
  const answer = await app.inject({ url, headers });
  return { asked: asked[0], answer };
}

it('uses the credentials of the signed-in user', async () => {
  const { asked } = await forwarded('/stock/12345?quantity=4');
  expect(asked).toMatchObject({
    operation: 'stockOfProduct',
    method: 'GET',
    path: '/stock/12345?quantity=4',
    body: undefined,
    credentials,
    expiresAt: 4_000_000_000,
    bypassCache: false,
  });
  expect((await forwarded('/stock/12345')).asked?.path).toBe('/stock/12345');
});

it.each([
  ['max-age=0, No-Cache', true],
  ['no-cached', false],
])('bypasses the cache on Cache-Control: no-cache: %s', async (value, bypassCache) => {
  const { asked } = await forwarded('/stock/12345', { 'Cache-Control': value });
  expect(asked?.bypassCache).toBe(bypassCache);
});

it('passes on the response and its headers for browsers', async () => {
  const { answer } = await forwarded('/stock/12345');
  expect([answer.statusCode, answer.body]).toEqual([203, 'stock']);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/x', age: '5' });
  expect(Object.keys(answer.headers).toSorted()).toEqual([
    'age',
    'connection',
    'content-length',
    'content-type',
    'date',
  ]);
});

it.each([false, true])(
  'aborts the request when the browser disconnects; it has the complete response: %s',
  (hasAll) => {
    const response = Object.assign(new EventEmitter(), { writableFinished: hasAll });
    const signal = hangUpSignal(response as unknown as ServerResponse);
    expect(signal.aborted).toBe(false);
    response.emit('close');
    expect(signal.aborted).toBe(!hasAll);
  },
);
