import '#stock/contract/no-eval.ts';
import * as z from 'zod/mini';

import { attemptsHeader, requestIdHeader, upstreamRequestIdHeader } from '#stock/contract/headers.ts';
import { Problem } from '#stock/contract/problem.ts';
import { refusalSentence } from '#stock/contract/refusal-sentence.ts';
import {
  problemCode,
  type ProblemCode,
  problemCodes,
  problemKinds,
  problemType,
} from '#stock/contract/problem-codes.ts';
import { parseJson } from '#stock/parse-json.ts';
import type { BackendRequest, BackendResponse } from '#server/gateway/stock-backend.ts';

import { problemMediaType } from '#server/service/service-problem.ts';

import type { ContractBreach } from './response-check.ts';
import type { UpstreamOutcome } from './upstream-calls.ts';

const failures = {
  unreachable: { code: 'upstream-unreachable', words: "can't connect" },
  timeout: { code: 'upstream-timeout', words: 'it timed out' },
  'broken-off': { code: 'upstream-unreachable', words: 'the response was cut off' },
  'too-large': { code: 'contract-broken', words: 'the response is too large' },
} as const;

/** Converts any result other than a valid response to a problem with a one-sentence detail. */
export function outcomeResponse(outcome: UpstreamOutcome, request: RequestReference, at: Clocks): BackendResponse {
  switch (outcome.kind) {
    case 'response':
      return isRefusal(outcome.response)
        ? passedProblem(outcome.response, request, outcome.attempts)
        : unexpectedResponse(outcome.response, request);
    case 'failed': {
      const { code, words } = failures[outcome.failure.reason];
      const headers: BackendResponse['headers'] =
        outcome.attempts > 1 ? { [attemptsHeader]: String(outcome.attempts) } : {};
      return ownProblem(code, `No response from the stock service: ${words}.`, request, { headers });
    }
    case 'held': {
      const { refusal, until } = outcome;
      if (refusal === null) return openBreakerProblem(until - at.elapsed, request, at.now);
      const seconds = wholeSeconds(until - at.elapsed);
      return passedProblem({ ...refusal, headers: { ...refusal.headers, 'retry-after': seconds } }, request, 1);
    }
    case 'crowded':
    default: {
      const detail = 'Too many requests are waiting for the stock service. Try again in a moment.';
      return ownProblem('unavailable', detail, request, { headers: { 'retry-after': '2' } });
    }
  }
}

/** The current time, in Unix milliseconds and on the monotonic clock. */
interface Clocks {
  now: number;
  elapsed: number;
}

function openBreakerProblem(milliseconds: number, request: RequestReference, now: number): BackendResponse {
  const seconds = wholeSeconds(milliseconds);
  const detail = `The stock service keeps failing. Requests resume in ${seconds} seconds.`;
  const nextAttemptAt = new Date(now + milliseconds).toISOString();
  return ownProblem('upstream-resting', detail, request, { nextAttemptAt, headers: { 'retry-after': seconds } });
}

/** Converts a successful response that breaks the contract to a problem naming the place. */
export function breachResponse(
  response: BackendResponse,
  breach: ContractBreach,
  request: RequestReference,
): BackendResponse {
  return contractViolation(response, breach, `${breach.path} ${breach.rule}`, request);
}

/** Converts a response that is neither data nor an error status that browsers can handle. */
function unexpectedResponse(response: BackendResponse, request: RequestReference): BackendResponse {
  const isRedirect = response.status < 400 && response.headers['location'] !== undefined;
  const breach = isRedirect
    ? { path: 'Location', rule: 'redirects to another address, which is not followed. Check STOCK_UPSTREAM_URL' }
    : { path: 'status', rule: 'does not fit this request. Check STOCK_UPSTREAM_URL' };
  return contractViolation(response, breach, `its ${breach.path} ${breach.rule}`, request);
}

function contractViolation(
  response: BackendResponse,
  breach: ContractBreach,
  what: string,
  request: RequestReference,
): BackendResponse {
  const upstreamRequestId = foreignId(response, request);
  const detail = `Unexpected response from the stock service (status ${response.status}): ${what}.`;
  const errors = [{ path: breach.path, message: `${breach.path} ${breach.rule}.` }];
  return ownProblem('contract-broken', detail, request, {
    errors,
    ...(upstreamRequestId !== null && { upstreamRequestId }),
  });
}

/** Status 407 is reserved for proxies; browsers reject it from any other server. */
function isRefusal({ status }: BackendResponse): boolean {
  return status >= 400 && status <= 599 && status !== 407;
}

function wholeSeconds(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds / 1000)));
}

/** The parts of a request that its problem repeats. */
export type RequestReference = Pick<BackendRequest, 'path' | 'requestId'>;

/** A problem from another service. RFC 9457 requires none of its members. */
const GivenProblem = z.partial(Problem);

/** A problem of the gateway's own, about the connection to the upstream. */
function ownProblem(
  code: ProblemCode,
  detail: string,
  request: RequestReference,
  { headers = {}, ...more }: Partial<Problem> & { headers?: BackendResponse['headers'] } = {},
): BackendResponse {
  const { status, title } = problemKinds[code];
  return problemResponse(
    status,
    { type: problemType(code), title, status, detail, ...placeOf(request), ...more },
    headers,
  );
}

/**
 * Converts an upstream error in any format to one problem with a one-sentence detail. A problem keeps its type and the
 * products it names, except for types reserved for the gateway. The status is the upstream's.
 */
function passedProblem(response: BackendResponse, request: RequestReference, attempts: number): BackendResponse {
  const { status } = response;
  const retryAfter = response.headers['retry-after'];
  const text = textOf(response);
  const given = GivenProblem.safeParse(parseJson(text)).data;
  const sentence = refusalSentence(text);
  const upstreamRequestId = foreignId(response, request);
  const { errors, unknownProductIds, unavailableProductIds } = given ?? {};
  const problem: Problem = {
    ...(errors !== undefined && { errors }),
    ...(unknownProductIds !== undefined && { unknownProductIds }),
    ...(unavailableProductIds !== undefined && { unavailableProductIds }),
    type: given?.type === undefined || isReservedType(given.type, status) ? 'about:blank' : given.type,
    title: given?.title ?? `The stock service responded with ${status}`,
    status,
    detail: sentence ?? `The stock service responded with status ${status} without a reason.`,
    ...placeOf(request),
    ...(upstreamRequestId !== null && { upstreamRequestId }),
  };
  return problemResponse(status, problem, {
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    // The upstream's challenge could make the browser open its own password dialog.
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(attempts > 1 && { [attemptsHeader]: String(attempts) }),
  });
}

/** Whether a problem type of ours can't be the upstream's: it is reserved for the gateway, or has another status. */
function isReservedType(type: string, status: number): boolean {
  const code = problemCode(type);
  return code !== undefined && !(problemCodes.some((own) => own === code) && problemKinds[code].status === status);
}

/** Encodings that write credentials with the same bytes as UTF-8, so that hiding them has worked. */
const singleByte = /charset="?(iso-8859-\d+|windows-125\d)\b/i;

function textOf({ headers, body }: BackendResponse): string {
  const [, charset = 'utf-8'] = singleByte.exec(headers['content-type'] ?? '') ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // An unknown encoding label.
    return body.toString('utf8');
  }
}

/** The upstream's request ID; null if it is absent, malformed or the ID that was sent. */
export function foreignId(response: BackendResponse, { requestId }: RequestReference): string | null {
  const id = response.headers[requestIdHeader.toLowerCase()];
  return id !== undefined && id !== requestId && /^[!-~]{1,200}$/.test(id) ? id : null;
}

function problemResponse(status: number, problem: Problem, headers: BackendResponse['headers']): BackendResponse {
  return {
    status,
    headers: {
      ...headers,
      'content-type': problemMediaType,
      ...(problem.upstreamRequestId !== undefined && { [upstreamRequestIdHeader]: problem.upstreamRequestId }),
    },
    body: Buffer.from(JSON.stringify(problem)),
  };
}

function placeOf({ path, requestId }: RequestReference): Pick<Problem, 'instance' | 'requestId'> {
  return { instance: path.split('?', 1)[0] ?? path, requestId };
}
