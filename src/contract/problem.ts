import './no-eval.ts';
import * as z from 'zod/mini';

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

/** What can go wrong in the service, by name; each is the last part of a problem's `type`. */
export const problemCodes = [
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'unknown-product',
  'quantity-not-available',
  'products-not-available',
  'method-not-allowed',
  'payload-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'internal-error',
  'unavailable',
] as const;

/** What can go wrong between the gateway and a service of others; the embedded service sends none of these. */
export const upstreamProblemCodes = [
  'contract-broken',
  'upstream-unreachable',
  'upstream-timeout',
  'upstream-resting',
] as const;
export type ProblemCode = (typeof problemCodes | typeof upstreamProblemCodes)[number];

const typePrefix = 'urn:stock-horizon:problem:';

/** The `type` of a problem of that code. */
export function problemType(code: ProblemCode): string {
  return typePrefix + code;
}

/** The code in a problem's `type`, or undefined where another service chose a type of its own. */
export function problemCode(type: string): ProblemCode | undefined {
  return [...problemCodes, ...upstreamProblemCodes].find((code) => problemType(code) === type);
}
