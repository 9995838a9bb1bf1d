import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';

import {
  productCalendarExample,
  productCalendarsExample,
  stockOfProductExample,
  stockOfProductsExample,
} from '#stock/contract/open-api-examples.ts';

import { upstreamLog } from './upstream-log.ts';
import { type UpstreamSetup, setUpUpstream, quickLimits } from './upstream-setup.fixture.ts';
import { cutOff, hang, hangUp, json, type Handler, refusal, text } from './upstream.fake.ts';

let setup: UpstreamSetup;
afterEach(() => setup.close());

const good = json(stockOfProductExample);
const only =
  (method: string, status: number): Handler =>
  (call, response) =>
    (call.method === method ? json(productCalendarsExample) : refusal(status))(call, response);
const methods = () => setup.upstream.calls.map(({ method }) => method);
const orderBody = Buffer.from('{"products":[{"productId":12345,"quantity":250}]}');

describe('the upstream request', () => {
  it("has the three headers and none of the browser's", async () => {
    setup = await setUpUpstream(good, { path: '/stock-service/v1/' });
    await setup.send();
    const [call] = setup.upstream.calls;
    expect(call).toMatchObject({ method: 'GET', url: '/stock-service/v1/stock/12345?quantity=250', body: '' });
    expect(Object.keys(call?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'api-version',
      'authorization',
      'connection',
      'host',
      'ocp-apim-subscription-key',
      'x-request-id',
    ]);
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer token-of-anna',
      'ocp-apim-subscription-key': 'key',
      'api-version': 'v1',
      'x-request-id': 'request-1',
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
    });
  });

  it("has a path relative to the service's base address, with or without trailing slashes", async () => {
    setup = await setUpUpstream(good, { path: '/stock-service//' });
    await setup.send();
    expect(setup.upstream.calls[0]?.url).toBe('/stock-service/stock/12345?quantity=250');
  });

  it('has the original body', async () => {
    setup = await setUpUpstream(json(stockOfProductsExample));
    await setup.send({ operation: 'stockOfProducts', method: 'POST', path: '/stock', body: orderBody });
    expect(setup.upstream.calls[0]).toMatchObject({ method: 'POST', url: '/stock', body: orderBody.toString() });
    expect(setup.upstream.calls[0]?.headers['content-type']).toBe('application/json');
  });
});

describe('a valid response', () => {
  it('is passed on byte by byte, without its own headers', async () => {
    const body = `${JSON.stringify({ ...stockOfProductExample, beyond: { the: 'contract' } })}\n`;
    const headers = { 'Set-Cookie': 'a=b', Server: 'x', 'X-Powered-By': 'y', 'Keep-Alive': 'timeout=1' };
    setup = await setUpUpstream(text(body, { 'Content-Type': 'text/plain', ...headers }));
    const response = await setup.send();
    expect(response).toMatchObject({ status: 200, text: body });
    expect(response.headers).toEqual({ 'content-type': 'application/json; charset=utf-8' });
  });

  it("passes on the upstream's request ID", async () => {
    setup = await setUpUpstream(json(stockOfProductExample, 200, { 'X-Request-Id': 'theirs-7' }));
    expect((await setup.send()).headers['upstream-request-id']).toBe('theirs-7');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['GZip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
  ])('may be compressed (%s)', async (coding, compress) => {
    const body = compress(JSON.stringify(stockOfProductExample));
    setup = await setUpUpstream(
      (_call, response) => void response.writeHead(200, { 'Content-Encoding': coding }).end(body),
    );
    expect(JSON.parse((await setup.send()).text)).toEqual(stockOfProductExample);
  });

  it.each([
    ['empty stock', []],
    ['elements that are not entries', [{ when: '2026-12-01' }, 7, null]],
  ])('may have §4.4 with %s', async (_name, stock) => {
    const [result] = productCalendarsExample.results;
    setup = await setUpUpstream(json({ ...productCalendarsExample, results: [{ item: { ...result?.item, stock } }] }));
    expect((await setup.send({ operation: 'productCalendars', path: '/stock/calendar' })).status).toBe(200);
  });

  it('may lack `value` in §4.1', async () => {
    expect(productCalendarExample.filters[0]).not.toHaveProperty('value');
    setup = await setUpUpstream(json(productCalendarExample));
    expect((await setup.send({ operation: 'productCalendar', path: '/stock/12345/calendar' })).status).toBe(200);
  });
});

describe('an invalid response', () => {
  const item = stockOfProductExample.results[0]?.item;
  const withItem = (change: object) => json({ ...stockOfProductExample, results: [{ item: { ...item, ...change } }] });

  it.each<[string, Handler, string]>([
    ['a missing field', withItem({ stockDate: undefined }), 'results[0].item.stockDate is missing'],
    ['a number as text', withItem({ stockQuantity: '250' }), 'results[0].item.stockQuantity is not a number'],
    [
      'a day that does not exist',
      withItem({ stockDate: '2027-02-30' }),
      'results[0].item.stockDate is not a date that exists',
    ],
    [
      'a date and time',
      withItem({ stockDate: '2027-03-17T00:00:00Z' }),
      'results[0].item.stockDate is not a date that exists',
    ],
    ['a flag as text', withItem({ isMaxLeadTime: 'true' }), 'results[0].item.isMaxLeadTime is not a boolean'],
    ['a fractional Unix time', withItem({ stockDateUnix: 1.5 }), 'results[0].item.stockDateUnix is not an integer'],
    ['an invalid product ID', withItem({ productId: 0 }), 'results[0].item.productId is out of the range'],
    ['no results', json({ ...stockOfProductExample, results: null }), 'results is not an array'],
    ['non-null parameters', json({ ...stockOfProductExample, parameters: {} }), 'parameters is not null'],
    ['a list', json([]), 'body is not an object'],
    ['HTML', text('<html>Welcome</html>', { 'Content-Type': 'text/html' }), 'body is not JSON'],
    ['no content', text('', {}, 204), 'body is not JSON'],
    [
      'another charset',
      text('{"a":"\u00e9"}', { 'Content-Type': 'application/json; charset=latin1' }),
      'parameters is missing',
    ],
  ])('is never passed on as data: %s', async (_name, handler, where) => {
    setup = await setUpUpstream(handler);
    const { status, problem } = await setup.send();
    expect([status, problem?.type]).toEqual([502, 'urn:stock-horizon:problem:contract-broken']);
    expect(problem?.detail).toContain(where);
    expect(problem?.errors?.[0]?.message).toContain(where);
    expect(setup.upstream.calls).toHaveLength(1);
  });

  it.each<[string, object[], string]>([
    ['another product', [{ productId: 12346 }], 'results[0].item.productId is 12346 where 12345 was asked for'],
    ['another quantity', [{ stockQuantity: 40 }], 'results[0].item.stockQuantity is 40 where 250 was asked for'],
    ['a Unix time of another day', [{ stockDateUnix: 0 }], 'results[0].item.stockDateUnix is another day'],
    ['a deleted item', [{ isDeleted: true }], 'results[0].item.isDeleted is true'],
    ['no item', [], 'results has 0 items where 1 was asked for'],
    ['two items', [{}, {}], 'results has 2 items where 1 was asked for'],
  ])("doesn't match the request (§4.2): %s", async (_name, changes, where) => {
    const results = changes.map((change) => ({ item: { ...item, ...change } }));
    setup = await setUpUpstream(json({ ...stockOfProductExample, results }));
    const { status, problem } = await setup.send();
    expect([status, problem?.type]).toEqual([502, 'urn:stock-horizon:problem:contract-broken']);
    expect(problem?.detail).toContain(where);
  });

  it.each<[string, object]>([
    ['another product', { productId: 12346 }],
    ['a Unix time of another day', { stockDateUnix: 0 }],
    ['no number', { stockQuantity: '5' }],
  ])('may be a calendar with an entry that its reader has to leave out (§4.1): %s', async (_name, change) => {
    const results = productCalendarExample.results.map((result) => ({ item: { ...result.item, ...change } }));
    setup = await setUpUpstream(json({ ...productCalendarExample, results }));
    const { status, text } = await setup.send({ operation: 'productCalendar', path: '/stock/12345/calendar' });
    expect([status, JSON.parse(text)]).toEqual([200, { ...productCalendarExample, results }]);
  });

  it('may have any quantity if the request has none (§4.2)', async () => {
    setup = await setUpUpstream(good);
    expect((await setup.send({ path: '/stock/12345' })).status).toBe(200);
  });

  const twoLines = Buffer.from('{"products":[{"productId":12345,"quantity":250},{"productId":7,"quantity":0.5}]}');
  const seven = { productId: 7, stockQuantity: 0.5 };
  it.each<[string, object[], string | null]>([
    ['in order', [{}, seven], null],
    ['in another order', [seven, {}], null],
    ['a missing item', [seven], 'results has 1 item where 2 were asked for'],
    ['a duplicate instead of another item', [{}, {}], 'results has 2 items for product 12345'],
    ['an unknown product', [{}, { ...seven, productId: 8 }], 'results[1].item.productId is 8 where 7 was asked for'],
    ['swapped quantities', [{ stockQuantity: 0.5 }, { ...seven, stockQuantity: 250 }], 'is 0.5 where 250'],
    [
      'a date that does not exist',
      [{}, { ...seven, stockDate: '2026-02-30' }],
      'results[1].item.stockDate is not a date',
    ],
  ])('passes with the first mismatch of its items logged (§4.3): %s', async (_name, changes, where) => {
    const results = changes.map((change) => ({ item: { ...item, ...change } }));
    const lines: unknown[] = [];
    setup = await setUpUpstream(json({ ...stockOfProductsExample, results }), {
      log: upstreamLog({ warn: (...words: unknown[]) => void lines.push(words) }),
    });
    const request = { operation: 'stockOfProducts', method: 'POST', path: '/stock', body: twoLines } as const;
    const { status, text } = await setup.send(request);
    expect([status, JSON.parse(text)]).toEqual([200, { ...stockOfProductsExample, results }]);
    expect(lines).toHaveLength(where === null ? 0 : 1);
    expect(JSON.stringify(lines)).toContain(where ?? '');
  });

  it('may be a redirect, which is not followed', async () => {
    const elsewhere = await setUpUpstream(good);
    setup = await setUpUpstream(refusal(302, { Location: elsewhere.upstream.url.href }));
    const { status, problem, headers } = await setup.send();
    expect([status, problem?.type]).toEqual([502, 'urn:stock-horizon:problem:contract-broken']);
    expect(problem?.detail).toMatch(/status 302\): .*another address.*STOCK_UPSTREAM_URL/);
    expect(headers).not.toHaveProperty('location');
    expect(elsewhere.upstream.calls).toEqual([]);
    await elsewhere.close();
  });

  it.each([
    ['uncompressed', (_call, response) => void response.end('x'.repeat(5000))],
    [
      'decompressed',
      (_call, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(5000))),
    ],
  ] as [string, Handler][])('may be too large, %s', async (_name, handler) => {
    setup = await setUpUpstream(handler, {
      limits: { maxResponseBytes: { ...quickLimits.maxResponseBytes, stockOfProduct: 1000 } },
    });
    const { problem } = await setup.send();
    expect(problem).toMatchObject({ status: 502, detail: expect.stringContaining('too large') });
    expect(setup.upstream.calls).toHaveLength(1);
  });
});

const sentence = (length: number) => text(JSON.stringify({ detail: 'x'.repeat(length) }), {}, 400);

describe('the length of a response', () => {
  const body = JSON.stringify(stockOfProductExample);
  const maxResponseBytes = { ...quickLimits.maxResponseBytes, stockOfProduct: body.length, refusal: 100, probe: 200 };
  const limits = { limits: { maxResponseBytes } };

  it('may be exactly the maximum', async () => {
    setup = await setUpUpstream(text(body), limits);
    expect((await setup.send()).status).toBe(200);
    setup.upstream.handler = text(`${body} `);
    expect((await setup.send({ bypassCache: true })).problem?.detail).toContain('too large');
  });

  it('has a lower maximum for errors', async () => {
    setup = await setUpUpstream(sentence(80), limits);
    expect((await setup.send()).problem?.detail).toBe('x'.repeat(80));
    setup.upstream.handler = sentence(150);
    expect((await setup.send()).problem).toMatchObject({
      status: 400,
      detail: expect.stringMatching('without a reason'),
    });
  });

  it('has a maximum for probes', async () => {
    setup = await setUpUpstream(text('x'.repeat(200)), limits);
    const probe = {
      method: 'GET',
      path: '/',
      headers: {},
      body: undefined,
      signal: new AbortController().signal,
    } as const;
    expect((await setup.backend.probe(probe)).body).toHaveLength(200);
    setup.upstream.handler = text('x'.repeat(201));
    await expect(setup.backend.probe(probe)).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('may be zero despite a content encoding', async () => {
    setup = await setUpUpstream(text('', { 'Content-Encoding': 'gzip' }));
    const { problem } = await setup.send();
    expect([problem?.detail, setup.upstream.calls.length]).toEqual([expect.stringContaining('is not JSON'), 1]);
  });
});

describe('an error response', () => {
  it.each<[string, Handler, number, string]>([
    [
      'a problem',
      json({ type: 'x:y', title: 'Bad', status: 400, detail: 'No such filter.', instance: '/' }, 400),
      400,
      'No such filter.',
    ],
    [
      '{statusCode, message}',
      json({ statusCode: 401, message: 'Access denied due to invalid key.' }, 401),
      401,
      'Access denied due to invalid key.',
    ],
    ['{error: {message}}', json({ error: { code: 1, message: 'Out of quota.' } }, 403), 403, 'Out of quota.'],
    ['plain text', text('Go away.\n', {}, 404), 404, 'Go away.'],
    [
      'HTML',
      text('<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' }, 418),
      418,
      'The stock service responded with status 418 without a reason.',
    ],
    ['nothing', refusal(409), 409, 'The stock service responded with status 409 without a reason.'],
    ['other JSON', json(['no'], 422), 422, 'The stock service responded with status 422 without a reason.'],
  ])('becomes one problem with a one-sentence detail: %s', async (_name, handler, status, sentence) => {
    setup = await setUpUpstream(handler);
    const response = await setup.send();
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.problem).toMatchObject({
      status,
      detail: sentence,
      instance: '/stock/12345',
      requestId: 'request-1',
    });
    expect(setup.upstream.calls).toHaveLength(1);
  });

  it.each([
    ['a service of the same kind', { title: 'x', status: 404, instance: '/' }],
    ['a service that sends only required fields', {}],
  ])('keeps the products named by %s', async (_, written) => {
    const errors = [{ path: 'products[0]', message: 'is unknown' }];
    const named = { unknownProductIds: [7], unavailableProductIds: [8], errors };
    const type = 'urn:stock-horizon:problem:products-not-available';
    setup = await setUpUpstream(json({ type, detail: 'Two.', ...written, ...named }, 404));
    const { problem } = await setup.send({
      operation: 'stockOfProducts',
      method: 'POST',
      path: '/stock',
      body: orderBody,
    });
    expect(problem).toMatchObject({ type, detail: 'Two.', ...named });
  });

  it.each([
    [401, 'Basic realm="stock"', 'Bearer'],
    [401, 'Negotiate', 'Bearer'],
    [401, undefined, 'Bearer'],
    [403, 'Basic realm="stock"', undefined],
  ])('with status %d and WWW-Authenticate %s opens no browser password dialog', async (status, theirs, ours) => {
    setup = await setUpUpstream(refusal(status, theirs === undefined ? {} : { 'WWW-Authenticate': theirs }));
    expect((await setup.send()).headers['www-authenticate']).toBe(ours);
  });

  it('contains no more than the service sent', async () => {
    setup = await setUpUpstream(json({ detail: 'No.' }, 404));
    expect(Object.keys((await setup.send()).problem ?? {}).toSorted()).toEqual([
      'detail',
      'instance',
      'requestId',
      'status',
      'title',
      'type',
    ]);
  });

  it.each([
    ['our own', 'request-1'],
    ['one with a space', 'a b'],
    ['an overlong one', 'x'.repeat(201)],
  ])('has no upstream request ID if the upstream sent %s', async (_name, id) => {
    setup = await setUpUpstream(refusal(404, { 'X-Request-Id': id }));
    const response = await setup.send();
    expect(response.headers).not.toHaveProperty('upstream-request-id');
    expect(response.problem).not.toHaveProperty('upstreamRequestId');
  });

  it("has the upstream's request ID if a response breaks the contract", async () => {
    setup = await setUpUpstream(json({}, 200, { 'X-Request-Id': 'theirs-9' }));
    expect((await setup.send()).problem?.upstreamRequestId).toBe('theirs-9');
  });

  it("has the upstream's request ID and no other headers", async () => {
    const headers = { 'X-Request-Id': 'theirs-8', 'Set-Cookie': 'a=b' };
    setup = await setUpUpstream(refusal(401, headers));
    const response = await setup.send();
    expect(response.problem).toMatchObject({ requestId: 'request-1', upstreamRequestId: 'theirs-8' });
    expect(response.headers['upstream-request-id']).toBe('theirs-8');
    expect(response.headers).not.toHaveProperty('set-cookie');
  });
});

describe('a missing response', () => {
  it.each<[string, Handler, string]>([
    ['a closed connection', hangUp, 'upstream-unreachable'],
    ['a truncated body', cutOff('{"parameters":null,'), 'upstream-unreachable'],
    ['no response', hang, 'upstream-timeout'],
    [
      'a stalled body',
      (_call, response) => void response.writeHead(200, { 'Content-Length': '100' }).write('{'),
      'upstream-timeout',
    ],
    [
      'invalid compressed data',
      (_call, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'),
      'upstream-unreachable',
    ],
  ])('is retried twice and reports the attempts: %s', async (_name, handler, code) => {
    setup = await setUpUpstream(handler, { limits: { headersTimeout: 300, bodyTimeout: 300 } });
    const { problem, headers } = await setup.send();
    expect(problem?.type).toBe(`urn:stock-horizon:problem:${code}`);
    expect(headers['stock-attempts']).toBe('3');
    expect(setup.upstream.calls).toHaveLength(3);
  });

  it('is reported if no server listens', async () => {
    setup = await setUpUpstream(good);
    await setup.upstream.close();
    const { status, problem } = await setup.send();
    expect([status, problem?.type]).toEqual([502, 'urn:stock-horizon:problem:upstream-unreachable']);
  });

  it("is reported at the request's deadline", async () => {
    setup = await setUpUpstream(hang, { limits: { headersTimeout: 60_000, requestTimeout: 100 } });
    const { status, problem } = await setup.send();
    expect([status, problem?.type]).toEqual([504, 'urn:stock-horizon:problem:upstream-timeout']);
    expect(setup.upstream.calls).toHaveLength(1);
  });
});

describe('the calendars of several products', () => {
  const calendars = { operation: 'productCalendars', path: '/stock/calendar?page=1' } as const;

  it.each([404, 405])('are requested by POST after GET returned %d, and from then on', async (status) => {
    setup = await setUpUpstream(only('POST', status));
    expect((await setup.send(calendars)).status).toBe(200);
    expect((await setup.send({ ...calendars, path: '/stock/calendar?page=2' })).status).toBe(200);
    expect(methods()).toEqual(['GET', 'POST', 'POST']);
    expect(setup.upstream.calls[1]).toMatchObject({ url: '/stock/calendar?page=1', body: '' });
  });

  it('are requested by GET while that succeeds', async () => {
    setup = await setUpUpstream(only('GET', 405));
    await setup.send(calendars);
    expect(methods()).toEqual(['GET']);
  });

  it.each([401, 403, 408, 429, 500])('return the second error if it is more informative: %d', async (status) => {
    setup = await setUpUpstream((call, response) => refusal(call.method === 'GET' ? 405 : status)(call, response));
    expect((await setup.send(calendars)).status).toBe(status);
  });

  it('report that the second call had no response', async () => {
    setup = await setUpUpstream((call, response) => (call.method === 'GET' ? refusal(405) : hangUp)(call, response));
    expect((await setup.send(calendars)).problem?.type).toBe('urn:stock-horizon:problem:upstream-unreachable');
  });

  it.each([300, 400, 404])('return the first error if the second is about the request: %d', async (status) => {
    setup = await setUpUpstream((call, response) => refusal(call.method === 'GET' ? 405 : status)(call, response));
    expect((await setup.send(calendars)).status).toBe(405);
  });

  it('return the first error if both methods are rejected', async () => {
    setup = await setUpUpstream((call, response) => refusal(call.method === 'GET' ? 404 : 405)(call, response));
    expect((await setup.send(calendars)).status).toBe(404);
    await setup.send(calendars);
    expect(methods()).toEqual(['GET', 'POST', 'GET', 'POST']);
  });
});
