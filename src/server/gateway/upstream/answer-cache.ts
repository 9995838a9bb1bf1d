import { LRUCache } from 'lru-cache';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

import type { UpstreamLimits } from './upstream-limits.ts';

/** An answer that was kept, and when it came, in Unix milliseconds. */
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

/** Good answers of the upstream, kept in memory for as long as they may stand in for a new one. */
export class AnswerCache {
  readonly #answers: LRUCache<string, KeptAnswer>;
  /** When each person's answers were dropped last: one that was asked for before is not kept afterwards. */
  readonly #droppedAt = new LRUCache<string, number>({ max: 10_000 });
  readonly #now: () => number;
  #steps = 0;

  /** @param now Unix milliseconds */
  constructor({ keptBytes, staleAtMost }: Pick<UpstreamLimits, 'keptBytes' | 'staleAtMost'>, now: () => number) {
    this.#now = now;
    this.#answers = new LRUCache({
      maxSize: keptBytes,
      maxEntrySize: Math.ceil(keptBytes / 8),
      sizeCalculation: ({ response }, key) => response.body.length + key.length + 500,
      ttl: staleAtMost,
      perf: { now },
    });
  }

  /** What is kept for the question, not older than `atMost` milliseconds. */
  find(key: AnswerKey, atMost: number): KeptAnswer | undefined {
    const kept = this.#answers.get(print(key));
    return kept !== undefined && this.#now() - kept.cameAt <= atMost ? kept : undefined;
  }

  /** To be taken before the upstream is asked, and handed in with its answer. */
  ticket(): number {
    return (this.#steps += 1);
  }

  keep(key: AnswerKey, response: BackendResponse, ticket: number): void {
    if ((this.#droppedAt.get(key.person) ?? 0) > ticket) return;
    this.#answers.set(print(key), { response, cameAt: this.#now() });
  }

  /** Drops all that the person was answered, and what they are being answered at the moment. */
  drop(person: string): void {
    this.#droppedAt.set(person, this.ticket());
    for (const key of [...this.#answers.keys()].filter((key) => key.startsWith(person))) this.#answers.delete(key);
  }
}

function print({ person, question }: AnswerKey): string {
  return `${person} ${question}`;
}
