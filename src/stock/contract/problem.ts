import './no-eval.ts';
import * as z from 'zod/mini';

import { ProductId } from './product-id.ts';

/** One error in a request, located by a parameter, header or body path. */
export const ProblemError = z.object({ path: z.string(), message: z.string() });
export type ProblemError = z.infer<typeof ProblemError>;

/** RFC 9457 problem details, `application/problem+json`: the body of every error response (undefined in §7). */
export const Problem = z.object({
  /** `urn:stock-horizon:problem:<code>`; `problemCode` parses the code. */
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
  nextAttemptAt: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;
