import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

import type { Credentials } from '#server/gateway/stock-backend.ts';
import type { UpstreamBackend } from '#server/upstream/upstream-backend.ts';
import type {
  CalendarIndexStore,
  IndexedCalendar,
  IndexFill,
  IndexGap,
  IndexKey,
  IndexState,
} from '#server/store/calendar-index.ts';
import { isStoreUnavailable } from '#server/store/stock-store.ts';

import type { CalendarObserver } from './calendar-observer.ts';
import { type FillEnd, fillIndex, leaseMilliseconds } from './index-fill.ts';
import { serviceCalls } from './service-calls.ts';
import type { Caller } from './stock-lookup.ts';

/** An index as it can be used now. */
export interface UsableIndex {
  /** The fill that products are sorted by: the last finished one, or else the one under way; null without products. */
  served: IndexFill | null;
  /** The fill under way or interrupted; null if there is none. */
  filling: IndexFill | null;
  isFilling: boolean;
  /** Where the calendars are observed (`ObservedCalendarStore`). */
  source: string;
  /** Products of `served` that are missing, as far as known; only of a finished fill. */
  gaps: IndexGap[];
}

export interface CalendarIndexes {
  /**
   * The index of a caller; null while the service rejects the credentials, or the store can't be used. Continues a fill,
   * or starts one if the index is old, it is requested, or a first one is needed.
   */
  use(caller: Caller, when: { needsFirst: boolean; isRequested: boolean }): Promise<UsableIndex | null>;
  /** To be called with each response of the service: whether it accepts the credentials with this digest. */
  credentialsChecked(credentialKey: string, isRejected: boolean): void;
  close(): Promise<void>;
}

export interface CalendarIndexesOptions {
  store: CalendarIndexStore;
  backend: Pick<UpstreamBackend, 'send'>;
  /** Keeps how calendars change. */
  observer: Pick<CalendarObserver, 'observe' | 'observeDay'>;
  /** Address of the service. */
  baseUrl: string;
  /** Digest of credentials, as in `credentialsChecked`. */
  digest: (credentials: Credentials) => string;
  /** Credentials that all users share by configuration: their index stays when they are renewed. Null for none. */
  shared: Credentials | null;
  log: { info: (data: object, message: string) => void; warn: (data: object, message: string) => void };
  /** Unix milliseconds. */
  now?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  maxEntries?: number;
}

/** An index that is older is filled again when it is used, or on request. */
const maxAge = 15 * 60_000;
const minAge = 60_000;
/** A fill goes on while the index was used within this time. */
const useTime = 2 * 60_000;
/** An interrupted fill isn't continued earlier. */
const retryTime = 30_000;
const keptTime = 7 * 24 * 3_600_000;
/** Entries of all indexes: some 2 GB. */
const defaultMaxEntries = 20_000_000;
const cleaningInterval = 3_600_000;
/** Characters of the digest that names a source: 96 bits. */
const sourceLength = 16;

/** What this server knows of a caller's index. */
interface Use {
  caller: Caller;
  usedAt: number;
  running: Promise<void> | null;
  retryAt: number;
}

/**
 * The indexes of an external service's calendars: fills them in the background while they are used, by one server at a
 * time, and drops them a week after their last use.
 */
export function calendarIndexes(options: CalendarIndexesOptions): CalendarIndexes {
  const { store, backend, observer, baseUrl, digest, shared, log, now = Date.now } = options;
  const { maxEntries = defaultMaxEntries } = options;
  const { wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal, ref: false }) } = options;
  const owner = randomUUID();
  const closing = new AbortController();
  const uses = new LRUCache<string, Use>({ max: 1000 });
  /** Digests of credentials that the service rejected and hasn't accepted since. */
  const rejected = new Set<string>();
  const sharedKey = shared === null ? null : digest(shared);
  let cleaning: Promise<void> | null = null;

  const keyOf = (credentialKey: string) => digestText(baseUrl, credentialKey === sharedKey ? 'shared' : credentialKey);
  /** The calendars of a user in a market stay the same with new credentials, which may be for another market if unknown. */
  const sourceOf = ({ personId, market }: Caller, credentialKey: string) => {
    const own = market === null ? credentialKey : (personId ?? credentialKey);
    const whose = credentialKey === sharedKey ? 'shared' : own;
    return digestText(baseUrl, whose, JSON.stringify(market)).slice(0, sourceLength);
  };
  const isValid = ({ expiresAt }: Caller) => expiresAt === null || expiresAt * 1000 > now();

  const clean = (keptId: number | null): Promise<void> => {
    cleaning ??= (async () => {
      await store.dropIndexes({ unusedSince: now() - keptTime, maxEntries, keptId });
      // Other requests get a turn between the steps.
      while (!closing.signal.aborted && (await store.purge())) await setTimeout(1, undefined, { ref: false });
    })().finally(() => (cleaning = null));
    return cleaning;
  };

  const fill = async (use: Use, credentialKey: string, { indexId }: IndexState): Promise<void> => {
    const source = sourceOf(use.caller, credentialKey);
    await clean(indexId);
    const claimed = await store.claimFill(indexId, owner, now(), now() + leaseMilliseconds);
    if (claimed === null) return;
    const caller: Caller = { ...use.caller, bypassCache: true, isBackground: true };
    const isWanted = () => now() - use.usedAt < useTime && isValid(use.caller) && !rejected.has(credentialKey);
    // What can't be observed is a gap.
    const observed = async (observing: Promise<void>) =>
      observing.catch((error: unknown) => {
        closing.signal.throwIfAborted();
        log.warn({ err: error }, 'calendars not observed');
      });
    const calls = serviceCalls(backend, caller, now);
    const observe = (calendars: readonly IndexedCalendar[]) =>
      observed(observer.observe(source, calendars, caller, closing.signal));
    let end: FillEnd;
    try {
      end = await fillIndex(claimed, { store, calls, observe, isWanted, now, wait }, closing.signal);
      if (end === 'finished') await observed(observer.observeDay(source, claimed.fillId, caller, closing.signal));
    } finally {
      await store.releaseFill(claimed);
    }
    log.info({ end }, 'index of calendars');
    if (end === 'finished') await clean(indexId);
    else if (isWanted()) use.retryAt = now() + retryTime;
  };

  const start = (use: Use, credentialKey: string, state: IndexState): void => {
    use.running = fill(use, credentialKey, state)
      .catch((error: unknown) => {
        use.retryAt = now() + retryTime;
        if (!closing.signal.aborted) log.warn({ err: error }, 'index of calendars not filled');
      })
      .finally(() => (use.running = null));
  };

  const isDue = (
    { running, retryAt }: Use,
    { served, filling, leasedUntil }: IndexState,
    { isRequested, needsFirst }: { isRequested: boolean; needsFirst: boolean },
  ) => {
    if (running !== null || closing.signal.aborted || leasedUntil > now() || retryAt > now()) return false;
    if (filling !== null) return true;
    if (served === null) return needsFirst;
    const age = now() - served.startedAt;
    return age >= maxAge || (isRequested && age >= minAge);
  };

  const timer = setInterval(() => {
    clean(null).catch((error: unknown) => log.warn({ err: error }, 'indexes of calendars not cleaned'));
  }, cleaningInterval).unref();

  return {
    use: async (caller, when) => {
      if (!isValid(caller)) return null;
      const credentialKey = digest(caller.credentials);
      const key: IndexKey = {
        credentialKey: keyOf(credentialKey),
        marketKey: digestText(JSON.stringify(caller.market)),
      };
      let state: IndexState;
      try {
        state = await store.useIndex(key, now());
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error;
        log.warn({ err: error }, 'index of calendars not used');
        return null;
      }
      if (state.isRejected) rejected.add(credentialKey);
      if (rejected.has(credentialKey)) return null;
      const useKey = `${key.credentialKey} ${key.marketKey}`;
      const use = uses.get(useKey) ?? { caller, usedAt: 0, running: null, retryAt: 0 };
      Object.assign(use, { caller, usedAt: now() });
      uses.set(useKey, use);
      if (isDue(use, state, when)) start(use, credentialKey, state);
      const { filling } = state;
      const served = state.served ?? (filling !== null && filling.productCount > 0 ? filling : null);
      const isIncomplete = state.served !== null && state.served.productCount < state.served.total;
      return {
        source: sourceOf(caller, credentialKey),
        served,
        filling,
        isFilling: use.running !== null || state.leasedUntil > now(),
        gaps: isIncomplete ? await store.findGaps(state.served?.fillId ?? 0) : [],
      };
    },
    credentialsChecked: (credentialKey, isRejected) => {
      if (isRejected ? rejected.has(credentialKey) : !rejected.delete(credentialKey)) return;
      if (isRejected) rejected.add(credentialKey);
      store
        .setRejected(keyOf(credentialKey), isRejected)
        .catch((error: unknown) => log.warn({ err: error }, 'index of calendars not marked'));
    },
    close: async () => {
      closing.abort();
      clearInterval(timer);
      await Promise.allSettled([...Array.from(uses.values(), ({ running }) => running), cleaning]);
    },
  };
}

function digestText(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
