import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Problem } from '#stock/contract/problem.ts';
import { type ProblemCode, problemType } from '#stock/contract/problem-codes.ts';

import { ContractError, HttpError, NetworkError, TimeoutError } from './errors.ts';
import { requestResponse, requestJson } from './http-client.ts';
import { serviceState } from './service-state.ts';

const good = { results: [{ item: { stockDate: '2027-03-17' } }] };

afterEach(() => void vi.unstubAllGlobals());

function answerWith(body: string | null, init: ResponseInit = {}) {
  const fetch = vi.fn(() => Promise.resolve(new Response(body, init)));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** Stubs a `fetch` that never responds but can be aborted. */
function neverAnswer() {
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
}

async function failure(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => expect.unreachable('the request should have failed'),
    (error: unknown) => error,
  );
}

const json = { 'content-type': 'application/json' };

describe('a response', () => {
  it('is returned as parsed', async () => {
    answerWith(JSON.stringify(good), { headers: json });
    expect(await requestJson('/x')).toEqual(good);
  });

  it('is requested with a JSON body and same-origin cookies only', async () => {
    const fetch = answerWith('{}');
    await requestJson('/x', { method: 'POST', body: { keys: ['1'] } });
    expect(fetch).toHaveBeenCalledWith(
      '/x',
      expect.objectContaining({
        method: 'POST',
        body: '{"keys":["1"]}',
        credentials: 'same-origin',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
      }),
    );
  });

  it('may be empty', async () => {
    answerWith(null, { status: 204 });
    expect(await requestJson('/x', { method: 'DELETE' })).toBeUndefined();
  });

  it.each(['<html>', '{"results":'])("that isn't JSON breaks the contract: %j", async (body) => {
    answerWith(body, { headers: { 'x-request-id': 'r-1' } });
    const error = await failure(requestJson('/x'));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ path: '', requestId: 'r-1' });
  });
});

describe('a missing response', () => {
  it('is a NetworkError', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(requestJson('/x'))).toBeInstanceOf(NetworkError);
  });

  it('is a TimeoutError after the timeout', async () => {
    neverAnswer();
    const error = await failure(requestJson('/x', { timeout: 1 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ milliseconds: 1 });
  });

  it("fails with the caller's reason if aborted", async () => {
    neverAnswer();
    const controller = new AbortController();
    const request = failure(requestJson('/x', { signal: controller.signal }));
    controller.abort();
    expect(await request).toBe(controller.signal.reason);
  });
});

describe('an error response', () => {
  const problem = {
    type: 'urn:stock-horizon:problem:unknown-product',
    title: 'Unknown product',
    status: 404,
    detail: 'Product 7 is not known.',
    instance: '/gateway/availability?productId=7',
  };

  it.each([
    ['problem details', JSON.stringify(problem), 'Product 7 is not known.'],
    ['{statusCode, message}', '{"statusCode":429,"message":"Rate limit is exceeded."}', 'Rate limit is exceeded.'],
    ['{error: {message}}', '{"error":{"message":"No backend."}}', 'No backend.'],
    ['a title alone', '{"title":"Conflict"}', 'Conflict'],
    ['plain text', '  Service\n unavailable  ', 'Service unavailable'],
    ['HTML', '<!doctype html><title>502</title><h1>Bad gateway</h1>', null],
    ['nothing', '', null],
    ['JSON that says nothing', '[1,2]', null],
  ])('in the form %s has one sentence', async (_kind, body, sentence) => {
    answerWith(body, { status: 404, headers: { 'x-request-id': 'r-2' } });
    const error = await failure(requestJson('/x'));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 404, sentence, requestId: 'r-2' });
  });

  it('keeps the complete problem', async () => {
    answerWith(JSON.stringify(problem), { status: 404 });
    expect(await failure(requestJson('/x'))).toMatchObject({ problem, requestId: null });
  });

  it.each([
    ['7', 7],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 12],
    ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
    ['Wed, 99 Oct 2026 07:28:00 GMT', null],
    ['2026-10-21', null],
    ['soon', null],
    ['-1', null],
  ])('parses Retry-After %j', async (header, retryAfter) => {
    answerWith('', { status: 429, headers: { 'retry-after': header, date: 'Wed, 21 Oct 2026 07:27:48 GMT' } });
    expect(await failure(requestJson('/x'))).toMatchObject({ retryAfter });
  });

  it("compares a Retry-After date with the browser's clock if the server sends no Date", async () => {
    answerWith('', { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } });
    expect(await failure(requestJson('/x'))).toMatchObject({ retryAfter: 0 });
  });

  it('truncates an endless sentence', async () => {
    answerWith('word '.repeat(1000), { status: 500 });
    const error = (await failure(requestJson('/x'))) as HttpError;
    expect(error.sentence).toHaveLength(300);
  });
});

describe('a cached response', () => {
  const now = Date.UTC(2026, 10, 21, 9);
  beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(now));
  afterEach(() => {
    vi.restoreAllMocks();
    serviceState.noteResponse();
  });

  it('has an age', async () => {
    answerWith(JSON.stringify(good), { headers: { age: '40', 'x-request-id': 'r-5' } });
    const response = await requestResponse('/gateway/availability?productId=1');
    expect(response).toEqual({ data: good, receivedAt: now - 40_000, isStale: false, status: 200, requestId: 'r-5' });
    expect(serviceState.current()).toEqual({ nextAttemptAt: null, staleSince: null });
  });

  it('may be stale, which is shown until the service itself responds', async () => {
    answerWith(JSON.stringify(good), { headers: { age: '720', 'stock-response': 'stale' } });
    expect(await requestResponse('/gateway/availability?productId=1')).toMatchObject({
      isStale: true,
    });
    answerWith(JSON.stringify(good), { headers: { age: '60', 'stock-response': 'stale' } });
    await requestResponse('/gateway/availability?productId=2');
    expect(serviceState.current().staleSince).toBe(now - 720_000);
    answerWith(JSON.stringify(good));
    await requestResponse('/gateway/products');
    expect(serviceState.current().staleSince).toBe(now - 720_000);
    answerWith(JSON.stringify(good), { headers: { 'stock-response': 'direct' } });
    await requestResponse('/gateway/availability?productId=2');
    expect(serviceState.current().staleSince).toBeNull();
  });

  it('can be bypassed', async () => {
    const fetch = answerWith(JSON.stringify(good));
    await requestJson('/gateway/availability?productId=1', { bypassCache: true });
    expect(fetch).toHaveBeenCalledWith(
      '/gateway/availability?productId=1',
      expect.objectContaining({ headers: { accept: 'application/json', 'cache-control': 'no-cache' } }),
    );
  });
});

const problemOf = (code: ProblemCode, more: Partial<Problem>) =>
  JSON.stringify({
    type: problemType(code),
    title: code,
    status: 502,
    detail: 'It failed.',
    instance: '/stock',
    ...more,
  });

describe("the gateway's headers and problems", () => {
  it('report a contract violation with its place', async () => {
    const errors = [{ path: 'results[0].item.stockDate', message: 'results[0].item.stockDate is missing.' }];
    answerWith(problemOf('contract-broken', { errors }), { status: 502, headers: { 'x-request-id': 'r-6' } });
    const error = await failure(requestJson('/gateway/availability?productId=1'));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({
      message: 'results[0].item.stockDate: is missing',
      path: 'results[0].item.stockDate',
      status: 502,
      requestId: 'r-6',
    });
  });

  it('report when requests to a paused service resume', async () => {
    const nextAttemptAt = '2026-11-21T09:00:10.000Z';
    answerWith(problemOf('upstream-resting', { nextAttemptAt }), { status: 503 });
    expect(await failure(requestJson('/gateway/availability?productId=1'))).toBeInstanceOf(HttpError);
    expect(serviceState.current().nextAttemptAt).toBe(Date.parse(nextAttemptAt));
    answerWith('', { status: 404 });
    await failure(requestJson('/gateway/availability?productId=1'));
    expect(serviceState.current().nextAttemptAt).toBeNull();
  });

  it('report the number of attempts', async () => {
    answerWith('', { status: 500, headers: { 'stock-attempts': '3' } });
    expect(await failure(requestJson('/gateway/availability?productId=1'))).toMatchObject({
      attempts: 3,
    });
  });
});
