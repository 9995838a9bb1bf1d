import type { OperationName } from '#contract/operations.ts';

import type { Credentials } from './credentials.ts';
import type { Identity } from './identity.ts';

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
  headers: Record<string, string | string[] | number | undefined>;
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
