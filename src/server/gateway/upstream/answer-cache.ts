import { LRUCache } from 'lru-cache';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import type { UpstreamLimits } from './upstream-limits.ts';

/** A cached response and the time it arrived, in milliseconds on the monotonic clock. */
export interface KeptAnswer {
  response: BackendResponse;
  cameAt: number;
}

/** Identifies a cached response. Responses are never shared between credentials. */
export interface AnswerKey {
  /** Digest of the credentials, which also determine the market. */
  person: string;
  question: string;
}

/**
 * In-memory cache of successful upstream responses, usable until they are too old to serve as stale.
 * @param now milliseconds on a monotonic clock
 */
export function answerCache(
  { keptBytes, staleAtMost }: Pick<UpstreamLimits, 'keptBytes' | 'staleAtMost'>,
  now: () => number,
) {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: keptBytes,
    maxEntrySize: Math.ceil(keptBytes / 8),
    sizeCalculation: ({ response }, key) => response.body.length + key.length + 500,
    ttl: staleAtMost,
    perf: { now },
  });
  // When each user's responses were last dropped. Responses to earlier requests aren't cached afterwards.
  const droppedAt = new LRUCache<string, number>({ max: 10_000 });
  let steps = 0;
  /** Take one before calling the upstream and pass it to `keep` with the response. */
  const ticket = (): number => (steps += 1);
  return {
    ticket,
    /** The cached response for the key, if it is at most `atMost` milliseconds old. */
    find: (key: AnswerKey, atMost: number): KeptAnswer | undefined => {
      const kept = answers.get(print(key));
      return kept !== undefined && now() - kept.cameAt <= atMost ? kept : undefined;
    },
    keep: (key: AnswerKey, response: BackendResponse, taken: number): void => {
      if ((droppedAt.get(key.person) ?? 0) <= taken) answers.set(print(key), { response, cameAt: now() });
    },
    /** Drops all cached responses of these credentials and keeps those in flight from being cached. */
    drop: (person: string): void => {
      droppedAt.set(person, ticket());
      for (const key of [...answers.keys()].filter((key) => key.startsWith(person))) answers.delete(key);
    },
  };
}

function print({ person, question }: AnswerKey): string {
  return `${person} ${question}`;
}

/** Deduplicates calls in flight. A call is aborted once its last caller has left. */
export class SharedCalls<Result> {
  readonly #underWay = new Map<string, SharedCall<Result>>();

  has(key: string): boolean {
    return this.#underWay.has(key);
  }

  /**
   * Joins the call in flight for `key`, or starts one.
   * @param call receives a signal that aborts once no caller is left
   * @param signal the caller's own; rejects with its reason
   */
  join(key: string, call: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const shared = this.#underWay.get(key) ?? this.#start(key, call);
    shared.waiting += 1;
    return new Promise<Result>((resolve, reject) => {
      const leave = () => {
        shared.waiting -= 1;
        if (shared.waiting === 0) this.#callOff(key, shared);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #start(key: string, call: (signal: AbortSignal) => Promise<Result>): SharedCall<Result> {
    const controller = new AbortController();
    const result = call(controller.signal).finally(() => this.#end(key, shared));
    const shared: SharedCall<Result> = { result, controller, waiting: 0 };
    this.#underWay.set(key, shared);
    return shared;
  }

  #callOff(key: string, shared: SharedCall<Result>): void {
    this.#end(key, shared);
    shared.controller.abort();
  }

  /** Another call may have replaced it in the meantime. */
  #end(key: string, shared: SharedCall<Result>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
  }
}

interface SharedCall<Result> {
  result: Promise<Result>;
  controller: AbortController;
  waiting: number;
}
