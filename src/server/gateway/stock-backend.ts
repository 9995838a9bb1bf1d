import type { Market } from '#contract/envelope.ts';
import {
  apiVersionHeader,
  authorizationHeader,
  requestIdHeader,
  subscriptionKeyHeader,
  supportedApiVersion,
} from '#contract/headers.ts';
import type { OperationName } from '#contract/operations.ts';

/** A request to one of the four operations. */
export interface BackendRequest {
  operation: OperationName;
  method: 'GET' | 'POST';
  /** From the service's base address on, with the query: `/stock/12345?quantity=40`. */
  path: string;
  /** JSON, as it came from the browser; undefined where there is none. */
  body: Buffer | undefined;
  credentials: Credentials;
  /** Unix seconds after which the credentials are void; null where they do not say. */
  expiresAt: number | null;
  /** Whether only an answer will do that is given now, and none that was kept. */
  anew: boolean;
  /** The id under which the service is to log the request. */
  requestId: string;
  /** Aborts when the browser no longer waits. */
  signal: AbortSignal;
}

/** A request of the contract check. */
export interface BackendProbe {
  method: 'GET' | 'POST';
  /** From the service's base address on, with the query. */
  path: string;
  /** All that is sent: the credentials too, or what stands in for them. */
  headers: Record<string, string>;
  /** JSON; undefined where there is none. */
  body: string | undefined;
  signal: AbortSignal;
}

export interface BackendResponse {
  status: number;
  /** By names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** The stock service that the gateway speaks to for the person who is signed in. */
export interface StockBackend {
  readonly kind: 'embedded' | 'upstream';
  /**
   * Whose the credentials are.
   * @throws ServiceProblem `unauthorized` where the service does not take them, and another where it can't tell.
   */
  identify(credentials: Credentials): Promise<Identity>;
  /** Asks the service; its refusals are responses too. */
  send(request: BackendRequest): Promise<BackendResponse>;
  /**
   * Passes the request on once, as it is, and gives the answer as it came: nothing cached, retried or held against
   * the contract, which is what the contract check does.
   */
  probe(request: BackendProbe): Promise<BackendResponse>;
}

/** What the service asks of every request (§5); it lives on the server and in no browser. */
export interface Credentials {
  token: string;
  subscriptionKey: string;
}

/** The credentials of the server itself, for people who are let in and bring none of their own. */
export type SharedCredentials = () => Promise<Credentials>;

/** What credentials say of whoever brings them. */
export interface Identity {
  /** Whose stock they see; null where only the service's answers tell. */
  market: Market | null;
  /** Unix seconds after which they are void; null where they do not say. */
  expiresAt: number | null;
  /** The token's `sub` claim; null where it has none. */
  subject: string | null;
}

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

/** Headers as a client of HTTP gives them, each as one text. */
export function textHeaders(headers: Record<string, string | string[] | number | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
