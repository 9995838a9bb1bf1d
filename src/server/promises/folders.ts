import type { Market } from '#stock/contract/envelope.ts';
import type { CheckingState } from '#stock/contract/watches.ts';
import type { Credentials, Identity, SharedCredentials, StockBackend } from '#server/gateway/stock-backend.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';
import { stockDigestOf } from '#server/orders/documents.ts';
import { isUnauthorized } from '#server/service/service-problem.ts';
import { Seal } from '#server/sign-in/sessions.ts';
import type { SignedIn, SignIn } from '#server/sign-in/sign-in.ts';
import type { PromiseFolder } from '#server/store/sql-promises.ts';
import type { RunStore, StoredFolder } from '#server/store/sql-runs.ts';

interface FoldersOptions {
  store: RunStore;
  /** The own credentials of a person in living sessions. */
  livingCredentials: SignIn['livingCredentials'];
  identify: StockBackend['identify'];
  /** Credentials of the server; null if each person has their own. */
  shared: SharedCredentials | null;
  /** Whether this server's own store holds the stock, so that checks need no credentials of their person. */
  isEmbedded: boolean;
  sessionSecret: string;
  /** Identifies the stock service. */
  service: string;
  now: () => Date;
}

/** Longest time that credentials without an end are kept, in seconds. */
const longestKept = 30 * 24 * 3600;

/**
 * The folders of promises and watches: a person's, of a service and market. Says with whose credentials a run checks
 * them: the server's, those of a living session, or those that the person lets it keep.
 */
export class Folders {
  readonly #options: FoldersOptions;
  readonly #seal: Seal<Credentials>;

  constructor(options: FoldersOptions) {
    this.#options = options;
    this.#seal = new Seal(options.sessionSecret, 'credentials kept for checks');
  }

  of(person: SignedIn): PromiseFolder {
    return { personId: person.personId, stockDigest: stockDigestOf(this.#options.service, person) };
  }

  /** Notes the folder for runs and returns it. */
  async note(person: SignedIn): Promise<PromiseFolder> {
    const folder = this.of(person);
    const { market } = person.identity;
    await this.#options.store.saveFolder(folder, market && JSON.stringify(market));
    return folder;
  }

  /** Whether runs check the person's folder while they are signed out. */
  async state(person: SignedIn): Promise<CheckingState> {
    if (this.#options.isEmbedded || person.whose === 'shared') return { kind: 'always' };
    const found = await this.#options.store.findFolder(this.of(person));
    const until = this.#endOf(person.identity);
    return found !== null && found.credentialsEnd !== null && found.credentialsEnd > this.#unixSeconds()
      ? { kind: 'kept', until: found.credentialsEnd * 1000 }
      : { kind: 'while-signed-in', until: until * 1000 };
  }

  /** Keeps the person's credentials for runs until they expire. */
  async keepCredentials(person: SignedIn): Promise<void> {
    if (this.#options.isEmbedded || person.whose === 'shared') return;
    const folder = await this.note(person);
    const sealed = this.#seal.seal(person.credentials, placeOf(folder));
    await this.#options.store.keepCredentials(folder, sealed, this.#endOf(person.identity));
  }

  /** Deletes the kept credentials of a person, in all markets. */
  forgetCredentials(personId: string): Promise<void> {
    return this.#options.store.forgetCredentials(personId);
  }

  /** Deletes kept credentials that have expired. */
  async forgetExpired(): Promise<void> {
    await this.#options.store.forgetExpiredCredentials(this.#unixSeconds());
  }

  /** The market of a folder; null if it isn't known. Folders of earlier versions don't tell theirs. */
  marketOf({ market, personId, stockDigest }: StoredFolder, usual: Market): Market | null {
    if (market !== null) return JSON.parse(market) as Market;
    const identity = { market: usual, expiresAt: null, subject: null };
    const digest = stockDigestOf(this.#options.service, { identity, whose: 'shared', personId });
    return digest === stockDigest ? usual : null;
  }

  /** Who requests stock for a folder; null if its owner has to sign in first. */
  async callerOf(folder: StoredFolder, requestId: string): Promise<Caller | null> {
    const { shared, livingCredentials } = this.#options;
    if (shared !== null) {
      const caller = await this.#callerBy(await shared(), 'shared', folder, requestId);
      if (caller !== null) return caller;
    }
    for (const credentials of [...(await livingCredentials(folder.personId)), ...this.#keptOf(folder)]) {
      const caller = await this.#callerBy(credentials, 'own', folder, requestId);
      if (caller !== null) return caller;
    }
    return null;
  }

  #keptOf(folder: StoredFolder): Credentials[] {
    const { sealedCredentials, credentialsEnd } = folder;
    if (sealedCredentials === null || credentialsEnd === null || credentialsEnd <= this.#unixSeconds()) return [];
    const opened = this.#seal.open(sealedCredentials, placeOf(folder));
    return opened === null ? [] : [opened];
  }

  /** Null if the credentials have expired, or are of another market than the folder. */
  async #callerBy(
    credentials: Credentials,
    whose: SignedIn['whose'],
    folder: PromiseFolder,
    requestId: string,
  ): Promise<Caller | null> {
    try {
      const identity = await this.#options.identify(credentials);
      const { personId } = folder;
      if (stockDigestOf(this.#options.service, { identity, whose, personId }) !== folder.stockDigest) return null;
      const { expiresAt, market } = identity;
      return { credentials, expiresAt, market, bypassCache: true, isBackground: true, requestId };
    } catch (error) {
      if (isUnauthorized(error)) return null;
      throw error;
    }
  }

  #endOf({ expiresAt }: Identity): number {
    return Math.floor(expiresAt ?? this.#unixSeconds() + longestKept);
  }

  #unixSeconds(): number {
    return Math.floor(this.#options.now().getTime() / 1000);
  }
}

/** Sealed credentials open only in the folder that they were sealed for. */
function placeOf({ personId, stockDigest }: PromiseFolder): string {
  return [personId, stockDigest, 'credentials'].join(' ');
}
