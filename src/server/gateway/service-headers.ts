import {
  apiVersionHeader,
  authorizationHeader,
  requestIdHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#contract/headers.ts';

import type { BackendRequest } from './stock-backend.ts';

/** All that a service is sent beside the question (§5, §9): nothing of what the browser sent goes along. */
export function serviceHeaders({
  credentials: { token, subscriptionKey },
  requestId,
  body,
}: Pick<BackendRequest, 'credentials' | 'requestId' | 'body'>): Record<string, string> {
  return {
    [authorizationHeader]: `Bearer ${token}`,
    [subscriptionKeyHeader]: subscriptionKey,
    [apiVersionHeader]: supportedApiVersion,
    [requestIdHeader]: requestId,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
}
