import { type Problem, problemCode, type ProblemCode } from '#contract/problem.ts';

/** What the response itself told about a refusal. */
export interface Refusal {
  status: number;
  /** The RFC 9457 body, where there was one. */
  problem: Problem | null;
  /** One plain sentence from the body, whatever its format; null where it holds none that a person could use. */
  sentence: string | null;
  /** Under which id the server's log has the request; null where it named none. */
  requestId: string | null;
  /** Seconds after which the server wants to be asked again (`Retry-After`); null where it named none. */
  retryAfter: number | null;
  /** How often the gateway had asked the service before it gave up. */
  attempts?: number;
}

/** The server answered, and refused: any status outside 200 to 299. */
export class HttpError extends Error implements Refusal {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly problem: Problem | null;
  readonly sentence: string | null;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly attempts: number;

  constructor(refusal: Refusal) {
    super(refusal.sentence ?? `The server answered ${refusal.status}`);
    this.status = refusal.status;
    this.problem = refusal.problem;
    this.sentence = refusal.sentence;
    this.requestId = refusal.requestId;
    this.retryAfter = refusal.retryAfter;
    this.attempts = refusal.attempts ?? 1;
  }
}

/** Whether the server refused for want of a sign-in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}

/** Whether the service refused because no date holds the quantity (§4.2): that is an answer, not a failure. */
export function isNotAvailable(error: unknown): boolean {
  return codeOf(error) === 'quantity-not-available';
}

/** Whether the service refused because it knows no such product (§4.1, §4.2). */
export function isUnknownProduct(error: unknown): boolean {
  return codeOf(error) === 'unknown-product';
}

/** What the refusal is called among the problems; undefined where it has no name, or nothing was refused. */
export function codeOf(error: unknown): ProblemCode | undefined {
  return error instanceof HttpError && error.problem !== null ? problemCode(error.problem.type) : undefined;
}

/** No answer came: the server is down, or the network between is. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** No complete answer came in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly milliseconds: number;

  constructor(milliseconds: number, options?: ErrorOptions) {
    super(`No answer within ${milliseconds} ms`, options);
    this.milliseconds = milliseconds;
  }
}

/** By what an answer is known to those who look into it. */
export interface AnswerLabel {
  /** HTTP's. */
  status: number | null;
  requestId: string | null;
}

/** The request worked, but what came back is not what the contract promises. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  /** Where in the body, such as `results.0.item.stockDate`; empty for the body as a whole. */
  readonly path: string;
  readonly status: number | null;
  readonly requestId: string | null;

  constructor(path: string, reason: string, { status, requestId }: Partial<AnswerLabel> = {}) {
    super(path === '' ? reason : `${path}: ${reason}`);
    this.path = path;
    this.status = status ?? null;
    this.requestId = requestId ?? null;
  }
}
