import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import { requestIdHeader } from '#stock/contract/headers.ts';
import type { Problem } from '#stock/contract/problem.ts';
import { type ProblemCode, problemKinds, problemType } from '#stock/contract/problem-codes.ts';
import { requestError } from '#stock/contract/requests.ts';

import { withoutKey } from '#server/redact-secrets.ts';
import { DamagedStoreError, isStoreUnavailable } from '#server/store/stock-store.ts';

import { KeySetUnavailableError } from './access-token.ts';

type Extensions = Pick<Problem, 'errors' | 'unknownProductIds' | 'unavailableProductIds'> & {
  /** The current version of a document (`VersionConflict`). */
  current?: object | null;
};

/** An error response: thrown anywhere in a request, and returned as problem details (RFC 9457). */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly code: ProblemCode;
  readonly extensions: Extensions;
  /** Additional response headers, such as `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail one sentence for the caller: what is wrong and how to correct it */
  constructor(
    code: ProblemCode,
    detail: string,
    { headers = {}, ...extensions }: Extensions & { headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.extensions = extensions;
    this.headers = headers;
  }
}

export const jsonMediaType = 'application/json; charset=utf-8';
export const problemMediaType = 'application/problem+json; charset=utf-8';

/** Rejected credentials. `challenge` names the required scheme (RFC 9110 §11.6.1), `code` the reason. */
export function unauthorized(
  detail: string,
  { challenge = 'Bearer', code = 'unauthorized' }: { challenge?: string; code?: ProblemCode } = {},
): ServiceProblem {
  return new ServiceProblem(code, detail, { headers: { 'WWW-Authenticate': challenge } });
}

/** Whether an error means that the service rejects the credentials. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ServiceProblem && problemKinds[error.code].status === 401;
}

/** Formats a duration: `1 second`, `20 seconds`. */
export function formatSeconds(count: number): string {
  return `${count} ${count === 1 ? 'second' : 'seconds'}`;
}

/** Exceeded rate limit, with the seconds to wait. */
export function tooManyRequests(detail: string, seconds: number): ServiceProblem {
  return new ServiceProblem('too-many-requests', detail, { headers: { 'Retry-After': String(seconds) } });
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ServiceProblem): FastifyReply {
  const { status, text } = printProblem(problem, pathOf(request), request.id);
  return reply.code(status).headers(problem.headers).type(problemMediaType).send(text);
}

/** Prints a problem as problem details in JSON; `instance` is the path of the request. */
export function printProblem(
  { code, message: detail, extensions }: ServiceProblem,
  instance: string,
  requestId: string,
): { status: number; text: string } {
  const { status, title } = problemKinds[code];
  const problem: Problem = {
    type: problemType(code),
    title,
    status,
    detail,
    instance: withoutKey(instance),
    requestId,
    ...extensions,
  };
  return { status, text: JSON.stringify(problem) };
}

/**
 * Maps anything thrown in a request to a problem. Unexpected errors are logged; the caller gets only the ID of the
 * request.
 */
function problemFor(error: unknown, request: FastifyRequest): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof KeySetUnavailableError) {
    request.log.error({ err: error }, 'token keys unavailable');
    return new ServiceProblem('unavailable', "Tokens can't be verified at the moment. Try again in a few seconds.", {
      headers: { 'Retry-After': '5' },
    });
  }
  if (error instanceof DamagedStoreError)
    return new ServiceProblem(
      'damaged-store',
      'The stored data is damaged and is not served. Ask your administrator to restore or import it.',
    );
  if (isStoreUnavailable(error)) {
    request.log.error({ err: error }, 'store cannot be reached');
    return new ServiceProblem('unreadable-store', "The data can't be read at the moment. Try again in a few seconds.", {
      headers: { 'Retry-After': '5' },
    });
  }
  if (isAborted(error, request)) return new ServiceProblem('bad-request', 'The request was canceled.');
  const known = isFastifyError(error) ? frameworkProblem(error) : undefined;
  if (known !== undefined) return known;
  if (isFrameworkClientError(error)) return badRequest('request', 'request must be one that this address takes.');
  request.log.error({ err: error }, 'request failed');
  return new ServiceProblem(
    'internal-error',
    `The request failed. The server log has the reason under request ID ${request.id}.`,
  );
}

/** Whether the error is due to a client that has disconnected, so that it is no fault of the service. */
function isAborted(error: unknown, request: FastifyRequest): boolean {
  return error instanceof Error && error.name === 'AbortError' && request.raw.socket.destroyed;
}

function frameworkProblem(error: FastifyError): ServiceProblem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return payloadTooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ServiceProblem('unsupported-media-type', 'The Content-Type header must be application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('Content-Length', 'Content-Length must be the number of bytes in the body.');
    case 'FST_ERR_BAD_URL':
      return badRequest('path', 'path must be percent-encoded UTF-8, with % itself written %25.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return badRequest('path', 'path must not have parts of more than 100 characters.');
    // Fastify supports the method QUERY, and requires a content type for it even where no route accepts it.
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new ServiceProblem('not-found', 'No address takes this method.');
    // The client has disconnected, which is no fault of the service.
    case 'ECONNRESET':
      return new ServiceProblem('bad-request', 'The request was cut off.');
    default:
      return undefined;
  }
}

export function payloadTooLarge(): ServiceProblem {
  return new ServiceProblem('payload-too-large', 'The request body is too large. Send fewer products.');
}

function badRequest(path: string, message: string): ServiceProblem {
  return new ServiceProblem('bad-request', message, { errors: [{ path, message }] });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Whether Fastify or one of its parsers reports a client error. */
function isFrameworkClientError(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: unknown };
  return error instanceof Error && typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

/** Path of a request, without host and query. */
export function pathOf(request: FastifyRequest): string {
  const [target = '/'] = request.url.split(/[?#]/, 1);
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
}

/** Fastify error handler: returns anything thrown in a request as a problem. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void sendProblem(request, reply, problemFor(error, request));
}

/** Size limit of address and headers in bytes: enough for a percent-encoded filter of 1,000 IDs and a large token. */
export const maxHeadBytes = 65_536;

/**
 * For Fastify's option `clientErrorHandler`: answers invalid HTTP, which never becomes a request, with a problem, and
 * closes the connection.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const requestId = randomUUID();
  const problem = { ...clientErrorProblem(error.code), instance: '/', requestId };
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `${requestIdHeader}: ${requestId}`,
    'Connection: close',
  ];
  // A client that never closes its side would keep the socket open.
  socket.end([...head, '', body].join('\r\n'), () => socket.destroy());
  setTimeout(() => socket.destroy(), 1000).unref();
}

/** For Node's event `checkExpectation`: rejects every expectation but `100-continue`, which Node handles itself. */
export function handleExpectation(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  const problem = plainProblem(417, 'The Expect header must be 100-continue or left out.');
  const body = JSON.stringify({ ...problem, instance: '/', requestId });
  request.resume();
  response.writeHead(417, {
    'Content-Type': problemMediaType,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    [requestIdHeader]: requestId,
  });
  response.end(body);
}

function clientErrorProblem(code: string | undefined): Omit<Problem, 'instance'> {
  switch (code ?? '') {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return plainProblem(408, 'The request timed out. Send it again.');
    case 'HPE_HEADER_OVERFLOW':
      return plainProblem(431, 'Address and headers are longer than 64 KiB. Filter for fewer products at a time.');
    default: {
      const error = requestError(
        'request',
        'must be HTTP/1.1, its address in ASCII with everything else percent-encoded',
      );
      const { title, status } = problemKinds['bad-request'];
      return { type: problemType('bad-request'), title, status, detail: error.message, errors: [error] };
    }
  }
}

/** A problem described only by its status (RFC 9457 §4.2.1). */
function plainProblem(status: number, detail: string): Omit<Problem, 'instance'> {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail };
}
