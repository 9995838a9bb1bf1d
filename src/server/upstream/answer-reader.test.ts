import { afterEach, expect, it, vi } from 'vitest';

import { productCalendarsExample } from '#stock/contract/open-api-examples.ts';
import type { BackendResponse } from '#server/gateway/stock-backend.ts';
import { startThread } from '#server/start-thread.ts';

import { answerReader } from './answer-reader.ts';
import type { UpstreamRequest } from './upstream-transport.ts';
import { type UpstreamLimits, upstreamLimits } from './upstream-limits.ts';

vi.mock('#server/start-thread.ts', async (importOriginal) => {
  const original = await importOriginal<{ startThread: typeof startThread }>();
  return { startThread: vi.fn(original.startThread) };
});

let reader: ReturnType<typeof answerReader>;
afterEach(() => reader.close());

async function read(sent: UpstreamRequest, came: BackendResponse, signal = new AbortController().signal) {
  const answer = reader.receive(sent, came);
  return 'read' in answer ? answer.read(signal) : answer;
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
  reader = answerReader(limits());
  expect(await othersHaveTheirTurn(upstreamLimits.inlineReadBytes)).toBe(true);
  expect(await othersHaveTheirTurn(100)).toBe(false);
});

it.each([
  ['unchanged', page(300_000), null],
  ['with its first violation', page(300_000, '[{}]'), { path: 'results[0].item', rule: 'is missing' }],
  ['without validating an error', { ...page(300_000, '[{}]'), status: 400 }, null],
])('reads a long response %s', async (_how, answer, breach) => {
  reader = answerReader(limits());
  const text = answer.body.toString();
  const answered = await read(request, answer);
  expect([answered.body.toString() === text, answered.breach]).toEqual([true, breach]);
});

it.each([
  ['short', page(0, `[${Array.from({ length: 20_000 }, () => '{"item":{}}').join()}]`)],
  ['long', page(0, `[${Array.from({ length: 60_000 }, () => '{"item":{"itemId":"12345"}}').join()}]`)],
])('reports the first of thousands of violations in a %s response', async (_how, answer) => {
  reader = answerReader(limits());
  const sent = { ...request, operation: 'stockOfProducts' as const, path: '/stock' };
  expect((await read(sent, answer)).itemBreach?.path).toMatch(/^results\[0\]\.item\.\w+$/);
});

it('hides a secret that a long response repeats', async () => {
  reader = answerReader(limits());
  const answered = await read(request, page(300_000, '[], "by": "token-of-anna"'));
  expect([answered.body.includes('token-of-anna'), answered.body.includes('[hidden]')]).toEqual([false, true]);
});

it('returns an empty body for a long response nested too deeply to search for secrets', async () => {
  reader = answerReader(limits());
  const answered = await read(request, page(300_000, `${'['.repeat(40_000)}"\\u0041"${']'.repeat(40_000)}`));
  expect([answered.body.length, answered.breach]).toEqual([0, { path: 'body', rule: 'is not JSON in UTF-8' }]);
});

it('reads long responses in one thread and transfers their bytes', async () => {
  reader = answerReader(limits());
  vi.mocked(startThread).mockClear();
  const answer = page(300_000);
  await read(request, answer);
  await read(request, page(300_000));
  expect(answer.body).toHaveLength(0);
  expect(startThread).toHaveBeenCalledTimes(1);
});

it('reads responses up to the configured length inline', () => {
  const answer = page(1000);
  const isLong = (inlineReadBytes: number) =>
    'read' in answerReader(limits({ inlineReadBytes })).receive(request, answer);
  expect([isLong(answer.body.length), isLong(answer.body.length - 1)]).toEqual([false, true]);
});

const tooLarge = { name: 'TransportFailure', reason: 'too-large' };

it('rejects a response that exceeds the memory limit, and reads the next one', async () => {
  reader = answerReader(limits({ readerMegabytes: 16 }));
  const many = Array.from({ length: 150_000 }, (_, index) => `{"k${index}":{"v":[${index}]}}`);
  await expect(read(request, page(0, `[${many.join()}]`))).rejects.toMatchObject(tooLarge);
  expect((await read(request, page(300_000))).breach).toBeNull();
});

it('rejects a response that exceeds the time limit', async () => {
  reader = answerReader(limits({ readTimeout: 1 }));
  await expect(read(request, page(8_000_000))).rejects.toMatchObject(tooLarge);
});

it('stops reading an aborted response, and reads the next ones', async () => {
  reader = answerReader(limits());
  const browser = new AbortController();
  const left = read(request, page(8_000_000), browser.signal);
  const next = read(request, page(300_000));
  browser.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect((await next).breach).toBeNull();
});
