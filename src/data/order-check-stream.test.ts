import { afterEach, expect, it, vi } from 'vitest';

import type { CheckEvent } from '#stock/order/check-events.ts';

import { HttpError, NetworkError } from './errors.ts';
import { streamOrderCheck } from './order-check-stream.ts';

afterEach(() => vi.unstubAllGlobals());

const order = { lines: [{ key: 1, productId: 7, quantity: 1000 }] };
const unknown = { kind: 'unknown-product' } as const;
const results = [1, 2, 3].map((key): CheckEvent => ({ kind: 'result', key, result: unknown }));
const printed = (events: readonly CheckEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

/** Streams these parts of a response; returns the events, and the error if it fails. */
async function received(parts: readonly (string | Uint8Array)[], init: ResponseInit = {}) {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part);
      controller.close();
    },
  });
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, init));
  vi.stubGlobal('fetch', fetch);
  const events: CheckEvent[] = [];
  const streamed = streamOrderCheck(order, (event) => events.push(event), new AbortController().signal);
  const error: unknown = await streamed.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { events, error, fetch };
}

it('reports the events of the lines, wherever the parts are cut', async () => {
  const text = printed([...results, { kind: 'end' }]);
  for (const size of [1, 7, 50, 10_000]) {
    const bytes = new TextEncoder().encode(text);
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const { events, error, fetch } = await received(parts);
    expect([events, error]).toEqual([results, null]);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: JSON.stringify(order) });
  }
});

it('skips blank lines, which only keep the connection open', async () => {
  const { events, error } = await received(['\n', printed(results), '\n\n', printed([{ kind: 'end' }])]);
  expect([events, error]).toEqual([results, null]);
});

it('keeps the events before a lost connection', async () => {
  const { events, error } = await received([printed(results), '{"kind":"resu']);
  expect(events).toEqual(results);
  expect(error).toBeInstanceOf(NetworkError);
});

it('fails as signed out if the last line says so', async () => {
  const headers = { 'x-request-id': 'request-1' };
  const { events, error } = await received([printed([...results, { kind: 'signed-out' }])], { headers });
  expect(events).toEqual(results);
  expect(error).toMatchObject({ name: 'HttpError', status: 401, requestId: 'request-1' });
});

it('fails with the error response', async () => {
  const { error } = await received(['No.'], { status: 503, headers: { 'retry-after': '5' } });
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 503, retryAfter: 5, sentence: 'No.' });
});

it('fails if the server cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
  const streamed = streamOrderCheck(order, () => undefined, new AbortController().signal);
  await expect(streamed).rejects.toBeInstanceOf(NetworkError);
});

it('rejects with the reason of its signal', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async (_path, init) => {
    init?.signal?.throwIfAborted();
    return new Response('');
  });
  vi.stubGlobal('fetch', fetch);
  const signal = AbortSignal.abort(new RangeError('gone'));
  await expect(streamOrderCheck(order, () => undefined, signal)).rejects.toThrow('gone');
});
