import { LRUCache } from 'lru-cache';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import type { UpstreamLimits } from './upstream-limits.ts';

/** A cached response and the time it arrived, in milliseconds on the monotonic clock. */
export interface CachedResponse {
  response: BackendResponse;
  receivedAt: number;
}

/** Identifies a cached response. Responses are never shared between credentials. */
export interface CacheKey {
  /** Digest of the credentials, which also determine the market. */
  credentialKey: string;
  request: string;
}

/**
 * In-memory cache of successful upstream responses, usable until they are too old to serve as stale.
 * @param now milliseconds on a monotonic clock
 */
export function responseCache(
  { cacheBytes, maxStale }: Pick<UpstreamLimits, 'cacheBytes' | 'maxStale'>,
  now: () => number,
) {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: cacheBytes,
    maxEntrySize: Math.ceil(cacheBytes / 8),
    sizeCalculation: ({ response }, key) => response.body.length + key.length + 500,
    ttl: maxStale,
    perf: { now },
  });
  // When each user's responses were last dropped. Responses to earlier requests aren't cached afterwards.
  const droppedAt = new LRUCache<string, number>({ max: 10_000 });
  let steps = 0;
  /** Take one before calling the upstream and pass it to `store` with the response. */
  const ticket = (): number => (steps += 1);
  const isCurrent = (credentialKey: string, taken: number): boolean => (droppedAt.get(credentialKey) ?? 0) <= taken;
  return {
    ticket,
    /** The cached response for the key, if it is at most `atMost` milliseconds old. */
    find: (key: CacheKey, atMost: number): CachedResponse | undefined => {
      const cached = responses.get(print(key));
      return cached !== undefined && now() - cached.receivedAt <= atMost ? cached : undefined;
    },
    /** Whether the responses of these credentials weren't dropped since a ticket was taken. */
    isCurrent,
    store: (key: CacheKey, response: BackendResponse, taken: number): void => {
      if (isCurrent(key.credentialKey, taken)) responses.set(print(key), { response, receivedAt: now() });
    },
    /** Drops all cached responses of these credentials and keeps those in flight from being cached. */
    drop: (credentialKey: string): void => {
      droppedAt.set(credentialKey, ticket());
      for (const key of [...responses.keys()].filter((key) => key.startsWith(credentialKey))) responses.delete(key);
    },
  };
}

function print({ credentialKey, request }: CacheKey): string {
  return `${credentialKey} ${request}`;
}

/** Deduplicates calls in flight. A call is aborted once its last caller has left. */
export class SharedCalls<Result> {
  readonly #inFlight = new Map<string, SharedCall<Result>>();

  has(key: string): boolean {
    return this.#inFlight.has(key);
  }

  /**
   * Joins the call in flight for `key`, or starts one.
   * @param call receives a signal that aborts once no caller is left
   * @param signal the caller's own; rejects with its reason
   */
  join(key: string, call: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const shared = this.#inFlight.get(key) ?? this.#start(key, call);
    shared.callers += 1;
    return new Promise<Result>((resolve, reject) => {
      const leave = () => {
        shared.callers -= 1;
        if (shared.callers === 0) this.#cancel(key, shared);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave);
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #start(key: string, call: (signal: AbortSignal) => Promise<Result>): SharedCall<Result> {
    const controller = new AbortController();
    const result = call(controller.signal).finally(() => this.#end(key, shared));
    const shared: SharedCall<Result> = { result, controller, callers: 0 };
    this.#inFlight.set(key, shared);
    return shared;
  }

  #cancel(key: string, shared: SharedCall<Result>): void {
    this.#end(key, shared);
    shared.controller.abort();
  }

  /** Another call may have replaced it in the meantime. */
  #end(key: string, shared: SharedCall<Result>): void {
    if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
  }
}

interface SharedCall<Result> {
  result: Promise<Result>;
  controller: AbortController;
  callers: number;
}
