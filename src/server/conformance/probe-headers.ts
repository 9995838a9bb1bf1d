import {
  apiVersionHeader,
  authorizationHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#contract/headers.ts';

import type { ProbeRequest } from './probe.ts';

/** A JWT in form: its signature is nobody's. */
const nobodysToken =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJub2JvZHkiLCJleHAiOjQxMDI0NDQ4MDB9.bm9ib2R5LXNpZ25lZC10aGlz';
const nobodysKey = 'a-key-that-nobody-gave-out';

/** The headers that a request is sent with (§5, §9). */
export function probeHeaders(
  { credentials, hasVersion, body }: ProbeRequest,
  accepted: { token: string; subscriptionKey: string },
): Record<string, string> {
  const token = credentials === 'wrong-token' ? nobodysToken : accepted.token;
  const key = credentials === 'wrong-key' ? nobodysKey : accepted.subscriptionKey;
  return {
    Accept: 'application/json, application/problem+json',
    ...(credentials !== 'no-token' && { [authorizationHeader]: `Bearer ${token}` }),
    ...(credentials !== 'no-key' && { [subscriptionKeyHeader]: key }),
    ...(hasVersion && { [apiVersionHeader]: supportedApiVersion }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
}
