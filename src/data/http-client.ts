import { ageHeader, attemptsHeader, directResponse, staleResult, staleHeader } from '#stock/contract/headers.ts';
import type { Problem } from '#stock/contract/problem.ts';
import { refusalSentence } from '#stock/contract/refusal-sentence.ts';
import { problemCode } from '#stock/contract/problem-codes.ts';
import { parseJson } from '#stock/parse-json.ts';
import { readRetryAfter } from '#stock/retry-after.ts';

import { type StatusLabel, ContractError, HttpError, NetworkError, type Refusal, TimeoutError } from './errors.ts';
import { serviceState } from './service-state.ts';

export interface JsonRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In addition to the client's own; names in lower case. */
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  /** Timeout for the complete response, in milliseconds. */
  timeout?: number;
  /** Whether to bypass the gateway's cache. */
  bypassCache?: boolean;
}

/** A response of the service with its age. */
export interface Received<Data> {
  data: Data;
  /** When the service sent it, Unix milliseconds; in the past if the gateway had cached it. */
  receivedAt: number;
  /** Whether it is a cached response served because the service failed. */
  isStale: boolean;
}

/** A received response with its status and request ID. */
export type JsonResponse<Body> = Received<Body> & StatusLabel;

const defaultTimeout = 30_000;

/**
 * Requests JSON from the dashboard's own server, which sends what the contract says. An empty body is undefined.
 * @throws HttpError for an error response, NetworkError and TimeoutError without a response, ContractError if the body
 *   isn't JSON, and the signal's reason if the caller aborts
 */
export async function requestJson<Body>(path: string, request: JsonRequest = {}): Promise<Body> {
  return (await requestResponse<Body>(path, request)).data;
}

/** {@link requestJson} with the response's age. */
export async function requestResponse<Body>(path: string, request: JsonRequest = {}): Promise<JsonResponse<Body>> {
  const { signal, timeout = defaultTimeout } = request;
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(path, {
      ...fetchOptions(request),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    if (!response.ok) {
      const refusal = await readRefusal(response);
      noteRefusal(refusal);
      throw refused(refusal);
    }
    const label = { status: response.status, requestId: response.headers.get('x-request-id') };
    const data = bodyOf(await response.text(), label) as Body;
    return { data, ...label, ...readAge(response.headers) };
  } catch (error) {
    if (error instanceof HttpError || error instanceof ContractError) throw error;
    if (signal?.aborted) throw error;
    if (deadline.aborted) throw new TimeoutError(timeout, { cause: error });
    throw new NetworkError('The server could not be reached', { cause: error });
  }
}

function fetchOptions({ method = 'GET', headers, body, bypassCache }: JsonRequest): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(bypassCache === true && { 'cache-control': 'no-cache' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
  };
}

/** Header of a change of a version, as numbered by the server, or of any. */
export function ifMatch(version: number | 'any'): Record<string, string> {
  return { 'if-match': version === 'any' ? '*' : `"${version}"` };
}

/** Notes what an error response, or a part that a response lacks, says about the service. */
export function noteRefusal({ status, problem }: Pick<Refusal, 'status' | 'problem'>): void {
  if (problem?.nextAttemptAt !== undefined) serviceState.notePause(Date.parse(problem.nextAttemptAt));
  if (status === 404) serviceState.noteResponse();
}

/** Converts an error response. The gateway validates responses too and reports contract violations as problems. */
function refused(refusal: Refusal): HttpError | ContractError {
  const { problem } = refusal;
  if (problem === null || problemCode(problem.type) !== 'contract-broken') return new HttpError(refusal);
  const { path = '', message = problem.detail } = problem.errors?.[0] ?? {};
  const reason = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message;
  return new ContractError(path, reason.replace(/\.$/, ''), refusal);
}

/** The error of a part that a response lacks. */
export function errorOf(problem: Problem): HttpError | ContractError {
  const { status, detail, requestId = null } = problem;
  return refused({ status, problem, sentence: detail, requestId, retryAfter: null });
}

function readAge(headers: Headers): Pick<JsonResponse<unknown>, 'receivedAt' | 'isStale'> {
  const age = headers.get(ageHeader);
  const receivedAt = Date.now() - Number(age) * 1000;
  const isStale = headers.get(staleHeader) === staleResult;
  if (isStale) serviceState.noteStale(receivedAt);
  else if (headers.get(staleHeader) === directResponse) serviceState.noteResponse();
  return { receivedAt, isStale };
}

function bodyOf(text: string, label: StatusLabel): unknown {
  const value = parseJson(text);
  if (value === undefined && text !== '') throw new ContractError('', 'the body is not JSON', label);
  return value;
}

/** Parses an error response: problem details, `{statusCode, message}`, plain text or HTML. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const body = await response.text();
  return {
    status: response.status,
    problem: problemOf(parseJson(body)),
    sentence: refusalSentence(body),
    requestId: response.headers.get('x-request-id'),
    retryAfter: readRetryAfter(response.headers.get('retry-after'), response.headers.get('date'), Date.now()),
    attempts: Number(response.headers.get(attemptsHeader) ?? 1),
  };
}

/** The server's own problems have a type; those of a proxy may have any shape. */
function problemOf(body: unknown): Problem | null {
  const { type, status } = (body ?? {}) as Partial<Problem>;
  return typeof type === 'string' && typeof status === 'number' ? (body as Problem) : null;
}
