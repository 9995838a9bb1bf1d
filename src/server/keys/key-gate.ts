import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import type { KeyKind } from '#stock/contract/keys.ts';
import { peerOf } from '#server/sign-in/session-routes.ts';
import { ServiceProblem, tooManyRequests } from '#server/service/service-problem.ts';

import { type FoundKey, keyIdOf, type Keys } from './keys.ts';

/** Requests a minute with one key. Clients of assistants send more than their calls, which have a limit of their own. */
const maxUses: Readonly<Record<KeyKind, number>> = { live: 60, customer: 60, mcp: 240 };
/** Requests a minute from one address with texts that are no key. */
const maxFailures = 30;
const windowMilliseconds = 60_000;
const maxCounted = 10_000;

const keyText = /^[\w-]{43}$/;

/**
 * Opens the addresses that need a key instead of a session. Whoever fails too often from an address is refused there,
 * except with keys that were used on this server before: others behind the same proxy keep their access.
 */
export class KeyGate {
  readonly #keys: Pick<Keys, 'find'>;
  readonly #elapsed: () => number;
  readonly #uses = new LRUCache<string, { count: number; until: number }>({ max: maxCounted });
  readonly #failures = new LRUCache<string, { count: number; until: number }>({ max: maxCounted });

  /** @param elapsed milliseconds on a monotonic clock */
  constructor(keys: Pick<Keys, 'find'>, elapsed: () => number) {
    this.#keys = keys;
    this.#elapsed = elapsed;
  }

  /**
   * Returns the key that a request has.
   * @param text what may be the key; null if the request has none
   * @throws ServiceProblem `not-found`, the same for every text that is no valid key, and `too-many-requests`
   */
  async open(request: FastifyRequest, text: string | null, kind: KeyKind): Promise<FoundKey> {
    const peer = peerOf(request.ip);
    const failed = this.#current(this.#failures, peer);
    const id = keyIdOf(text ?? '');
    if (failed.count >= maxFailures && !this.#uses.has(id)) throw this.#tooMany(failed.until);
    // Mail and chat programs look at addresses that they show, and would count as the customer.
    const isUse = request.method !== 'HEAD' && !isPrefetch(request) && kind !== 'customer';
    // Each counts until it succeeds, so concurrent ones count too.
    failed.count += 1;
    this.#failures.set(peer, failed);
    const find = async () => (text !== null && keyText.test(text) ? this.#keys.find(text, kind, isUse) : null);
    const found = await find().catch((error: unknown) => {
      failed.count -= 1;
      throw error;
    });
    if (found === null) {
      this.#uses.delete(id);
      throw unknownKey();
    }
    failed.count -= 1;
    const used = this.#current(this.#uses, id);
    if (used.count >= maxUses[kind]) throw this.#tooMany(used.until);
    used.count += 1;
    this.#uses.set(id, used);
    return found;
  }

  #current(counts: LRUCache<string, { count: number; until: number }>, of: string): { count: number; until: number } {
    const now = this.#elapsed();
    const counted = counts.get(of);
    return counted !== undefined && counted.until > now ? counted : { count: 0, until: now + windowMilliseconds };
  }

  #tooMany(until: number): ServiceProblem {
    const seconds = Math.max(1, Math.ceil((until - this.#elapsed()) / 1000));
    return tooManyRequests('Too many requests with this key or from this address. Try again later.', seconds);
  }
}

/** Whether a program loads what its user may open later. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']];
  return purposes.some((purpose) => /prefetch|preview/i.test(String(purpose)));
}

/** The one result to a text that is no valid key: never made, expired, revoked, or of something that is gone. */
export function unknownKey(): ServiceProblem {
  return new ServiceProblem('not-found', 'This address is unknown, has expired, or was revoked.');
}
