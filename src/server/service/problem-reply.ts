import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { type Problem, problemKinds, problemType } from '#contract/problem.ts';

import { KeySetUnavailableError } from './access-token.ts';
import { ServiceProblem } from './service-problem.ts';

const problemMediaType = 'application/problem+json; charset=utf-8';

/** Answers a refusal as problem details. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ServiceProblem): FastifyReply {
  const { status, title } = problemKinds[problem.code];
  const body: Problem = {
    type: problemType(problem.code),
    title,
    status,
    detail: problem.message,
    instance: pathOf(request),
    requestId: request.id,
    ...problem.extensions,
  };
  return reply.code(status).headers(problem.headers).type(problemMediaType).send(JSON.stringify(body));
}

/**
 * The refusal for anything thrown in a request. What was not foreseen is logged, and the caller learns no more
 * than the id under which.
 */
export function problemFor(error: unknown, request: FastifyRequest): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof KeySetUnavailableError) {
    request.log.error({ err: error }, 'token keys unavailable');
    return new ServiceProblem('unavailable', 'Tokens cannot be verified at the moment; try again in a few seconds.', {
      headers: { 'Retry-After': '5' },
    });
  }
  if (isCalledOff(error, request))
    return new ServiceProblem('bad-request', 'The request was called off before it was answered.');
  const known = isFastifyError(error) ? frameworkProblem(error) : undefined;
  if (known !== undefined) return known;
  request.log.error({ err: error }, 'request failed');
  return new ServiceProblem(
    'internal-error',
    `The service failed to answer; its log has the reason under the request id ${request.id}.`,
  );
}

/** Nobody is left to read the answer; that a caller hung up is no fault of the service's. */
function isCalledOff(error: unknown, request: FastifyRequest): boolean {
  return error instanceof Error && error.name === 'AbortError' && request.raw.socket.destroyed;
}

function frameworkProblem(error: FastifyError): ServiceProblem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ServiceProblem('payload-too-large', 'The body is larger than the service takes; send fewer products.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ServiceProblem('unsupported-media-type', 'The Content-Type header must be application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('Content-Length', 'Content-Length must be the number of bytes in the body.');
    case 'FST_ERR_BAD_URL':
      return badRequest('path', 'path must be percent-encoded UTF-8, with % itself written %25.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return badRequest('path', 'path must not have parts of more than 100 characters.');
    // Nobody is left to read it; that a caller hung up is no fault of the service's.
    case 'ECONNRESET':
      return new ServiceProblem('bad-request', 'The request broke off before it was whole.');
    default:
      return undefined;
  }
}

function badRequest(path: string, message: string): ServiceProblem {
  return new ServiceProblem('bad-request', message, { errors: [{ path, message }] });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The path that was asked, without host and query. */
export function pathOf(request: FastifyRequest): string {
  const [target = '/'] = request.url.split(/[?#]/, 1);
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
}
