import { createHash } from 'node:crypto';

import {
  ageHeader,
  authorizationHeader,
  requestIdHeader,
  staleResult,
  staleHeader,
  subscriptionKeyHeader,
  upstreamRequestIdHeader,
} from '#stock/contract/headers.ts';
import {
  type BackendRequest,
  type BackendResponse,
  type Credentials,
  serviceHeaders,
  type StockBackend,
} from '#server/gateway/stock-backend.ts';
import { jsonMediaType } from '#server/service/service-problem.ts';

import { responseCache, type CacheKey, type CachedResponse, SharedCalls } from './response-cache.ts';
import { responseReader } from './response-reader.ts';
import { backgroundCalls } from './background-calls.ts';
import { breachResponse, foreignId, outcomeResponse } from './upstream-problems.ts';
import { isOutage } from './upstream-breaker.ts';
import { upstreamCalls, type UpstreamOutcome } from './upstream-calls.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { UpstreamLog } from './upstream-log.ts';
import type { UpstreamObserver } from './upstream-observer.ts';
import { failureOf, TransportFailure, type UpstreamRequest, upstreamTransport } from './upstream-transport.ts';

export interface UpstreamBackendOptions {
  /** The service's base address; the operations' paths are relative to it. */
  baseUrl: URL;
  identify: StockBackend['identify'];
  limits: UpstreamLimits;
  observer: UpstreamObserver;
  log: UpstreamLog;
  /** Called with each response: whether the service accepts the credentials with this digest. */
  credentialsChecked?: (credentialKey: string, isRejected: boolean) => void;
  /** Unix milliseconds, for points in time such as a token's expiry. */
  now?: () => number;
  /** Milliseconds on a monotonic clock, for durations. */
  elapsed?: () => number;
}

/** Result of a call that several requests may share. */
interface SharedResult {
  response: BackendResponse;
  /** Whether a stale response may replace this one: the call failed or returned 5xx. */
  isOutage: boolean;
}

export interface UpstreamBackend extends StockBackend {
  /** Sends a request; error responses are returned, not thrown. */
  send(request: BackendRequest): Promise<BackendResponse>;
  /** When the circuit breaker lets the next call through, on the monotonic clock; null while it is closed. */
  readonly retryAt: number | null;
  close(): Promise<void>;
}

/**
 * Backend for an external service. Responses are validated against the contract and cached for a minute, and errors
 * become problems. {@link upstreamCalls} adds limits, retries and the circuit breaker.
 */
export function upstreamBackend(options: UpstreamBackendOptions): UpstreamBackend {
  const { baseUrl, identify, limits, observer, log, now = Date.now, elapsed = () => performance.now() } = options;
  const { credentialsChecked = () => undefined } = options;
  const priority = backgroundCalls(limits);
  const transport = upstreamTransport(baseUrl, limits);
  const reader = responseReader(limits);
  const calls = upstreamCalls({
    exchange: async (request, signal) => reader.receive(request, await transport.exchange({ ...request, signal })),
    limits,
    observer: {
      ...observer,
      breakerChanged: (state) => {
        observer.breakerChanged(state);
        log.breakerChanged(state);
      },
    },
    now,
    elapsed,
  });
  const calendarMethod = new CalendarMethod();
  const inFlight = new SharedCalls<SharedResult>();
  const cache = responseCache(limits, elapsed);

  /** Cached responses aren't used after the caller's credentials have expired. */
  const find = ({ expiresAt }: BackendRequest, key: CacheKey, atMost: number): CachedResponse | undefined =>
    expiresAt !== null && expiresAt * 1000 <= now() ? undefined : cache.find(key, atMost);

  const aged = ({ response, receivedAt }: CachedResponse, isStale: boolean): BackendResponse => {
    const age = String(Math.floor((elapsed() - receivedAt) / 1000));
    const headers = { ...response.headers, [ageHeader]: age, ...(isStale && { [staleHeader]: staleResult }) };
    return { ...response, headers };
  };

  const rejected = (credentialKey: string) => {
    cache.drop(credentialKey);
    credentialsChecked(credentialKey, true);
  };

  const ask = async (request: BackendRequest, key: CacheKey, signal: AbortSignal): Promise<SharedResult> => {
    const ticket = cache.ticket();
    const outgoing: UpstreamRequest = {
      operation: request.operation,
      method: request.method,
      path: request.path,
      headers: serviceHeaders(request),
      body: request.body?.toString('utf8'),
      credentialKey: key.credentialKey,
      secrets: [request.credentials.token, request.credentials.subscriptionKey],
    };
    const call = (attempt: UpstreamRequest) => calls.ask(attempt, signal);
    const isCalendarPage = request.operation === 'productCalendars';
    return settle(request, key, ticket, await (isCalendarPage ? calendarMethod.ask(outgoing, call) : call(outgoing)));
  };

  const settle = (request: BackendRequest, key: CacheKey, ticket: number, outcome: UpstreamOutcome): SharedResult => {
    if (outcome.kind !== 'response' || !isSuccess(outcome.response)) {
      if (outcome.kind === 'response' && areCredentialsRejected(outcome.response)) rejected(key.credentialKey);
      log.failed(request, outcome);
      const response = outcomeResponse(outcome, request, { now: now(), elapsed: elapsed() });
      return { response, isOutage: isOutageOf(outcome) };
    }
    const { breach, itemBreach } = outcome.response;
    if (itemBreach !== null) log.contractViolation(request, itemBreach);
    if (breach !== null) {
      log.contractViolation(request, breach);
      return { response: breachResponse(outcome.response, breach, request), isOutage: false };
    }
    if (cache.isCurrent(key.credentialKey, ticket)) credentialsChecked(key.credentialKey, false);
    const id = foreignId(outcome.response, request);
    const headers = { 'content-type': jsonMediaType, ...(id !== null && { [upstreamRequestIdHeader]: id }) };
    const response: BackendResponse = { status: 200, headers, body: outcome.response.body };
    if (request.body === undefined && request.isBackground !== true) cache.store(key, response, ticket);
    return { response, isOutage: false };
  };

  return {
    kind: 'upstream',
    identify,
    get retryAt() {
      return calls.retryAt();
    },
    probe: async (request) => {
      const logged = { requestId: request.headers[requestIdHeader] ?? '', operation: 'probe' } as const;
      try {
        const response = await transport.exchange(request);
        if (areCredentialsRejected(response)) rejected(credentialKeyOf(request.headers));
        const outcome = {
          kind: 'response',
          response: { ...response, breach: null, itemBreach: null },
          attempts: 1,
        } as const;
        if (isOutage(response)) log.failed(logged, outcome);
        return response;
      } catch (error) {
        const failure = failureOf(error);
        if (failure instanceof TransportFailure) log.failed(logged, { kind: 'failed', failure, attempts: 1 });
        throw error;
      }
    },
    send: async (request) => {
      const { operation, bypassCache, signal } = request;
      const key = keyOf(request);
      const fresh = bypassCache ? undefined : find(request, key, limits.freshFor);
      if (fresh !== undefined) {
        observer.responded(operation, 'hit');
        return aged(fresh, false);
      }
      const shared = `${key.credentialKey} ${key.request}`;
      const source = inFlight.has(shared) ? 'shared' : 'miss';
      const call = () => inFlight.join(shared, (until) => ask(request, key, until), signal);
      const settled = await (request.isBackground === true
        ? priority.background(call, signal)
        : priority.foreground(call));
      const stale = settled.isOutage && !bypassCache ? find(request, key, limits.maxStale) : undefined;
      observer.responded(operation, stale === undefined ? source : 'stale');
      return stale === undefined ? settled.response : aged(stale, true);
    },
    close: async () => {
      await transport.close();
      await reader.close();
    },
  };
}

function keyOf(request: BackendRequest): CacheKey {
  const { method, path, body } = request;
  const line = `${method} ${path} ${body === undefined ? '' : digestOf(body)}`;
  return { credentialKey: credentialKeyOf(serviceHeaders(request)), request: line };
}

/** Digest of the credentials in the request headers. */
function credentialKeyOf(headers: Record<string, string>): string {
  return digestOf(JSON.stringify([headers[authorizationHeader], headers[subscriptionKeyHeader]]));
}

/** Digest of credentials; nothing that the service sent is shared between two of them. */
export function digestCredentials(credentials: Credentials): string {
  return credentialKeyOf(serviceHeaders({ credentials, requestId: '', body: undefined }));
}

function areCredentialsRejected({ status }: BackendResponse): boolean {
  return status === 401 || status === 403;
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}

function isSuccess({ status }: BackendResponse): boolean {
  return status >= 200 && status < 300;
}

function isOutageOf(outcome: UpstreamOutcome): boolean {
  if (outcome.kind === 'response') return isOutage(outcome.response);
  if (outcome.kind === 'held') return outcome.refusal === null || isOutage(outcome.refusal);
  return outcome.kind === 'failed' && isOutage(outcome.failure);
}

type Method = UpstreamRequest['method'];

/**
 * The method that the upstream accepts for the calendars of several products. The specification names POST but shows
 * GET (§4.4). GET is tried first, the other method once after a 404 or 405. The one that worked is used from then on.
 */
class CalendarMethod {
  #method: Method = 'GET';

  /** Sends the request with the method known to work, and tries the other if the upstream rejects it. */
  async ask(
    request: UpstreamRequest,
    ask: (request: UpstreamRequest) => Promise<UpstreamOutcome>,
  ): Promise<UpstreamOutcome> {
    const method = this.#method;
    const first = await ask({ ...request, method });
    if (!isMethodRejected(first)) return first;
    const other = method === 'GET' ? 'POST' : 'GET';
    const second = await ask({ ...request, method: other });
    if (isMoreInformative(second)) return second;
    if (second.kind !== 'response' || second.response.status >= 300) return first;
    this.#method = other;
    return second;
  }
}

/** Whether the result is unrelated to the method and more informative than the first method's rejection. */
function isMoreInformative(outcome: UpstreamOutcome): boolean {
  if (outcome.kind !== 'response') return true;
  const { status } = outcome.response;
  return [401, 403, 408, 429].includes(status) || status >= 500;
}

function isMethodRejected(outcome: UpstreamOutcome): boolean {
  return outcome.kind === 'response' && (outcome.response.status === 404 || outcome.response.status === 405);
}
