import Fastify, { type FastifyRequest } from 'fastify';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';

import { DamagedStoreError } from '#server/store/stock-store.ts';

import { KeySetUnavailableError } from './access-token.ts';
import {
  handleClientError,
  handleError,
  handleExpectation,
  formatSeconds,
  pathOf,
  unauthorized,
} from './service-problem.ts';

const withCode = (code: string, more = {}) => Object.assign(new Error('internals'), { code, ...more });

/** Returns the response to a request that throws `error`, and the logged messages. */
async function answerTo(error: unknown, { hungUp = false } = {}) {
  let log = '';
  const app = Fastify({ logger: { stream: { write: (line: string) => void (log += line) } }, genReqId: () => 'r-1' });
  app.setErrorHandler(handleError);
  app.get('/thrown', async ({ raw }) => {
    Object.defineProperty(raw.socket, 'destroyed', { value: hungUp });
    throw error;
  });
  const { statusCode: status, headers, body } = await app.inject('/thrown?quantity=1');
  const { detail, errors } = JSON.parse(body) as { detail: string; errors?: unknown };
  const messages = log.split('\n').filter((line) => line.includes('"level":50'));
  const logged = messages.map((line) => (JSON.parse(line) as { msg: string }).msg);
  return { status, detail, errors, retryAfter: headers['retry-after'], logged, body };
}

describe('an error thrown in a request', () => {
  it.each<[string, unknown, number, string, string?]>([
    [
      'keys',
      new KeySetUnavailableError('10.0.0.1'),
      503,
      "Tokens can't be verified at the moment. Try again in a few seconds.",
      'token keys unavailable',
    ],
    [
      'a store that is lost',
      Object.assign(new Error('internals'), { errcode: 10 }),
      503,
      "The data can't be read at the moment. Try again in a few seconds.",
      'store cannot be reached',
    ],
  ])('is reported as temporary: %s', async (_what, error, status, detail, message) => {
    const response = await answerTo(error);
    expect(response).toMatchObject({ status, detail, retryAfter: '5', logged: [message] });
    expect(response.body).not.toMatch(/internals|10\.0\.0\.1/);
  });

  it('is not reported as temporary if the store is damaged', async () => {
    expect(await answerTo(new DamagedStoreError('The stock', 'internals'))).toMatchObject({
      status: 503,
      detail: 'The stored data is damaged and is not served. Ask your administrator to restore or import it.',
      retryAfter: undefined,
    });
  });

  it.each([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'The request body is too large. Send fewer products.'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'The Content-Type header must be application/json.'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'Content-Length must be the number of bytes in the body.'],
    ['FST_ERR_BAD_URL', 400, 'path must be percent-encoded UTF-8, with % itself written %25.'],
    ['FST_ERR_MAX_PARAM_LENGTH', 400, 'path must not have parts of more than 100 characters.'],
    ['FST_ERR_ROUTE_MISSING_CONTENT_TYPE', 404, 'No address takes this method.'],
    ['ECONNRESET', 400, 'The request was cut off.'],
  ])('is reported as a client error: %s', async (code, status, detail) => {
    const response = await answerTo(withCode(code));
    expect(response).toMatchObject({ status, detail, logged: [] });
    const path = detail.split(' ')[0];
    expect(response.errors).toEqual(status === 400 && code !== 'ECONNRESET' ? [{ path, message: detail }] : undefined);
  });

  it('is not logged if the client has disconnected', async () => {
    const aborted = Object.assign(new Error('internals'), { name: 'AbortError' });
    const response = await answerTo(aborted, { hungUp: true });
    expect(response).toMatchObject({ status: 400, detail: 'The request was canceled.', logged: [] });
    expect(await answerTo(new Error('internals'), { hungUp: true })).toMatchObject({ status: 500 });
    expect(await answerTo('AbortError', { hungUp: true })).toMatchObject({ status: 500 });
  });

  it.each([
    [new Error('internals'), 500],
    ['internals', 500],
    [withCode('ELSE'), 500],
    [Object.assign(new Error('internals'), { statusCode: 399 }), 500],
    [Object.assign(new Error('internals'), { statusCode: 400 }), 400],
    [Object.assign(new Error('internals'), { statusCode: 499 }), 400],
    [Object.assign(new Error('internals'), { statusCode: 500 }), 500],
    [Object.assign(new Error('internals'), { statusCode: '400' }), 500],
    [Object.assign(new Error('internals'), { name: 'AbortError' }), 500],
  ])('is returned without details: %j', async (error, status) => {
    const response = await answerTo(error);
    const [detail, logged] =
      status === 500
        ? ['The request failed. The server log has the reason under request ID r-1.', ['request failed']]
        : ['request must be one that this address takes.', []];
    expect(response).toMatchObject({ status, detail, logged });
    expect(response.body).not.toContain('internals');
  });
});

const problemIn = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
const headIn = (text: string) => text.slice(0, text.indexOf('\r\n\r\n'));

describe('invalid HTTP', () => {
  const badRequest = 'request must be HTTP/1.1, its address in ASCII with everything else percent-encoded.';

  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'about:blank', 'The request timed out. Send it again.'],
    [
      'HPE_HEADER_OVERFLOW',
      '431 Request Header Fields Too Large',
      'about:blank',
      'Address and headers are longer than 64 KiB. Filter for fewer products at a time.',
    ],
    ['HPE_INVALID_METHOD', '400 Bad Request', 'urn:stock-horizon:problem:bad-request', badRequest],
  ])('is answered with a problem, and the connection closed: %s', (code, status, type, detail) => {
    const end = vi.fn<(text: string, after: () => void) => void>();
    const destroy = vi.fn();
    handleClientError(withCode(code), { destroyed: false, writable: true, end, destroy } as unknown as Socket);
    const [text = '', after] = end.mock.calls[0] ?? [];
    const problem = problemIn(text);
    expect(headIn(text).split('\r\n')).toEqual([
      `HTTP/1.1 ${status}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(JSON.stringify(problem))}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${String(problem['requestId'])}`,
      'Connection: close',
    ]);
    expect(problem).toMatchObject({ type, status: Number(status.slice(0, 3)), detail, instance: '/' });
    expect(problem['title']).toBe(type === 'about:blank' ? status.slice(4) : 'Invalid request');
    expect(problem['errors']).toEqual(type === 'about:blank' ? undefined : [{ path: 'request', message: detail }]);
    expect(destroy).not.toHaveBeenCalled();
    after?.();
    expect(destroy).toHaveBeenCalledOnce();
  });

  it('leaves no socket open if the client never closes it', () => {
    vi.useFakeTimers();
    const destroy = vi.fn();
    const socket = { destroyed: false, writable: true, end: vi.fn(), destroy } as unknown as Socket;
    handleClientError(withCode('HPE_INVALID_METHOD'), socket);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(destroy).toHaveBeenCalledOnce();
  });

  it.each([
    ['that was cut off', 'ECONNRESET', { destroyed: false, writable: true }, 0],
    ['that is gone', 'HPE_INVALID_METHOD', { destroyed: true, writable: true }, 0],
    ['that is not writable', 'HPE_INVALID_METHOD', { destroyed: false, writable: false }, 1],
  ])('is not answered on a connection %s', (_which, code, state, destroyed) => {
    const [end, destroy] = [vi.fn(), vi.fn()];
    handleClientError(withCode(code), { ...state, end, destroy } as unknown as Socket);
    expect(end).not.toHaveBeenCalled();
    expect(destroy).toHaveBeenCalledTimes(destroyed);
  });

  it('includes unknown expectations', async () => {
    const server = createServer();
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      handleExpectation(request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const text = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('data', (part) => (received += part.toString())).on('close', () => resolve(received));
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n');
    });
    server.close();
    const problem = problemIn(text);
    expect(problem).toEqual({
      type: 'about:blank',
      title: 'Expectation Failed',
      status: 417,
      detail: 'The Expect header must be 100-continue or left out.',
      instance: '/',
      requestId: expect.any(String),
    });
    for (const line of [
      'HTTP/1.1 417 Expectation Failed',
      'Content-Type: application/problem+json; charset=utf-8',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${String(problem['requestId'])}`,
    ])
      expect(headIn(text).split('\r\n')).toContain(line);
  });
});

it.each([
  ['/stock/1?quantity=1', '/stock/1'],
  ['/stock/1#x', '/stock/1'],
  ['http://user@host:80/stock/1', '/stock/1'],
  ['x+y.1-z://host', '/'],
  ['', '/'],
  ['?quantity=1', '/'],
  ['/to/http://host/stock', '/to/http://host/stock'],
  ['1http://host/stock', '1http://host/stock'],
])('extracts from %j the path %s', (url, path) => {
  expect(pathOf({ url } as FastifyRequest)).toBe(path);
});

it.each([
  [1, '1 second'],
  [20, '20 seconds'],
])('formats %i as %s', (count, text) => {
  expect(formatSeconds(count)).toBe(text);
});

it('requires a bearer token by default', () => {
  expect(unauthorized('Sign in first.').headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
});
