import type { KeptPromise, KeptPromises, NewLetter, PromiseTold, StoredLetter } from '#stock/contract/promises.ts';
import { promiseLimits } from '#stock/contract/promises.ts';
import { grouped } from '#stock/contract/requests.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { type CountedLine, lineQuestions } from '#stock/order/order-line.ts';
import {
  type CloseReason,
  isSameResult,
  promiseResult,
  type PromiseResult,
  promiseStatus,
} from '#stock/promises/promise-status.ts';
import { checkQuestions } from '#server/lookup/order-check-engine.ts';
import type { Caller, StockLookup } from '#server/lookup/stock-lookup.ts';
import { stockDigestOf } from '#server/orders/documents.ts';
import { Seal } from '#server/sign-in/sessions.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type { LetterKey, LineChange, PromiseFolder, PromiseStore, TrackedLine } from '#server/store/sql-promises.ts';

/** What doesn't change of a promised line. */
type Line = Pick<KeptPromise, 'productId' | 'product' | 'quantity' | 'unit' | 'lineKey'>;
/** What its checks and its owner change. */
type Progress = Pick<KeptPromise, 'promised' | 'now' | 'since' | 'checkedAt' | 'closed' | 'changes'> & {
  /** Of the last check. */
  dataVersion: string;
};
type Entry = Pick<KeptPromise, 'customer' | 'reference' | 'orderId'>;

/** A promise as stored, with what may change it. */
interface ReadPromise {
  kept: KeptPromise;
  progress: Progress;
  revision: number;
}

/** Changes of a promise that are kept; the oldest are dropped. */
const maxChanges = 100;
const dayInMilliseconds = 86_400_000;

interface PromisesOptions {
  store: PromiseStore;
  lookup: StockLookup;
  sessionSecret: string;
  /** Identifies the stock service. */
  service: string;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Dates that persons told their customers, checked again and again (promises, *Promises*). Customer, reference and text
 * are encrypted with a key derived from `SESSION_SECRET`. A person has the promises of a service and market.
 */
export class Promises {
  readonly #store: PromiseStore;
  readonly #lookup: StockLookup;
  readonly #service: string;
  readonly #now: () => number;
  readonly #entries: Seal<Entry>;
  readonly #letters: Seal<StoredLetter>;

  constructor({ store, lookup, sessionSecret, service, now }: PromisesOptions) {
    this.#store = store;
    this.#lookup = lookup;
    this.#service = service;
    this.#now = now;
    this.#entries = new Seal(sessionSecret, 'list entries of promises');
    this.#letters = new Seal(sessionSecret, 'letters of promises');
  }

  folderOf(person: SignedIn): PromiseFolder {
    return { personId: person.personId, stockDigest: stockDigestOf(this.#service, person) };
  }

  /**
   * Keeps what a customer was told. A letter that exists stays as it is, so a request can be sent again.
   * @returns whether it is new
   * @throws ServiceProblem `limit-reached`
   */
  async keep(key: LetterKey, letter: NewLetter, size: number, requestId: string): Promise<boolean> {
    const { lines, bytes } = await this.#store.measurePromises(key.personId);
    if (lines + letter.lines.length > promiseLimits.lines)
      throw limitReached(`You have ${grouped(promiseLimits.lines)} promises.`);
    if (bytes + size > promiseLimits.totalBytes)
      throw limitReached(`Your promises take up ${promiseLimits.totalBytes / 1_048_576} MiB.`);
    const toldAt = this.#now();
    const { customer, reference, orderId, day, checkedAt, text } = letter;
    const { dataVersion } = await this.#lookup.present();
    const place = placeOf(key);
    const evidence = { day, checkedAt, dataVersion, requestId };
    return this.#store.createLetter(
      key,
      letter.lines.map(({ promised: told, ...line }, index) => {
        const promised = { ...told, day };
        const progress: Progress = {
          promised,
          now: promised,
          since: toldAt,
          checkedAt,
          // The result may be of earlier data.
          dataVersion: '',
          closed: null,
          changes: [{ ...promised, at: toldAt, isTold: true }],
        };
        const isFirst = index === 0;
        const entry: Entry = { customer, reference, orderId };
        return {
          letterId: key.letterId,
          place: index,
          line: JSON.stringify(line satisfies Line),
          progress: JSON.stringify(progress),
          revision: 1,
          toldAt,
          sealedEntry: isFirst ? base64(this.#entries.seal(entry, place)) : null,
          sealedContent: isFirst ? base64(this.#letters.seal({ told: [{ at: toldAt, text }], evidence }, place)) : null,
        };
      }),
    );
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
   * @throws like `checkQuestions`
   */
  async check(folder: PromiseFolder, always: boolean, caller: Caller, signal: AbortSignal): Promise<KeptPromises> {
    const { promises } = await this.#read(folder);
    const { today, dataVersion } = await this.#lookup.present();
    const open = promises.filter(({ kept }) => kept.closed === null && !isPast(kept, today, this.#now()));
    const isCurrent = ({ kept, progress }: ReadPromise) =>
      this.#lookup.isConsistent && kept.now.day === today && progress.dataVersion === dataVersion;
    const asked = always ? open : open.filter((each) => !isCurrent(each));
    const failed = asked.length === 0 ? 0 : await this.#checkLines(folder, open, new Set(asked), caller, signal);
    return { ...(await this.list(folder)), failed };
  }

  /** Checks some of the open promises; all of them share their letter's stock. Returns how many failed. */
  async #checkLines(
    folder: PromiseFolder,
    open: readonly ReadPromise[],
    asked: ReadonlySet<ReadPromise>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<number> {
    const letters = new Map<string, ReadPromise[]>();
    for (const promise of open) {
      const lines = letters.get(promise.kept.letterId);
      if (lines === undefined) letters.set(promise.kept.letterId, [promise]);
      else lines.push(promise);
    }
    const byKey = new Map<number, ReadPromise>();
    const questions: CountedLine[] = [];
    for (const lines of letters.values()) {
      const counted = lines.map((promise) => {
        const key = byKey.size + 1;
        byKey.set(key, promise);
        return { key, productId: promise.kept.productId, quantity: promise.kept.quantity };
      });
      questions.push(...lineQuestions(counted).filter(({ key }) => asked.has(byKey.get(key) as ReadPromise)));
    }
    let today: CalendarDate = '0001-01-01';
    let dataVersion = '';
    const changes: LineChange[] = [];
    await checkQuestions(this.#lookup, { questions }, caller, signal, {
      now: this.#now,
      ready: async () => undefined,
      emit: (event) => {
        if (event.kind === 'start') ({ today, dataVersion } = event);
        if (event.kind !== 'result') return;
        const promise = byKey.get(event.key);
        const found = promiseResult(event.result);
        if (promise === undefined || found === null) return;
        const at = event.result.kind === 'answered' ? event.result.checkedAt : this.#now();
        changes.push(changeOf(promise, afterCheck(promise.progress, found, { day: today, at, dataVersion })));
      },
    });
    await this.#store.changePromises(folder, changes);
    return asked.size - changes.length;
  }

  /**
   * Notes what the customer was told since.
   * @throws ServiceProblem `not-found`
   */
  async tell(key: LetterKey, place: number, { promised, text }: PromiseTold): Promise<void> {
    const at = this.#now();
    const letter = await this.letter(key);
    const told = [...letter.told, { at, text }];
    await this.#store.replaceLetter(key, base64(this.#letters.seal({ ...letter, told }, placeOf(key))));
    if (promised === undefined) return;
    await this.#change(key, place, (progress) => ({
      ...progress,
      promised,
      changes: [...progress.changes, { ...promised, at, isTold: true }].slice(-maxChanges),
    }));
  }

  /**
   * Closes a promise, or opens it again.
   * @throws ServiceProblem `not-found`
   */
  close(key: LetterKey, place: number, closed: CloseReason | null): Promise<void> {
    return this.#change(key, place, (progress) => ({ ...progress, closed }));
  }

  /**
   * Returns the texts of a letter.
   * @throws ServiceProblem `not-found`, or `damaged-store` if it can't be decrypted
   */
  async letter(key: LetterKey): Promise<StoredLetter> {
    const sealed = await this.#store.findLetter(key);
    if (sealed === null) throw noPromise();
    const letter = this.#letters.open(Buffer.from(sealed, 'base64'), placeOf(key));
    if (letter === null)
      throw new ServiceProblem(
        'damaged-store',
        "This promise can't be decrypted. Ask your administrator to restore the SESSION_SECRET that it was written with.",
      );
    return letter;
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
    await this.#store.deletePromisesBefore(this.#now() - promiseLimits.days * dayInMilliseconds);
  }

  /** Changes a promise, again if a check changes it meanwhile. */
  async #change(key: LetterKey, place: number, change: (progress: Progress) => Progress, tries = 5): Promise<void> {
    const { promises } = await this.#read(key);
    const found = promises.find(({ kept }) => kept.letterId === key.letterId && kept.place === place);
    if (found === undefined) throw noPromise();
    const changed = await this.#store.changePromises(key, [changeOf(found, change(found.progress))]);
    if (changed === 1) return;
    if (tries === 1) throw new ServiceProblem('version-conflict', 'This promise was changed meanwhile. Try again.');
    await this.#change(key, place, change, tries - 1);
  }

  async #read(folder: PromiseFolder): Promise<{ promises: ReadPromise[]; unreadable: number }> {
    const rows = await this.#store.listPromises(folder);
    const entries = new Map<string, Entry | null>();
    for (const { letterId, sealedEntry } of rows)
      if (sealedEntry !== null)
        entries.set(letterId, this.#entries.open(Buffer.from(sealedEntry, 'base64'), placeOf({ ...folder, letterId })));
    const promises = rows.flatMap((row) => {
      const entry = entries.get(row.letterId);
      return entry ? readPromise(row, entry) : [];
    });
    return { promises, unreadable: rows.length - promises.length };
  }
}

function readPromise(
  { letterId, place, line, progress: text, toldAt, revision }: TrackedLine,
  entry: Entry,
): ReadPromise {
  const progress = JSON.parse(text) as Progress;
  const { dataVersion: _, ...shown } = progress;
  return { kept: { letterId, place, ...(JSON.parse(line) as Line), ...entry, toldAt, ...shown }, progress, revision };
}

function changeOf({ kept: { letterId, place }, revision }: ReadPromise, progress: Progress): LineChange {
  return { letterId, place, revision, progress: JSON.stringify(progress) };
}

/** What a check makes of a promise: a result that is the same as the last only renews it. */
function afterCheck(
  progress: Progress,
  result: PromiseResult,
  { day, at, dataVersion }: { day: CalendarDate; at: number; dataVersion: string },
): Progress {
  const now = { ...result, day };
  const renewed = { ...progress, now, checkedAt: at, dataVersion };
  if (isSameResult(progress.now, now)) return renewed;
  return { ...renewed, since: at, changes: [...progress.changes, { ...now, at, isTold: false }].slice(-maxChanges) };
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
