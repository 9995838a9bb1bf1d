import { createHash, randomBytes } from 'node:crypto';

import { type CreatedKey, type KeyEntry, type KeyKind, keyLimits } from '#stock/contract/keys.ts';
import type { Caller } from '#server/lookup/stock-lookup.ts';
import { stockDigestOf } from '#server/orders/documents.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import { Seal } from '#server/sign-in/sessions.ts';
import type { SignedIn, SignIn } from '#server/sign-in/sign-in.ts';
import type { KeyStore, StoredKey } from '#server/store/sql-keys.ts';
import { isStoreUnavailable } from '#server/store/stock-store.ts';

/** What is encrypted of a key. */
interface KeyContent {
  name: string;
  /** What it opens, as its kind says. */
  opens: unknown;
  /** Whose credentials the person had: the server's, or their own, which aren't stored with the key. */
  whose: SignedIn['whose'];
}

/** A key that is to be made. */
interface NewKey extends Pick<KeyContent, 'name' | 'opens'> {
  kind: KeyKind;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** A valid key. */
export interface FoundKey extends KeyContent {
  id: string;
  /** Whose it is, and in which service and market. */
  personId: string;
  stockDigest: string;
  kind: KeyKind;
  createdAt: number;
  expiresAt: number;
}

/** Milliseconds within which uses of a key are noted once. */
const useInterval = 60_000;

/**
 * Keys that persons make for programs and customers: random texts of 256 bits, of which the store has digests. What a
 * key opens is encrypted with a key derived from `SESSION_SECRET`.
 */
export class Keys {
  readonly #store: KeyStore;
  readonly #service: string;
  readonly #now: () => number;
  readonly #contents: Seal<KeyContent>;

  /**
   * @param service identifies the stock service
   * @param now Unix milliseconds
   */
  constructor(store: KeyStore, sessionSecret: string, service: string, now: () => number) {
    this.#store = store;
    this.#service = service;
    this.#now = now;
    this.#contents = new Seal(sessionSecret, 'contents of keys');
  }

  /**
   * Makes a key of the person, who is told it once.
   * @throws ServiceProblem `limit-reached`
   */
  async create(person: SignedIn, { kind, name, opens, expiresAt }: NewKey): Promise<CreatedKey> {
    const createdAt = this.#now();
    const key = randomBytes(32).toString('base64url');
    const stored = {
      digest: keyIdOf(key),
      personId: person.personId,
      stockDigest: stockDigestOf(this.#service, person),
      kind,
      createdAt,
      usedAt: null,
      expiresAt,
    };
    const content: KeyContent = { name, opens, whose: person.whose };
    const sealedContent = base64(this.#contents.seal(content, placeOf(stored)));
    const { count, bytes } = await this.#store.measureKeys(person.personId, createdAt, null);
    if (count >= keyLimits.keys)
      throw new ServiceProblem('limit-reached', `You have ${keyLimits.keys} keys and links. Revoke one first.`);
    requireRoom(bytes + sealedContent.length);
    await this.#store.createKey({ ...stored, sealedContent });
    return { ...entryOf(stored, content), key };
  }

  /** Returns the valid keys of a person, in all markets, last made first. */
  async list({ personId }: Pick<SignedIn, 'personId'>): Promise<KeyEntry[]> {
    const found = await this.#store.listKeys(personId, this.#now());
    return found.map((stored) => entryOf(stored, this.#contentOf(stored)));
  }

  /**
   * Returns the valid key that a text is; null if it is unknown, of another kind, has expired or was revoked.
   * @param isUse whether this counts as a use of the key
   */
  async find(key: string, kind: KeyKind, isUse = true): Promise<FoundKey | null> {
    const stored = await this.#store.findKey(keyIdOf(key), kind, this.#now());
    const content = stored && this.#contentOf(stored);
    if (stored === null || content === null) return null;
    if (isUse) await this.#noteUse(stored);
    return foundKey(stored, content);
  }

  /** Whether a key is still valid. */
  async isValid({ id, kind }: Pick<FoundKey, 'id' | 'kind'>): Promise<boolean> {
    return (await this.#store.findKey(id, kind, this.#now())) !== null;
  }

  /** Whether anybody has a valid key of a kind. */
  exist(kind: KeyKind): Promise<boolean> {
    return this.#store.hasKeys(kind, this.#now());
  }

  /** Returns the person's valid keys of a kind in their service and market, last made first. */
  async ofKind(person: SignedIn, kind: KeyKind): Promise<FoundKey[]> {
    const stockDigest = stockDigestOf(this.#service, person);
    const found = await this.#store.listKeys(person.personId, this.#now());
    return found
      .filter((stored) => stored.kind === kind && stored.stockDigest === stockDigest)
      .flatMap((stored) => {
        const content = this.#contentOf(stored);
        return content === null ? [] : foundKey(stored, content);
      });
  }

  /**
   * Changes the name of a key, what it opens, and when it expires. Returns whether there still is such a key.
   * @throws ServiceProblem `limit-reached`
   */
  async change(
    { id, personId, stockDigest, kind, whose }: FoundKey,
    { name, opens, expiresAt }: Omit<NewKey, 'kind'>,
  ): Promise<boolean> {
    const place = placeOf({ digest: id, personId, stockDigest, kind });
    const sealed = base64(this.#contents.seal({ name, opens, whose }, place));
    const others = await this.#store.measureKeys(personId, this.#now(), id);
    requireRoom(others.bytes + sealed.length);
    return this.#store.replaceKeyContent(personId, id, sealed, expiresAt);
  }

  /** Revokes a key of a person by its ID, at once on all servers. Returns whether there was one. */
  revoke({ personId }: Pick<SignedIn, 'personId'>, id: string): Promise<boolean> {
    return this.#store.deleteKey(personId, id);
  }

  /** Deletes all keys of a person, for all services and markets. */
  deleteAll({ personId }: Pick<SignedIn, 'personId'>): Promise<void> {
    return this.#store.deleteKeysOf(personId);
  }

  async forgetExpired(): Promise<void> {
    await this.#store.deleteExpiredKeys(this.#now());
  }

  /**
   * Who requests stock by a key: with the shared credentials, or with the person's own while they are signed in.
   * @returns null if there are no valid credentials for the key's market
   */
  async callerOf(
    { personId, stockDigest, whose }: FoundKey,
    signIn: Pick<SignIn, 'forPerson'>,
    requestId: string,
  ): Promise<Caller | null> {
    const found = await signIn.forPerson(
      personId,
      whose,
      (person) => stockDigestOf(this.#service, person) === stockDigest,
    );
    if (found === null) return null;
    const { credentials, identity } = found;
    const { expiresAt, market } = identity;
    return { credentials, expiresAt, market, bypassCache: false, requestId };
  }

  /** If the store can't be written, the key is used all the same. */
  async #noteUse({ digest, usedAt }: StoredKey): Promise<void> {
    const now = this.#now();
    if (usedAt !== null && now - usedAt < useInterval) return;
    try {
      await this.#store.noteKeyUse(digest, now);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
    }
  }

  #contentOf(stored: StoredKey): KeyContent | null {
    return this.#contents.open(Buffer.from(stored.sealedContent, 'base64'), placeOf(stored));
  }
}

function foundKey(
  { digest: id, personId, stockDigest, kind, createdAt, expiresAt }: StoredKey,
  content: KeyContent,
): FoundKey {
  return { ...content, id, personId, stockDigest, kind, createdAt, expiresAt };
}

function entryOf(
  { digest, kind, createdAt, usedAt, expiresAt }: Omit<StoredKey, 'sealedContent'>,
  content: Pick<KeyContent, 'name' | 'whose'> | null,
): KeyEntry {
  const { name = null, whose } = content ?? {};
  return { id: digest, kind, name, createdAt, usedAt, expiresAt, needsSession: whose === 'own' };
}

function requireRoom(bytes: number): void {
  if (bytes > keyLimits.totalBytes)
    throw new ServiceProblem(
      'limit-reached',
      `Your keys and links may take up ${keyLimits.totalBytes / 1_048_576} MiB. Revoke one that you no longer need.`,
    );
}

/** Sealed data opens only in the place that it was sealed for. */
function placeOf({
  digest,
  personId,
  stockDigest,
  kind,
}: Pick<StoredKey, 'digest' | 'personId' | 'stockDigest' | 'kind'>): string {
  return [personId, stockDigest, kind, digest].join(' ');
}

function base64(sealed: Uint8Array): string {
  return Buffer.from(sealed).toString('base64');
}

/** The ID of a key: its digest, which opens nothing. */
export function keyIdOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
