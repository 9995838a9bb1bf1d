import type { Problem } from '#stock/contract/problem.ts';
import { problemCode, type ProblemCode } from '#stock/contract/problem-codes.ts';

/** Content of an error response. */
export interface Refusal {
  status: number;
  /** The RFC 9457 body; null if it has another format. */
  problem: Problem | null;
  /** One plain sentence from a body of any format; null if it has none fit for the user. */
  sentence: string | null;
  /** The request's ID in the server's log; null if missing. */
  requestId: string | null;
  /** Seconds until the next request is allowed (`Retry-After`); null if missing. */
  retryAfter: number | null;
  /** Number of attempts that the gateway made. */
  attempts?: number;
}

/** An error response: any status outside 200 to 299. */
export class HttpError extends Error implements Refusal {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly problem: Problem | null;
  readonly sentence: string | null;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly attempts: number;

  constructor(refusal: Refusal) {
    super(refusal.sentence ?? `The server returned ${refusal.status}`);
    this.status = refusal.status;
    this.problem = refusal.problem;
    this.sentence = refusal.sentence;
    this.requestId = refusal.requestId;
    this.retryAfter = refusal.retryAfter;
    this.attempts = refusal.attempts ?? 1;
  }
}

/** Whether the server requires a sign-in (401). */
export function isSignedOut(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

/** The problem code of an error response; undefined for other errors. */
export function codeOf(error: unknown): ProblemCode | undefined {
  return error instanceof HttpError && error.problem !== null ? problemCode(error.problem.type) : undefined;
}

/** No response: the server or the network is down. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** No complete response within the timeout. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly milliseconds: number;

  constructor(milliseconds: number, options?: ErrorOptions) {
    super(`No response within ${milliseconds} ms`, options);
    this.milliseconds = milliseconds;
  }
}

/** Data to look up a response by. */
export interface StatusLabel {
  /** HTTP status. */
  status: number | null;
  requestId: string | null;
}

/** The request succeeded, but the response breaks the contract. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  /** Place in the body, such as `results.0.item.stockDate`; empty for the whole body. */
  readonly path: string;
  readonly status: number | null;
  readonly requestId: string | null;

  constructor(path: string, reason: string, { status, requestId }: Partial<StatusLabel> = {}) {
    super(path === '' ? reason : `${path}: ${reason}`);
    this.path = path;
    this.status = status ?? null;
    this.requestId = requestId ?? null;
  }
}
