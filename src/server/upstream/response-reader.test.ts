import { EventEmitter, once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';

import { productCalendarsExample } from '#stock/contract/open-api-examples.ts';
import type { BackendResponse } from '#server/gateway/stock-backend.ts';
import { startThread } from '#server/start-thread.ts';

import { responseReader } from './response-reader.ts';
import type { UpstreamRequest } from './upstream-transport.ts';
import { type UpstreamLimits, upstreamLimits } from './upstream-limits.ts';

vi.mock('#server/start-thread.ts', async (importOriginal) => {
  const original = await importOriginal<{ startThread: typeof startThread }>();
  return { startThread: vi.fn(original.startThread) };
});

let reader: ReturnType<typeof responseReader>;
afterEach(() => reader.close());

async function read(sent: UpstreamRequest, came: BackendResponse, signal = new AbortController().signal) {
  const response = reader.receive(sent, came);
  return 'read' in response ? response.read(signal) : response;
}

const limits = (changes: Partial<UpstreamLimits> = {}): UpstreamLimits => ({
  ...upstreamLimits,
  readTimeout: 50_000,
  ...changes,
});
const request = {
  operation: 'productCalendars' as const,
  method: 'GET' as const,
  path: '/stock/calendar?pageSize=100',
  headers: {},
  body: undefined,
  credentialKey: 'anna',
  secrets: ['token-of-anna'],
};

/** A page of about `bytes` bytes; `results` is JSON. */
const page = (bytes: number, results = '[]') => ({
  status: 200,
  headers: {},
  body: Buffer.from(
    JSON.stringify({ ...productCalendarsExample, filter: 'x'.repeat(bytes), results: 0 }).replace(
      '"results":0',
      `"results":${results}`,
    ),
  ),
});

/** Whether the event loop turns before the response is read. */
async function othersHaveTheirTurn(bytes: number): Promise<boolean> {
  const isRead = read(request, page(bytes)).then(() => false);
  return Promise.race([isRead, new Promise<boolean>((resolve) => setImmediate(resolve, true))]);
}

it('keeps the event loop free while it reads a long response', async () => {
  reader = responseReader(limits());
  expect(await othersHaveTheirTurn(upstreamLimits.inlineReadBytes)).toBe(true);
  expect(await othersHaveTheirTurn(100)).toBe(false);
});

it.each([
  ['unchanged', page(300_000), null],
  ['with its first violation', page(300_000, '[{}]'), { path: 'results[0].item', rule: 'is missing' }],
  ['without validating an error', { ...page(300_000, '[{}]'), status: 400 }, null],
  ['without validating a redirect', { ...page(300_000, '[{}]'), status: 300 }, null],
])('reads a long response %s', async (_how, response, breach) => {
  reader = responseReader(limits());
  const text = response.body.toString();
  const answered = await read(request, response);
  expect([answered.body.toString() === text, answered.breach]).toEqual([true, breach]);
});

it.each([
  ['short', page(0, `[${Array.from({ length: 20_000 }, () => '{"item":{}}').join()}]`)],
  ['long', page(0, `[${Array.from({ length: 60_000 }, () => '{"item":{"itemId":"12345"}}').join()}]`)],
])('reports the first of thousands of violations in a %s response', async (_how, response) => {
  reader = responseReader(limits());
  const sent = { ...request, operation: 'stockOfProducts' as const, path: '/stock' };
  expect((await read(sent, response)).itemBreach?.path).toMatch(/^results\[0\]\.item\.\w+$/);
});

it('hides a secret that a long response repeats', async () => {
  reader = responseReader(limits());
  const answered = await read(request, page(300_000, '[], "by": "token-of-anna"'));
  expect([answered.body.includes('token-of-anna'), answered.body.includes('[hidden]')]).toEqual([false, true]);
});

it('returns an empty body for a long response nested too deeply to search for secrets', async () => {
  reader = responseReader(limits());
  const answered = await read(request, page(300_000, `${'['.repeat(40_000)}"\\u0041"${']'.repeat(40_000)}`));
  expect([answered.body.length, answered.breach]).toEqual([0, { path: 'body', rule: 'is not JSON in UTF-8' }]);
});

it('reads long responses in one thread and transfers their bytes', async () => {
  reader = responseReader(limits());
  vi.mocked(startThread).mockClear();
  const response = page(300_000);
  await read(request, response);
  await read(request, page(300_000));
  expect(response.body).toHaveLength(0);
  expect(startThread).toHaveBeenCalledTimes(1);
});

it('reads responses up to the configured length inline', () => {
  const response = page(1000);
  const isLong = (inlineReadBytes: number) =>
    'read' in responseReader(limits({ inlineReadBytes })).receive(request, response);
  expect([isLong(response.body.length), isLong(response.body.length - 1)]).toEqual([false, true]);
});

const tooLarge = { name: 'TransportFailure', reason: 'too-large' };

it('rejects a response that exceeds the memory limit, and reads the next one', async () => {
  reader = responseReader(limits({ readerMegabytes: 16 }));
  const many = Array.from({ length: 150_000 }, (_, index) => `{"k${index}":{"v":[${index}]}}`);
  await expect(read(request, page(0, `[${many.join()}]`))).rejects.toMatchObject(tooLarge);
  expect((await read(request, page(300_000))).breach).toBeNull();
});

/** A thread that does as told with a response. */
function threadThat(act: (thread: EventEmitter) => void) {
  const thread = Object.assign(new EventEmitter(), {
    unref: () => undefined,
    terminate: async () => 0,
    postMessage: () => act(thread),
  });
  return thread as unknown as Worker;
}

it('rejects a response that exceeds the time limit', async () => {
  reader = responseReader(limits({ readTimeout: 1 }));
  vi.mocked(startThread).mockImplementationOnce(() => threadThat(() => undefined));
  await expect(read(request, page(8_000_000))).rejects.toMatchObject(tooLarge);
});

/** Fails as soon as it gets a response, and once more afterwards. */
const failingThread = (error: unknown) =>
  threadThat((thread) => setImmediate(() => [1, 2].forEach(() => thread.emit('error', error))));

it.each([
  new Error('broken'),
  Object.assign(new Error('broken'), { code: 'ERR_MODULE_NOT_FOUND' }),
  'broken',
  { code: 'ERR_WORKER_OUT_OF_MEMORY' },
])('rejects with any other failure of its thread, and reads the next one: %j', async (error) => {
  reader = responseReader(limits());
  vi.mocked(startThread).mockImplementationOnce(() => failingThread(error));
  await expect(read(request, page(300_000))).rejects.toBe(error);
  expect((await read(request, page(300_000))).breach).toBeNull();
});

it('ends its thread when it is closed', async () => {
  reader = responseReader(limits());
  await reader.close();
  await read(request, page(300_000));
  const thread = vi.mocked(startThread).mock.results.at(-1)?.value as Worker;
  const ended = once(thread, 'exit');
  await reader.close();
  await ended;
});

it('stops reading an aborted response, and reads the next ones', async () => {
  reader = responseReader(limits());
  const browser = new AbortController();
  const left = read(request, page(8_000_000), browser.signal);
  const next = read(request, page(300_000));
  browser.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect((await next).breach).toBeNull();
});
