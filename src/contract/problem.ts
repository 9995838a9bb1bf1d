import './no-eval.ts';
import * as z from 'zod/mini';

import { parseJson } from '#lib/parse-json.ts';

import { ProductId } from './product-id.ts';

/** One thing that is wrong with a request, at a parameter, header or body path. */
export const ProblemError = z.object({ path: z.string(), message: z.string() });
export type ProblemError = z.infer<typeof ProblemError>;

/** RFC 9457 problem details, `application/problem+json`: the body of every refusal (§7 leaves it open). */
export const Problem = z.object({
  /** `urn:stock-horizon:problem:<code>`; {@link problemCode} reads the code. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The path that was asked. */
  instance: z.string(),
  /** The id under which the server's log has this request. */
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(ProblemError)),
  unknownProductIds: z.optional(z.array(ProductId)),
  unavailableProductIds: z.optional(z.array(ProductId)),
  /** The id that the service behind the gateway gave its answer, where it is another. */
  upstreamRequestId: z.optional(z.string()),
  /** When the gateway asks the service again, ISO 8601, where it leaves it alone until then. */
  asksAgainAt: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;

/** What can go wrong in the service, by name, which is the last part of a problem's `type`, with status and title. */
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
};

/** Every problem: those of the service, and what can go wrong in the gateway and between it and a service of others. */
export const problemKinds = {
  ...serviceProblems,
  'expired-token': { status: 401, title: 'Not signed in' },
  'invalid-token': { status: 401, title: 'Not signed in' },
  'invalid-key': { status: 401, title: 'Not signed in' },
  'rejected-credentials': { status: 403, title: 'Access denied' },
  'contract-broken': { status: 502, title: 'Unexpected response from the stock service' },
  'upstream-unreachable': { status: 502, title: "Can't connect to the stock service" },
  'upstream-timeout': { status: 504, title: 'The stock service timed out' },
  'upstream-resting': { status: 503, title: 'The stock service is paused' },
};
export type ProblemCode = keyof typeof problemKinds;

const codes = Object.keys(problemKinds) as ProblemCode[];

/** The problems of the service itself. */
export const problemCodes = Object.keys(serviceProblems) as (keyof typeof serviceProblems)[];

const typePrefix = 'urn:stock-horizon:problem:';

/** The `type` of a problem of that code. */
export function problemType(code: ProblemCode): string {
  return typePrefix + code;
}

/** The code in a problem's `type`, or undefined where another service chose a type of its own. */
export function problemCode(type: string): ProblemCode | undefined {
  return codes.find((code) => problemType(code) === type);
}

/** Bodies that gateways in front of a service write: `{statusCode, message}` and its relatives. */
const LooseBody = z.object({
  detail: z.optional(z.string()),
  message: z.optional(z.string()),
  title: z.optional(z.string()),
  error: z.optional(z.union([z.string(), z.object({ message: z.optional(z.string()) })])),
});

const longestSentence = 300;

/**
 * One plain sentence from the body of a refusal (§7 leaves its form open): problem details, `{statusCode, message}`
 * or plain text. Null where it holds none that a person could use: a page of HTML is for a browser's window, and what
 * is no text for nobody.
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
  return line.length > longestSentence ? `${line.slice(0, longestSentence - 1)}…` : line;
}
