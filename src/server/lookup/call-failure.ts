import { attemptsHeader, requestIdHeader } from '#stock/contract/headers.ts';
import { Problem } from '#stock/contract/problem.ts';
import { problemCode, type ProblemCode } from '#stock/contract/problem-codes.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { NoResult, NoResultReason } from '#stock/order/line-state.ts';
import { parseJson } from '#stock/parse-json.ts';
import type { BackendResponse } from '#server/gateway/stock-backend.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';

/** What a failed call means for its requests; `why` is their result if it can't be made to succeed. */
export type CallFailure = { why: NoResult } & (
  | { kind: 'signed-out'; problem: ServiceProblem }
  /** No call can succeed: the remaining requests aren't sent. */
  | { kind: 'final' }
  /** The service requested a pause. */
  | { kind: 'pause'; milliseconds: number }
  /** The service failed, also when called again. With `mayBeOneRequest`, a single request may be the cause. */
  | { kind: 'outage'; mayBeOneRequest: boolean }
  /** Too many requests in one call. */
  | { kind: 'too-many' }
  /** These products have no result; the other requests would have succeeded. */
  | { kind: 'named'; unknown: ReadonlySet<ProductId>; unavailable: ReadonlySet<ProductId> }
  /** At least one request is rejected, but the response doesn't say which. */
  | { kind: 'refused' }
);

/** A call that returned no data. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: CallFailure;
  /** The failure as a problem of the gateway. */
  readonly problem: ServiceProblem;
  /** The backend's response; null if it was successful but can't be used. */
  readonly response: BackendResponse | null;

  constructor(failure: CallFailure, problem: ServiceProblem, response: BackendResponse | null = null) {
    super(problem.message);
    this.failure = failure;
    this.problem = problem;
    this.response = response;
  }
}

/** Thrown to stop a lookup: all open requests are settled with `why`. */
export class LookupStopped extends Error {
  override readonly name = 'LookupStopped';
  readonly why: NoResult;

  constructor(why: NoResult) {
    super('There was no response');
    this.why = why;
  }
}

/** Classifies an error thrown by a call. Errors that aren't about the service are thrown again. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof LookupStopped) return { kind: 'final', why: error.why };
  if (error instanceof CallFailed) return error.failure;
  throw error;
}

const defaultPause = 2_000;
const shortestPause = 250;

/**
 * Classifies an error response of the backend, whose body is a problem.
 * @param productId the only product of the call; null if it has several
 */
export function callFailed(response: BackendResponse, requestId: string, productId: ProductId | null): CallFailed {
  const { status, headers, body } = response;
  const problem = Problem.safeParse(parseJson(body.toString('utf8'))).data ?? null;
  const code = problem === null ? undefined : problemCode(problem.type);
  const sentence = problem?.detail ?? '';
  const given = headers['retry-after'];
  const { errors, unknownProductIds, unavailableProductIds } = problem ?? {};
  const passed = new ServiceProblem(code ?? codeOf(status), sentence, {
    ...(errors !== undefined && { errors }),
    ...(unknownProductIds !== undefined && { unknownProductIds }),
    ...(unavailableProductIds !== undefined && { unavailableProductIds }),
    headers: {
      ...(given !== undefined && { 'Retry-After': given }),
      ...(status === 401 && { 'WWW-Authenticate': headers['www-authenticate'] ?? 'Bearer' }),
      ...(headers[attemptsHeader] !== undefined && { [attemptsHeader]: headers[attemptsHeader] }),
    },
  });
  const why = (reason: NoResultReason): NoResult => ({
    kind: 'no-result',
    reason,
    requestId: problem?.requestId ?? headers[requestIdHeader.toLowerCase()] ?? requestId,
    ...(sentence !== '' && { sentence }),
  });
  const failure = (): CallFailure => {
    if (status === 401) return { kind: 'signed-out', problem: passed, why: why('not-allowed') };
    if (status === 429 || (given !== undefined && (status === 403 || status >= 500))) {
      const milliseconds = given === undefined ? defaultPause : Math.max(Number(given) * 1000, shortestPause);
      return { kind: 'pause', milliseconds, why: why('busy') };
    }
    if (status === 403) return { kind: 'final', why: why('not-allowed') };
    if (code === 'contract-broken') return { kind: 'refused', why: why('broken-response') };
    if (status === 408) return { kind: 'outage', mayBeOneRequest: false, why: why('timeout') };
    if (status >= 500) return { kind: 'outage', mayBeOneRequest: status === 500, why: why('service-error') };
    if (isSizeError(status, sentence, errors)) return { kind: 'too-many', why: why('refused') };
    const only = (named: ProblemCode) => (code === named && productId !== null ? [productId] : []);
    const unknown = new Set([...(unknownProductIds ?? []), ...only('unknown-product')]);
    const unavailable = new Set([...(unavailableProductIds ?? []), ...only('quantity-not-available')]);
    if (unknown.size + unavailable.size > 0) return { kind: 'named', unknown, unavailable, why: why('refused') };
    return { kind: 'refused', why: why('refused') };
  };
  return new CallFailed(failure(), passed, response);
}

/** The problem for a status of an external service whose own type isn't one of ours. */
function codeOf(status: number): ProblemCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 413) return 'payload-too-large';
  if (status === 429) return 'too-many-requests';
  return status >= 500 ? 'unavailable' : 'bad-request';
}

const tooManyWords =
  /\btoo (?:many|large|big|long)\b|\b(?:at most|no more than|maximum|max\.?|exceeds?|exceeded|limit(?:ed)?) .*\b(?:products?|items?|lines?|entries|elements?|records?|bytes|ids)\b|\b(?:products?|items?|lines?|entries|elements?|records?) .*\b(?:exceeds?|exceeded|maximum|limit)\b|\blist of 1 to\b|\b(?:batch|body|payload|request) size\b/i;

/** An error about one line, such as `products[3].quantity`, isn't about the size. */
const ofOneLine = /\[\d+\]/;

/**
 * Whether the service rejected a call as too large: a 413, or a 400 with a matching message. A missed wording only
 * costs extra calls, since rejected batches are split anyway.
 */
export function isSizeError(status: number, sentence: string, errors: Problem['errors'] = []): boolean {
  if (status === 413) return true;
  if (status !== 400 || errors.some(({ path }) => ofOneLine.test(path))) return false;
  return [sentence, ...errors.map(({ message }) => message)].some((text) => tooManyWords.test(text));
}
