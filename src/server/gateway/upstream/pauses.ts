import { LRUCache } from 'lru-cache';

import type { BackendResponse } from '#server/gateway/stock-backend.ts';

/** A time in which the upstream wants to be left alone. */
export interface Pause {
  /** The refusal that named it. */
  refusal: BackendResponse;
  /** Unix milliseconds. */
  until: number;
}

/** Busy, and (by gateways in front of services) a quota that is spent. */
const pausing = new Set([403, 429, 503]);

/** Until when the upstream is left alone, by its own word: by one person (429, 403) or by everybody (503). */
export class Pauses {
  readonly #ofPerson = new LRUCache<string, Pause>({ max: 10_000 });
  #ofAll: Pause | null = null;
  readonly #now: () => number;

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The pause that a person is to keep, if any. */
  current(person: string): Pause | null {
    const pauses = [this.#ofAll, this.#ofPerson.get(person)];
    return pauses.find((pause) => pause != null && pause.until > this.#now()) ?? null;
  }

  /** How many milliseconds a refusal with a plain `Retry-After` asks for; null where for none. */
  asked({ status, headers }: BackendResponse): number | null {
    const seconds = headers['retry-after'];
    return pausing.has(status) && seconds !== undefined ? Number(seconds) * 1000 : null;
  }

  /** Takes down what a refusal asks for. */
  note(person: string, refusal: BackendResponse): void {
    const milliseconds = this.asked(refusal);
    if (milliseconds === null || milliseconds === 0) return;
    const pause = { refusal, until: this.#now() + milliseconds };
    if (refusal.status === 503) this.#ofAll = pause;
    else this.#ofPerson.set(person, pause);
  }
}
