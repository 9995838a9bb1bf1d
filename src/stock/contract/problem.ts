import './no-eval.ts';
import * as z from 'zod/mini';

import { parseJson } from '#stock/parse-json.ts';

import { ProductId } from './product-id.ts';

/** One error in a request, located by a parameter, header or body path. */
export const ProblemError = z.object({ path: z.string(), message: z.string() });
export type ProblemError = z.infer<typeof ProblemError>;

/** RFC 9457 problem details, `application/problem+json`: the body of every error response (undefined in §7). */
export const Problem = z.object({
  /** `urn:stock-horizon:problem:<code>`; {@link problemCode} parses the code. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** Path of the request. */
  instance: z.string(),
  /** The request's ID in the server's log. */
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(ProblemError)),
  unknownProductIds: z.optional(z.array(ProductId)),
  unavailableProductIds: z.optional(z.array(ProductId)),
  /** The upstream service's own request ID, if different. */
  upstreamRequestId: z.optional(z.string()),
  /** When requests resume, ISO 8601; set while the circuit breaker is open. */
  asksAgainAt: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;

/** Status and title of the service's problems by code, the last part of a problem's `type`. */
const serviceProblems = {
  'bad-request': { status: 400, title: 'Invalid request' },
  unauthorized: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Access denied' },
  'not-found': { status: 404, title: 'Not found' },
  'unknown-product': { status: 404, title: 'Unknown product' },
  'quantity-not-available': { status: 404, title: 'Quantity not available' },
  'products-not-available': { status: 404, title: 'Some products are not available' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Service unavailable' },
  'damaged-store': { status: 503, title: 'Service unavailable' },
  'unreadable-store': { status: 503, title: 'Service unavailable' },
  'no-stock-data': { status: 503, title: 'No stock data imported' },
};

/** All problems: the service's, and those of the gateway and its connection to an external service. */
export const problemKinds = {
  ...serviceProblems,
  'limit-reached': { status: 409, title: 'Limit reached' },
  'version-conflict': { status: 412, title: 'Changed elsewhere' },
  'version-required': { status: 428, title: 'Version required' },
  'expired-token': { status: 401, title: 'Not signed in' },
  'invalid-token': { status: 401, title: 'Not signed in' },
  'invalid-key': { status: 401, title: 'Not signed in' },
  'rejected-credentials': { status: 403, title: 'Access denied' },
  'contract-broken': { status: 502, title: 'Unexpected response from the stock service' },
  'other-market': { status: 502, title: 'Response for another market' },
  'upstream-unreachable': { status: 502, title: "Can't connect to the stock service" },
  'upstream-timeout': { status: 504, title: 'The stock service timed out' },
  'upstream-resting': { status: 503, title: 'The stock service is paused' },
};
export type ProblemCode = keyof typeof problemKinds;

const codes = Object.keys(problemKinds) as ProblemCode[];

/** Codes of the service's own problems. */
export const problemCodes = Object.keys(serviceProblems) as (keyof typeof serviceProblems)[];

const typePrefix = 'urn:stock-horizon:problem:';

/** The `type` of a problem with that code. */
export function problemType(code: ProblemCode): string {
  return typePrefix + code;
}

/** The code in a problem's `type`; undefined for another service's own type. */
export function problemCode(type: string): ProblemCode | undefined {
  return codes.find((code) => problemType(code) === type);
}

/** Error bodies of API gateways: `{statusCode, message}` and similar. */
const LooseBody = z.object({
  detail: z.optional(z.string()),
  message: z.optional(z.string()),
  title: z.optional(z.string()),
  error: z.optional(z.union([z.string(), z.object({ message: z.optional(z.string()) })])),
});

const maxSentenceLength = 300;

/**
 * One plain sentence from the body of an error (undefined in §7): problem details, `{statusCode, message}` or plain
 * text. Null if there is none fit to show, as in an HTML page or binary data.
 */
export function refusalSentence(body: string): string | null {
  const json = parseJson(body);
  if (json === undefined) return /<[a-z!/]|[\0\ufffd]/i.test(body) ? null : tidy(body);
  const { data } = LooseBody.safeParse(json);
  if (!data) return null;
  const nested = typeof data.error === 'string' ? data.error : data.error?.message;
  return tidy(data.detail ?? data.message ?? nested ?? data.title ?? '');
}

function tidy(text: string): string | null {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return null;
  return line.length > maxSentenceLength ? `${line.slice(0, maxSentenceLength - 1)}…` : line;
}
