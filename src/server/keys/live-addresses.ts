import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';

import type { Market } from '#stock/contract/envelope.ts';
import type { LiveView } from '#stock/contract/keys.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { FindCalendars } from '#server/gateway/calendars-routes.ts';
import type { Catalogue } from '#server/gateway/product-routes.ts';
import type { StockLookup } from '#server/lookup/stock-lookup.ts';
import type { Documents } from '#server/orders/documents.ts';
import type { Promises } from '#server/promises/promises.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { SignIn } from '#server/sign-in/sign-in.ts';
import { concurrencyLimit } from '#server/upstream/concurrency-limit.ts';

import { unknownKey } from './key-gate.ts';
import type { FoundKey, Keys } from './keys.ts';
import { liveOrder } from './live-order.ts';
import { liveProducts } from './live-products.ts';
import { livePromises } from './live-promises.ts';
import { hasNoResult, type LiveTable } from './live-table.ts';

/** Milliseconds from one computation of an address to the next, and to the next try if there was no result at all. */
const interval = 15 * 60_000;
const retryInterval = 60_000;
/** Milliseconds within which a computation has to end: programs wait hardly longer. */
const maxTime = 45_000;
/** Computations at a time, of all addresses. */
const maxComputations = 4;
/** Rows of all addresses that are kept for their next readers. */
const maxKeptRows = 500_000;

/** What a live address has now. */
interface Source {
  /** Changes when the list itself changes. */
  version: string;
  compute: (signal: AbortSignal) => Promise<LiveTable>;
}

/** The computations of one address. */
interface Computed {
  version: string;
  running: Promise<void> | null;
  /** When the last one ended, Unix milliseconds. */
  endedAt: number;
  /** The last table; null if there was no result at all. */
  latest: LiveTable | null;
  /** The last table in which every row has its result. */
  whole: LiveTable | null;
}

interface LiveOptions {
  keys: Pick<Keys, 'callerOf'>;
  signIn: Pick<SignIn, 'forPerson'>;
  documents: Pick<Documents, 'read'>;
  promises: Pick<Promises, 'list' | 'check' | 'version' | 'closedLines'>;
  lookup: StockLookup;
  findCalendars: FindCalendars;
  catalogueOf: (market: Market | null) => Pick<Catalogue, 'resolveProducts' | 'searchProducts'>;
  /** Unix milliseconds. */
  now: () => number;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Tables of live addresses. An address is computed every 15 minutes at most, once for all of its readers, and at once
 * when its list was changed: it never has fewer rows than the list.
 */
export class LiveAddresses {
  readonly #options: LiveOptions;
  readonly #computed = new LRUCache<string, Computed>({
    max: 1000,
    maxSize: maxKeptRows,
    sizeCalculation: ({ latest, whole }) =>
      1 + (latest?.rows.length ?? 0) + (whole === latest ? 0 : (whole?.rows.length ?? 0)),
  });
  readonly #limit = concurrencyLimit(maxComputations, Infinity);

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /**
   * Returns the table of a live address.
   * @throws ServiceProblem `not-found` if what it opens is gone, `unavailable` without any result of today or while the
   *   person is signed out whose credentials it needs
   */
  async table(key: FoundKey, requestId: string): Promise<LiveTable> {
    const { lookup, now } = this.#options;
    // Also for a table that is kept: nobody reads on after they were locked out.
    await this.#callerOf(key, requestId);
    const source = await this.#sourceOf(key, requestId);
    const { today } = await lookup.present();
    const known = this.#computed.get(key.id);
    const computed =
      known?.version === source.version
        ? known
        : { version: source.version, running: null, endedAt: 0, latest: null, whole: null };
    if (computed.running === null && now() >= this.#nextAt(computed, today)) {
      computed.running = this.#compute(computed, source).finally(() => {
        computed.running = null;
        computed.endedAt = now();
        // Its size has changed. It may have been replaced meanwhile.
        if (this.#computed.peek(key.id) === computed) this.#computed.set(key.id, { ...computed });
      });
      this.#computed.set(key.id, computed);
    }
    await computed.running;
    const { latest, whole } = computed;
    if (latest !== null) return latest;
    if (whole?.day === today) return whole;
    const seconds = Math.max(1, Math.ceil((this.#nextAt(computed, today) - now()) / 1000));
    throw new ServiceProblem('unavailable', 'The stock service has no results at the moment. Try again later.', {
      headers: { 'Retry-After': String(seconds) },
    });
  }

  #nextAt({ endedAt, latest }: Computed, today: CalendarDate): number {
    if (latest !== null && latest.day !== today) return 0;
    return endedAt + (latest === null ? retryInterval : interval);
  }

  async #compute(computed: Computed, source: Source): Promise<void> {
    const signal = AbortSignal.timeout(maxTime);
    const table = await this.#limit(() => source.compute(signal), signal).catch((error: unknown) => {
      if (isTooLarge(error)) throw error;
      if (!(error instanceof ServiceProblem || signal.aborted))
        this.#options.log.error({ err: error }, 'live address failed');
      return null;
    });
    computed.latest = table === null || hasNoResult(table) ? null : table;
    if (computed.latest?.rows.every(({ result }) => result.isComplete)) computed.whole = computed.latest;
  }

  /** @throws ServiceProblem `not-found` if it is gone */
  async #sourceOf(key: FoundKey, requestId: string): Promise<Source> {
    const { documents, promises } = this.#options;
    const { personId, stockDigest, name } = key;
    const { view } = (key.opens ?? {}) as { view?: LiveView };
    if (view?.of === 'order') {
      const order = await documents.read({ personId, stockDigest, kind: 'order', id: view.id }).catch(unreadable);
      if (order === null) throw unknownKey();
      const closed = await promises.closedLines({ personId, stockDigest }, view.id);
      const compute = async (signal: AbortSignal) => {
        const caller = await this.#callerOf(key, requestId);
        const { lookup, catalogueOf, now } = this.#options;
        const catalogue = catalogueOf(caller.market);
        const named = { ...order.content, name };
        return liveOrder(view.id, named, { lookup, catalogue, closed, caller, now }, signal);
      };
      return { version: JSON.stringify([order.changedAt, ...closed]), compute };
    }
    if (view?.of === 'products') {
      const id = view.list;
      const list =
        id === undefined ? null : await documents.read({ personId, stockDigest, kind: 'list', id }).catch(unreadable);
      if (id !== undefined && list === null) throw unknownKey();
      const productIds = list?.content.productIds ?? view.productIds ?? null;
      const compute = async (signal: AbortSignal) => {
        const caller = await this.#callerOf(key, requestId);
        const { findCalendars: find, lookup, now } = this.#options;
        const { today } = await lookup.present();
        return liveProducts({ name, view, productIds }, { find, caller, now, today }, signal);
      };
      return { version: String(list?.changedAt), compute };
    }
    if (view?.of !== 'promises') throw unknownKey();
    const folder = { personId, stockDigest };
    const compute = async (signal: AbortSignal) => {
      const check = async () => promises.check(folder, false, await this.#callerOf(key, requestId), signal);
      // What can't be checked now is as it was checked last.
      return livePromises(name, await check().catch(() => promises.list(folder)));
    };
    return { version: await promises.version(folder), compute };
  }

  /** @throws ServiceProblem `unavailable` without valid credentials */
  async #callerOf(key: FoundKey, requestId: string) {
    const { keys, signIn } = this.#options;
    const caller = await keys.callerOf(key, signIn, requestId);
    if (caller === null) throw new ServiceProblem('unavailable', 'Its person is signed out.');
    return { ...caller, isBackground: true };
  }
}

/** What can't be decrypted leads nowhere. */
function unreadable(error: unknown): null {
  if (error instanceof ServiceProblem && error.code === 'damaged-document') return null;
  throw error;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ServiceProblem && error.code === 'limit-reached';
}
