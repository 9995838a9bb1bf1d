import { LRUCache } from 'lru-cache';

import type { KeptPromise, KeptPromises, NewLetter, PromiseTold, StoredLetter } from '#stock/contract/promises.ts';
import { promiseLimits } from '#stock/contract/promises.ts';
import { grouped } from '#stock/contract/requests.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { type CloseReason, countOrders, promisesAtRisk, promiseStatus } from '#stock/promises/promise-status.ts';
import { type PromisedLines, promisedLines, toldOrders } from '#stock/promises/told-order.ts';
import { newTracking, withTold } from '#stock/promises/tracking.ts';
import type { Caller, StockLookup } from '#server/lookup/stock-lookup.ts';
import { Seal } from '#server/sign-in/sessions.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { NotificationStore } from '#server/store/sql-notifications.ts';
import type { LetterKey, LineChange, PromiseFolder, PromiseStore, TrackedLine } from '#server/store/sql-promises.ts';

import {
  byLetter,
  changeOf,
  checkableLines,
  checkLines,
  isCurrent,
  maxChanges,
  type PromiseProgress,
  type ReadLine,
  readStored,
} from './line-checks.ts';

/** What doesn't change of a promised line. */
export type PromisedFacts = Pick<KeptPromise, 'productId' | 'product' | 'quantity' | 'unit' | 'lineKey'>;
type Entry = Pick<KeptPromise, 'customer' | 'reference' | 'orderId'>;

/** A promise as stored, with what may change it. */
interface ReadPromise extends ReadLine<PromiseProgress> {
  kept: KeptPromise;
}

const dayInMilliseconds = 86_400_000;
/** Milliseconds after which promises that got worse are counted again. */
const maxCountAge = 3_600_000;

interface WorseCounts {
  promises: number;
  orders: number;
}

interface PromisesOptions {
  store: PromiseStore & Pick<NotificationStore, 'markRead'>;
  lookup: StockLookup;
  sessionSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Dates that persons told their customers, checked again and again (promises, *Promises*). Customer, reference and text
 * are encrypted with a key derived from `SESSION_SECRET`. A person has the promises of a service and market.
 */
export class Promises {
  readonly #store: PromisesOptions['store'];
  readonly #lookup: StockLookup;
  readonly #now: () => number;
  readonly #entries: Seal<Entry>;
  readonly #letters: Seal<StoredLetter>;
  readonly #worse = new LRUCache<string, { state: string; at: number; counts: WorseCounts }>({ max: 1000 });
  readonly #closed = new LRUCache<string, { state: string; lines: PromisedLines }>({ max: 1000 });

  constructor({ store, lookup, sessionSecret, now }: PromisesOptions) {
    this.#store = store;
    this.#lookup = lookup;
    this.#now = now;
    this.#entries = new Seal(sessionSecret, 'list entries of promises');
    this.#letters = new Seal(sessionSecret, 'letters of promises');
  }

  /**
   * Keeps what a customer was told. A letter that exists stays as it is, so a request can be sent again.
   * @returns whether it is new
   * @throws ServiceProblem `limit-reached`
   */
  async keep(key: LetterKey, letter: NewLetter, size: number, requestId: string): Promise<boolean> {
    await this.#requireRoom(key, letter.lines.length, size);
    const toldAt = this.#now();
    const { customer, reference, orderId, day, checkedAt, text } = letter;
    const { dataVersion } = await this.#lookup.present();
    const place = placeOf(key);
    const evidence = { day, checkedAt, dataVersion, requestId };
    return this.#store.createLetter(
      key,
      letter.lines.map(({ promised: told, ...line }, index) => {
        const promised = { ...told, day };
        const progress: PromiseProgress = {
          promised,
          now: promised,
          since: toldAt,
          checkedAt,
          // The result may be of earlier data.
          dataVersion: '',
          tracking: newTracking({ result: promised, at: checkedAt, updated: null }),
          closed: null,
          changes: [{ ...promised, at: toldAt, isTold: true }],
        };
        const isFirst = index === 0;
        const entry: Entry = { customer, reference, orderId };
        return {
          letterId: key.letterId,
          place: index,
          line: JSON.stringify(line satisfies PromisedFacts),
          progress: JSON.stringify(progress),
          revision: 1,
          toldAt,
          sealedEntry: isFirst ? base64(this.#entries.seal(entry, place)) : null,
          sealedContent: isFirst ? base64(this.#letters.seal({ told: [{ at: toldAt, text }], evidence }, place)) : null,
        };
      }),
    );
  }

  /** Returns a text that changes when promises are kept or deleted. */
  async version({ personId }: Pick<PromiseFolder, 'personId'>): Promise<string> {
    const { lines, bytes } = await this.#store.measureLines(personId, 'promise');
    return `${lines} ${bytes}`;
  }

  /** Returns all promises of a folder. */
  async list(folder: PromiseFolder): Promise<KeptPromises> {
    const { today } = await this.#lookup.present();
    const { promises, unreadable } = await this.#read(folder);
    return { today, at: this.#now(), promises: promises.map(({ kept }) => kept), unreadable, failed: 0 };
  }

  /**
   * Checks the open promises of a folder, lines of one letter together, and returns all.
   * @param always whether to check also those that were checked today, with the current data
   * @throws like `checkQueries`
   */
  async check(folder: PromiseFolder, always: boolean, caller: Caller, signal: AbortSignal): Promise<KeptPromises> {
    const { checkable } = await this.#read(folder);
    const { today, dataVersion } = await this.#lookup.present();
    // One whose date is past may still have to ship.
    const unclosed = checkable.filter(({ kept }) => kept.closed === null);
    const open = unclosed.filter(({ kept }) => !isPast(kept, today, this.#now()));
    const present = { today, dataVersion, isConsistent: this.#lookup.isConsistent };
    const requested = always ? open : open.filter(({ progress }) => !isCurrent(progress, present));
    const failed =
      requested.length === 0 ? 0 : await this.#checkLines(folder, unclosed, new Set(requested), caller, signal);
    return { ...(await this.list(folder)), failed };
  }

  /** Checks some of the promises that aren't closed; all of them share their letter's stock. Returns how many failed. */
  async #checkLines(
    folder: PromiseFolder,
    unclosed: readonly ReadPromise[],
    requested: ReadonlySet<ReadPromise>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<number> {
    const changes: LineChange[] = [];
    await checkLines(byLetter(unclosed).values(), (line) => requested.has(line), {
      lookup: this.#lookup,
      caller,
      signal,
      now: this.#now,
      checked: (line, progress) => void changes.push(changeOf(line, progress)),
    });
    await this.#store.changePromises(folder, changes);
    return requested.size - changes.length;
  }

  /**
   * Notes what the customer was told since. Its owner has read what was told of it by that.
   * @throws ServiceProblem `not-found` or `limit-reached`
   */
  async tell(key: LetterKey, place: number, { promised, text }: PromiseTold): Promise<void> {
    const at = this.#now();
    await this.#changeTold(key, place, async (progress, before) => {
      const told = [...before, { at, text }];
      if (told.reduce((characters, each) => characters + each.text.length, 0) > promiseLimits.toldCharacters)
        throw limitReached('What was told of this promise is too long.');
      await this.#requireRoom(key, 0, Buffer.byteLength(text));
      const noted = { ...progress, before: { promised: progress.promised, at } };
      if (promised === undefined) return { told, progress: noted };
      const changes = [...progress.changes, { ...promised, at, isTold: true }].slice(-maxChanges);
      return { told, progress: { ...noted, promised, changes, tracking: withTold(progress.tracking, promised) } };
    });
    await this.#store.markRead(key, at, { letterId: key.letterId, place });
  }

  /**
   * Takes back what the customer was told last: the date before is the promised one again.
   * @throws ServiceProblem `not-found`, also if it was taken back before
   */
  async untell(key: LetterKey, place: number): Promise<void> {
    await this.#changeTold(key, place, async ({ before, ...progress }, told) => {
      if (before === undefined) throw new ServiceProblem('not-found', 'There is nothing to take back.');
      const changes = withoutLast(progress.changes, ({ isTold, at }) => isTold && at === before.at);
      return {
        told: withoutLast(told, ({ at }) => at === before.at),
        progress: { ...progress, promised: before.promised, changes },
      };
    });
  }

  /**
   * Closes a promise, or opens it again. Its owner needs no reminder of a closed one.
   * @throws ServiceProblem `not-found`
   */
  async close(key: LetterKey, place: number, closed: CloseReason | null): Promise<void> {
    const at = this.#now();
    await untilChanged(async () => {
      const line = await this.#find(key, place);
      const { closedAt: _, ...before } = line.progress;
      const progress: PromiseProgress = { ...before, closed, ...(closed !== null && { closedAt: at }) };
      return (await this.#store.changePromises(key, [changeOf(line, progress)])).length === 1;
    });
    if (closed !== null) await this.#store.markRead(key, at, { letterId: key.letterId, place });
  }

  /**
   * Returns the texts of a letter.
   * @throws ServiceProblem `not-found`, or `damaged-store` if it can't be decrypted
   */
  async letter(key: LetterKey): Promise<StoredLetter> {
    return (await this.#letter(key)).letter;
  }

  async #letter(key: LetterKey): Promise<{ sealed: string; letter: StoredLetter }> {
    const sealed = await this.#store.findLetter(key);
    if (sealed === null) throw noPromise();
    const letter = this.#letters.open(Buffer.from(sealed, 'base64'), placeOf(key));
    if (letter === null)
      throw new ServiceProblem(
        'damaged-store',
        "This promise can't be decrypted. Ask your administrator to restore the SESSION_SECRET that it was written with.",
      );
    return { sealed, letter };
  }

  /**
   * Counts the open promises whose dates don't hold, and the orders that they are of. Every page asks for it again and
   * again, so it counts only after a change, on another day, or after an hour, when results become old.
   */
  async countWorse(folder: PromiseFolder): Promise<WorseCounts> {
    const { today } = await this.#lookup.present();
    const now = this.#now();
    const state = `${today} ${await this.#store.stateOfPromises(folder)}`;
    const key = placeOf({ ...folder, letterId: '' });
    const known = this.#worse.get(key);
    if (known?.state === state && Math.abs(now - known.at) < maxCountAge) return known.counts;
    const rows = await this.#store.listPromises(folder);
    const read = rows.flatMap((row) => {
      const progress = readStored(row, 'promise')?.progress;
      return progress === undefined ? [] : { ...progress, letterId: row.letterId };
    });
    const worse = promisesAtRisk(read, today, now);
    const entries = this.#readEntries(folder, rows, new Set(worse.map(({ letterId }) => letterId)));
    // As in the list, without those that can't be decrypted.
    const found = worse.flatMap(({ letterId }) => entries.get(letterId) ?? []);
    const counts = { promises: found.length, orders: countOrders(found) };
    this.#worse.set(key, { state, at: now, counts });
    return counts;
  }

  /** Returns the lines of an order of which something was ordered or shipped. Reads the promises only after a change. */
  async closedLines(folder: PromiseFolder, orderId: string): Promise<PromisedLines> {
    const state = await this.#store.stateOfPromises(folder);
    const key = placeOf({ ...folder, letterId: orderId });
    const known = this.#closed.get(key);
    if (known?.state === state) return known.lines;
    const { today, at, promises } = await this.list(folder);
    const ofOrder = promises.filter((promise) => promise.orderId === orderId);
    const told = toldOrders(ofOrder, today, at).get(orderId);
    const lines = new Map(told && [...promisedLines(told)].filter(([, { closedAs }]) => closedAs !== null));
    this.#closed.set(key, { state, lines });
    return lines;
  }

  /** Returns customer and reference of the letters that have them, by letter. */
  async namesOf(folder: PromiseFolder): Promise<Map<string, string>> {
    const { promises } = await this.#read(folder);
    return new Map(
      promises.flatMap(({ kept: { letterId, customer, reference } }) => {
        const name = [customer, reference].filter(Boolean).join(', ');
        return name === '' ? [] : [[letterId, name]];
      }),
    );
  }

  /** Deletes a letter with its lines. */
  forget(key: LetterKey): Promise<void> {
    return this.#store.deleteLetter(key);
  }

  /** Deletes everything of a person, for all services and markets. */
  deleteAll({ personId }: SignedIn): Promise<void> {
    return this.#store.deletePromisesOf(personId);
  }

  /** Deletes what is older than {@link promiseLimits} says. */
  async forgetOld(): Promise<void> {
    await this.#store.deletePromisesBefore(this.#now() - promiseLimits.days * dayInMilliseconds, this.#now());
  }

  async #requireRoom({ personId }: PromiseFolder, newLines: number, newBytes: number): Promise<void> {
    const { lines, bytes } = await this.#store.measureLines(personId, 'promise');
    if (lines + newLines > promiseLimits.lines)
      throw limitReached(`You have ${grouped(promiseLimits.lines)} promises.`);
    if (bytes + newBytes > promiseLimits.totalBytes)
      throw limitReached(`Your promises take up ${promiseLimits.totalBytes / 1_048_576} MiB.`);
  }

  /** Finds a promise to be changed. */
  async #find({ letterId, ...folder }: LetterKey, place: number) {
    const [row] = await this.#store.findLines(folder, [{ letterId, place }]);
    const found = row && readStored(row, 'promise');
    if (!found) throw noPromise();
    return { letterId, place, revision: row.revision, progress: found.progress };
  }

  /** Changes a promise together with what was told of its letter. */
  async #changeTold(
    key: LetterKey,
    place: number,
    change: (
      progress: PromiseProgress,
      told: StoredLetter['told'],
    ) => Promise<{ progress: PromiseProgress; told: StoredLetter['told'] }>,
  ): Promise<void> {
    await untilChanged(async () => {
      const line = await this.#find(key, place);
      const { sealed, letter } = await this.#letter(key);
      const { progress, told } = await change(line.progress, letter.told);
      const to = base64(this.#letters.seal({ ...letter, told }, placeOf(key)));
      return this.#store.changeLetter(key, changeOf(line, progress), { from: sealed, to });
    });
  }

  /** Reads the promises of a folder: all that can be decrypted and aren't damaged, and those of them that can be checked. */
  async #read(
    folder: PromiseFolder,
  ): Promise<{ promises: ReadPromise[]; checkable: ReadPromise[]; unreadable: number }> {
    const rows = await this.#store.listPromises(folder);
    const entries = this.#readEntries(folder, rows);
    const letters = [...byLetter(rows)].map(([letterId, lines]) => {
      const entry = entries.get(letterId);
      return lines.map((row) => (entry ? readPromise(row, entry) : null));
    });
    const promises = letters.flatMap((lines) => lines.filter((line) => line !== null));
    return { promises, checkable: letters.flatMap(checkableLines), unreadable: rows.length - promises.length };
  }

  /** Decrypts what letters are of, all or some; null for one that can't be. */
  #readEntries(
    folder: PromiseFolder,
    rows: readonly TrackedLine[],
    letters: ReadonlySet<string> | null = null,
  ): Map<string, Entry | null> {
    const entries = new Map<string, Entry | null>();
    for (const { letterId, sealedEntry } of rows)
      if (sealedEntry !== null && (letters === null || letters.has(letterId)))
        entries.set(letterId, this.#entries.open(Buffer.from(sealedEntry, 'base64'), placeOf({ ...folder, letterId })));
    return entries;
  }
}

/** Returns null for a promise whose JSON is damaged. */
function readPromise(row: TrackedLine, entry: Entry): ReadPromise | null {
  const found = readStored(row, 'promise');
  if (found === null) return null;
  const { progress } = found;
  const facts = found.facts as PromisedFacts;
  const { letterId, place, toldAt, revision } = row;
  const { dataVersion: _, tracking: __, before, ...shown } = progress;
  const undoable = before && { undoable: before.at };
  const kept = { letterId, place, ...facts, ...entry, toldAt, ...shown, ...undoable };
  return { letterId, place, revision, productId: facts.productId, quantity: facts.quantity, progress, kept };
}

/** Requests for the same promise or letter at once, of which each may have to try again after another. */
const maxTries = 100;

/**
 * Repeats a change until nothing was changed by another meanwhile.
 * @param change returns false if something was
 * @throws ServiceProblem `version-conflict` after {@link maxTries}
 */
async function untilChanged(change: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) if (await change()) return;
  throw new ServiceProblem('version-conflict', 'This promise was changed meanwhile. Try again.');
}

/** Without the last item that matches. */
function withoutLast<Item>(items: readonly Item[], matches: (item: Item) => boolean): Item[] {
  const index = items.findLastIndex(matches);
  return items.filter((_, place) => place !== index);
}

function isPast(promise: KeptPromise, today: CalendarDate, now: number): boolean {
  return promiseStatus(promise, today, now).kind === 'past';
}

function noPromise(): ServiceProblem {
  return new ServiceProblem('not-found', 'There is no such promise.');
}

function limitReached(fact: string): ServiceProblem {
  return new ServiceProblem('limit-reached', `${fact} Delete what you no longer need.`);
}

/** Sealed data opens only in the place that it was sealed for. */
function placeOf({ personId, stockDigest, letterId }: LetterKey): string {
  return [personId, stockDigest, 'promise', letterId].join(' ');
}

function base64(sealed: Uint8Array): string {
  return Buffer.from(sealed).toString('base64');
}
