import { LRUCache } from 'lru-cache';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import type { UpstreamLimits } from './upstream-limits.ts';

/** An answer that was kept, and when it came, by a clock that nobody sets. */
export interface KeptAnswer {
  response: BackendResponse;
  cameAt: number;
}

/** Whose an answer is and to which question: nobody is given what others were answered. */
export interface AnswerKey {
  /** Digest of the credentials, which settle the market too. */
  person: string;
  question: string;
}

/**
 * Good answers of the upstream, kept in memory for as long as they may stand in for a new one.
 * @param now milliseconds by a clock that nobody sets
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
  // When each person's answers were dropped last: one that was asked for before is not kept afterwards.
  const droppedAt = new LRUCache<string, number>({ max: 10_000 });
  let steps = 0;
  /** To be taken before the upstream is asked, and handed in with its answer. */
  const ticket = (): number => (steps += 1);
  return {
    ticket,
    /** What is kept for the question, not older than `atMost` milliseconds. */
    find: (key: AnswerKey, atMost: number): KeptAnswer | undefined => {
      const kept = answers.get(print(key));
      return kept !== undefined && now() - kept.cameAt <= atMost ? kept : undefined;
    },
    keep: (key: AnswerKey, response: BackendResponse, taken: number): void => {
      if ((droppedAt.get(key.person) ?? 0) <= taken) answers.set(print(key), { response, cameAt: now() });
    },
    /** Drops all that the person was answered, and what they are being answered at the moment. */
    drop: (person: string): void => {
      droppedAt.set(person, ticket());
      for (const key of [...answers.keys()].filter((key) => key.startsWith(person))) answers.delete(key);
    },
  };
}

function print({ person, question }: AnswerKey): string {
  return `${person} ${question}`;
}

/** Calls under way that several may wait for; one is called off when nobody waits for it any more. */
export class SharedCalls<Result> {
  readonly #underWay = new Map<string, SharedCall<Result>>();

  /** Whether a call for this is under way. */
  has(key: string): boolean {
    return this.#underWay.has(key);
  }

  /**
   * The result of the call under way for `key`, else of a new one.
   * @param call is given a signal that aborts once nobody waits
   * @param signal of the one who waits; rejects with its reason
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

  /** Another call may have taken the place meanwhile. */
  #end(key: string, shared: SharedCall<Result>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
  }
}

interface SharedCall<Result> {
  result: Promise<Result>;
  controller: AbortController;
  waiting: number;
}
