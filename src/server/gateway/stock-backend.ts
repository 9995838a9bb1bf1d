import type { Market } from '#stock/contract/envelope.ts';
import {
  apiVersionHeader,
  authorizationHeader,
  requestIdHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#stock/contract/headers.ts';
import type { OperationName } from '#stock/contract/operation-list.ts';

export interface BackendRequest {
  operation: OperationName;
  method: 'GET' | 'POST';
  /** Relative to the service's base address, with the query: `/stock/12345?quantity=40`. */
  path: string;
  /** JSON body as received from the browser; undefined without one. */
  body: Buffer | undefined;
  credentials: Credentials;
  /** When the credentials expire, Unix seconds; null if unknown. */
  expiresAt: number | null;
  /** Whether to bypass the cache. */
  bypassCache: boolean;
  /** Whether nobody waits for it: it is sent when others aren't, and its response isn't cached. */
  isBackground?: boolean;
  /** Request ID for the service's log. */
  requestId: string;
  /** Aborts when the browser disconnects. */
  signal: AbortSignal;
}

/** A request of the contract check. */
export interface BackendProbe {
  method: 'GET' | 'POST';
  /** Relative to the service's base address, with the query. */
  path: string;
  /** All headers to send, including any credentials. */
  headers: Record<string, string>;
  /** JSON; undefined without a body. */
  body: string | undefined;
  signal: AbortSignal;
}

export interface BackendResponse {
  status: number;
  /** Names are lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** The stock service behind the gateway. */
export interface StockBackend {
  readonly kind: 'embedded' | 'upstream';
  /**
   * Returns the identity that credentials belong to.
   * @throws ServiceProblem `unauthorized` if the service rejects them, or another if it can't be determined.
   */
  identify(credentials: Credentials): Promise<Identity>;
  /**
   * Sends the request once and returns the response unchanged. Nothing is cached, retried or validated; the contract
   * check does its own validation.
   */
  probe(request: BackendProbe): Promise<BackendResponse>;
}

/** Credentials required by the service (§5). They stay on the server; browsers never receive them. */
export interface Credentials {
  token: string;
  subscriptionKey: string;
}

/** The server's own credentials, for users without their own. */
export type SharedCredentials = () => Promise<Credentials>;

/** Identity that credentials belong to. */
export interface Identity {
  /** Market whose stock is visible; null if only the service's responses show it. */
  market: Market | null;
  /** When the credentials expire, Unix seconds; null if unknown. */
  expiresAt: number | null;
  /** The token's `sub` claim; null if missing. */
  subject: string | null;
}

/** The headers sent to the service (§5, §9); none are forwarded from the browser. */
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

/** Converts the headers of an HTTP client to single strings. */
export function textHeaders(headers: Record<string, string | string[] | number | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
