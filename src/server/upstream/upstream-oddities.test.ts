import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';

import { productCalendarsExample, stockOfProductExample } from '#stock/contract/open-api-examples.ts';
import { problemType } from '#stock/contract/problem-codes.ts';

import { type UpstreamSetup, setUpUpstream, quickLimits } from './upstream-setup.fixture.ts';
import { cutOff, hang, json, type Handler, refusal, text } from './upstream.fake.ts';

let setup: UpstreamSetup;
afterEach(() => setup.close());

const calls = () => setup.upstream.calls.length;
const good = JSON.stringify(stockOfProductExample);

/** Writes raw bytes to the socket, bypassing the HTTP server. */
const raw =
  (words: string): Handler =>
  (_call, response) =>
    void response.socket?.end(words);

const packed = (coding: string | string[], status = 200): Handler =>
  text('no JSON and no packing', { 'Content-Encoding': coding } as Record<string, string>, status);

describe('a malformed response', () => {
  it.each<[string, Handler, string, RegExp, number]>([
    ['a status beyond HTTP', refusal(607), 'contract-broken', /status 607\): its status does not fit/, 3],
    ['a proxy error', refusal(407), 'contract-broken', /status 407\): its status does not fit/, 1],
    ['304 to an unconditional request', refusal(304), 'contract-broken', /status 304\): its status does not fit/, 1],
    ['an encoding that was not requested', packed('zstd'), 'contract-broken', /body is not JSON/, 1],
    ['two encodings', packed(['gzip', 'br']), 'contract-broken', /body is not JSON/, 1],
    ['invalid compressed data', packed('br'), 'upstream-unreachable', /the response was cut off/, 3],
    ['oversized headers', refusal(200, { 'X-Big': 'x'.repeat(40_000) }), 'contract-broken', /too large/, 1],
    ['another protocol', raw('SSH-2.0-OpenSSH_9.2\r\n'), 'upstream-unreachable', /the response was cut off/, 3],
    [
      'a protocol switch',
      raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      'upstream-unreachable',
      /the response was cut off/,
      3,
    ],
    [
      'two Content-Length headers',
      raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} '),
      'upstream-unreachable',
      /the response was cut off/,
      3,
    ],
    ['deep nesting', text(`${'['.repeat(30_000)}"\\u0041"${']'.repeat(30_000)}`), 'contract-broken', /body is not/, 1],
  ])('becomes one clear problem: %s', async (_name, handler, code, detail, times) => {
    setup = await setUpUpstream(handler);
    const { status, problem } = await setup.send();
    expect([status, problem?.type, calls()]).toEqual([502, problemType(code as 'contract-broken'), times]);
    expect(problem?.detail).toMatch(detail);
  });

  it.each<[string, Handler]>([
    [
      'early hints',
      (_call, response) => response.writeEarlyHints({ link: '</x>; rel=preload' }, () => response.end(good)),
    ],
    ['a byte order mark', text(`\ufeff${good}`)],
    ['many chunks', (_call, response) => sendInParts(response)],
    ['repeated headers', text(good, { 'X-Request-Id': ['a', 'b'], Date: ['x', 'y'] } as never)],
    ['non-ASCII header values', text(good, { 'Content-Type': 'application/json; charset="utf-8"', 'X-Name': 'é' })],
  ])('is accepted: with %s', async (_name, handler) => {
    setup = await setUpUpstream(handler);
    const { status, text: body } = await setup.send();
    expect([status, JSON.parse(body.replace('\ufeff', ''))]).toEqual([200, stockOfProductExample]);
  });
});

const bomb = (pack: (bytes: Buffer) => Buffer): Handler => {
  const packed = pack(Buffer.alloc(256 * 1_048_576, '['));
  return (_call, response) =>
    void response.writeHead(200, { 'Content-Encoding': pack === gzipSync ? 'gzip' : 'br' }).end(packed);
};
const endless: Handler = (_call, response) => {
  const part = Buffer.alloc(65_536, ' ');
  const send = () => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', send);
  send();
};
const fastBrotli = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const twice = (...ids: number[]) =>
  text(good.replace('"productId":12345', ids.map((id) => `"productId":${id}`).join()));

describe('a hostile response', () => {
  it.each<[string, Handler]>([
    ['256 MB packed by gzip', bomb(gzipSync)],
    ['256 MB packed by Brotli', bomb(fastBrotli)],
    ['a body without an end', endless],
  ])('is not read to its end: %s', async (_what, handler) => {
    setup = await setUpUpstream(handler);
    const before = process.memoryUsage().rss;
    const { problem } = await setup.send();
    expect(problem).toMatchObject({ status: 502, detail: expect.stringContaining('too large') });
    expect(calls()).toBe(1);
    // Well below what it unpacks to.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576);
  });

  it('says of a name that is there twice what its reader takes: the last', async () => {
    setup = await setUpUpstream(twice(12_345, 7));
    expect((await setup.send()).problem?.detail).toContain('productId is 7 where 12345 was asked for');
    setup.upstream.handler = twice(7, 12_345);
    const { status, text: body } = await setup.send();
    expect([status, JSON.parse(body)]).toEqual([200, stockOfProductExample]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('has no effect by a field named %s', async (name) => {
    setup = await setUpUpstream(text(good.replace('{', `{"${name}":{"polluted":1},`)));
    await setup.send();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('sets no header of our own response', async () => {
    const names = ['Set-Cookie', 'Location', 'Refresh', 'Clear-Site-Data', 'Access-Control-Allow-Origin', 'Link'];
    setup = await setUpUpstream(text(good, Object.fromEntries(names.map((name) => [name, 'x=1']))));
    const { headers } = await setup.send();
    for (const name of names) expect(headers).not.toHaveProperty(name.toLowerCase());
  });
});

it('times out on a response that trickles in', async () => {
  setup = await setUpUpstream(drip, { limits: { requestTimeout: 400 } });
  const { status, problem } = await setup.send();
  expect([status, problem?.type, calls()]).toEqual([504, problemType('upstream-timeout'), 1]);
  await expect.poll(setup.upstream.abortedCalls).toBe(1);
});

const drip: Handler = (_call, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

async function sendInParts(response: ServerResponse): Promise<void> {
  for (const part of good.match(/[^]{1,50}/g) ?? []) {
    response.write(part);
    await new Promise(setImmediate);
  }
  response.end();
}

const cut: Handler = (_call, response) => {
  response.writeHead(404, { 'Content-Length': '1000' });
  response.write('{', () => response.destroy());
};

/** A page of calendars; `facets` is JSON. */
const pageOf = (results: object[], facets = '[]') =>
  text(JSON.stringify({ ...productCalendarsExample, results }).replace('"facets":[]', `"facets":${facets}`));

describe('a response of several megabytes', () => {
  const page = { operation: 'productCalendars', path: '/stock/calendar?pageSize=500' } as const;
  const calendar = productCalendarsExample.results[0]?.item.stock ?? [];
  const nothings = `[${'{},'.repeat(700_000)}{}]`;
  /** A busy machine is slow to start a thread. */
  const patient = { requestTimeout: 50_000, readTimeout: 50_000, headersTimeout: 50_000, bodyTimeout: 50_000 };

  it('is accepted if it contains calendars', async () => {
    const item = {
      ...productCalendarsExample.results[0]?.item,
      stock: Array.from({ length: 100 }, () => calendar).flat(),
    };
    setup = await setUpUpstream(pageOf(Array.from({ length: 60 }, () => ({ item }))), { limits: patient });
    const response = await setup.send(page);
    expect(response.text.length).toBeGreaterThan(2_000_000);
    expect(response.status).toBe(200);
  });

  it.each([
    ['millions of empty objects', page, pageOf([], nothings)],
    ['more than the maximum for a lookup', {}, text(good.replace('"facets":[]', `"facets":["${'x'.repeat(65_536)}"]`))],
  ])('is not parsed if it contains %s', async (_what, request, handler) => {
    setup = await setUpUpstream(handler, { limits: patient });
    const { problem } = await setup.send(request);
    expect(problem).toMatchObject({ status: 502, detail: expect.stringContaining('too large') });
    expect(calls()).toBe(1);
  });

  const longPage = pageOf([], `["${'x'.repeat(8_000_000)}"]`);
  const pages = (count: number) =>
    Array.from({ length: count }, (_, index) => setup.send({ ...page, path: `/stock/calendar?page=${index + 1}` }));

  it('holds no call slot while it waits to be read', async () => {
    setup = await setUpUpstream(longPage, { limits: { ...patient, maxConcurrentCalls: 1 } });
    const settled: string[] = [];
    const long = pages(4).map((response) => response.then(({ status }) => settled.push(`page ${status}`)));
    await expect.poll(calls, { timeout: 30_000 }).toBe(4);
    setup.upstream.next = [text(good)];
    await setup.send().then(({ status }) => settled.push(`lookup ${status}`));
    expect(settled.slice(0, 4)).toContain('lookup 200');
    await Promise.all(long);
    expect(settled.toSorted()).toEqual(['lookup 200', 'page 200', 'page 200', 'page 200', 'page 200']);
  });

  it('is requested only when a slot for reading is free, and rejected when the queue is full', async () => {
    let most = 0;
    let read = 0;
    setup = await setUpUpstream(
      (call, response) => {
        most = Math.max(most, calls() - read);
        return longPage(call, response);
      },
      { limits: { ...patient, maxConcurrentLongResponses: 2, maxQueued: 3 } },
    );
    const noted = async (response: ReturnType<typeof setup.send>) => {
      if ((await response).status === 200) read += 1;
      return response;
    };
    const responses = await Promise.all(pages(7).map(noted));
    const turnedAway = responses.filter(({ status }) => status === 503);
    expect(turnedAway.map(({ headers }) => headers['retry-after'])).toEqual(['2', '2']);
    expect([responses.filter(({ status }) => status === 200).length, calls()]).toEqual([5, 5]);
    expect(most).toBe(2);
  });

  it("doesn't delay short responses", async () => {
    setup = await setUpUpstream(hang, {
      limits: { maxConcurrentCalls: 2, maxConcurrentLongResponses: 1, headersTimeout: 60_000 },
    });
    const browser = new AbortController();
    const slow = [1, 2].map((number) =>
      setup.send({ ...page, path: `/stock/calendar?page=${number}`, signal: browser.signal }),
    );
    await expect.poll(calls).toBe(1);
    setup.upstream.handler = text(good);
    expect((await setup.send()).status).toBe(200);
    browser.abort();
    expect((await Promise.allSettled(slow)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('is rejected with the path of a quantity out of range', async () => {
    setup = await setUpUpstream(text(good.replace('"stockQuantity":250', '"stockQuantity":1e300')));
    expect((await setup.send()).problem?.errors?.[0]?.path).toBe('results[0].item.stockQuantity');
  });
});

describe('an error response with an unreadable body', () => {
  it.each<[string, Handler, number]>([
    ['invalid compressed data', packed('gzip', 401), 401],
    ['unknown encoding', packed('zstd', 401), 401],
    ['more than the maximum', text('x'.repeat(5000), {}, 403), 403],
    ['cut off', cut, 404],
    ['binary data', (_call, response) => void response.writeHead(400).end(Buffer.from([0x89, 0x50, 0xff, 0, 1])), 400],
  ])('keeps its status: %s', async (_name, handler, status) => {
    setup = await setUpUpstream(handler, {
      limits: { maxResponseBytes: { ...quickLimits.maxResponseBytes, stockOfProduct: 1000 } },
    });
    const response = await setup.send();
    expect([response.status, response.problem?.detail, calls()]).toEqual([
      status,
      `The stock service responded with status ${status} without a reason.`,
      1,
    ]);
  });

  it.each([
    ['iso-8859-1', 403],
    ['windows-1252', 400],
  ])('is decoded by its character set: %s', async (charset, status) => {
    const body = Buffer.from('Der Schlüssel gilt nicht.', 'latin1');
    setup = await setUpUpstream(
      (_call, response) =>
        void response.writeHead(status, { 'Content-Type': `text/plain; charset=${charset}` }).end(body),
    );
    expect((await setup.send()).problem?.detail).toBe('Der Schlüssel gilt nicht.');
  });

  it("doesn't hide that a successful response was cut off", async () => {
    setup = await setUpUpstream(cutOff(good));
    expect((await setup.send()).problem?.type).toBe(problemType('upstream-unreachable'));
  });
});

describe('an error response with a problem type reserved for the gateway', () => {
  const said = { title: 'x', status: 200, detail: 'Rest.', instance: '/', requestId: 'theirs', nextAttemptAt: 'soon' };

  it.each([
    ['upstream-resting', 503, 'about:blank'],
    ['contract-broken', 502, 'about:blank'],
    ['unknown-product', 500, 'about:blank'],
    ['unknown-product', 404, problemType('unknown-product')],
  ] as const)('is treated like any other: %s with %d', async (code, status, type) => {
    setup = await setUpUpstream(json({ ...said, type: problemType(code), upstreamRequestId: '☃\n' }, status));
    const { problem, headers } = await setup.send();
    expect(problem).toEqual({
      type,
      title: 'x',
      status,
      detail: 'Rest.',
      instance: '/stock/12345',
      requestId: 'request-1',
    });
    expect(headers).not.toHaveProperty('upstream-request-id');
  });
});

const hourAhead = () => new Date(Date.now() + 3_600_000);

describe('an upstream Retry-After', () => {
  it.each([
    [
      'by a clock one hour ahead',
      429,
      () => ({ 'Retry-After': hourAhead().toUTCString(), Date: hourAhead().toUTCString() }),
      /^[01]$/,
    ],
    ['in the last century', 400, () => ({ 'Retry-After': 'Sun Nov  6 08:49:37 1994' }), /^0$/],
    ['in the next one', 403, () => ({ 'Retry-After': 'Fri, 06 Nov 2126 08:49:37 GMT' }), /^60$/],
    ['of ten thousand digits', 429, () => ({ 'Retry-After': '9'.repeat(10_000) }), /^60$/],
    ['unreadable', 429, () => ({ 'Retry-After': 'é' }), undefined],
    ['repeated', 429, () => ({ 'Retry-After': ['1', '2'] as never }), undefined],
  ])('is sent to the browser in seconds: %s', async (_name, status, headers, seconds) => {
    setup = await setUpUpstream((call, response) => refusal(status, headers())(call, response));
    const { 'retry-after': told } = (await setup.send()).headers;
    expect(told).toEqual(seconds === undefined ? undefined : expect.stringMatching(seconds));
  });
});
