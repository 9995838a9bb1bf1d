import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { Market } from '#stock/contract/envelope.ts';
import { documentLimits, type ListContent, type OrderContent, type OrderEntry } from '#stock/contract/orders.ts';
import { grouped } from '#stock/contract/requests.ts';
import { Seal } from '#server/sign-in/sessions.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';
import { ServiceProblem } from '#server/service/service-problem.ts';
import type {
  DocumentFacts,
  DocumentFolder,
  DocumentKey,
  DocumentStore,
  StoredDocument,
  WrittenDocument,
} from '#server/store/sql-documents.ts';

/** What a kind of document contains. */
interface Contents {
  order: OrderContent;
  list: ListContent;
}
export type DocumentKind = keyof Contents;

/** What a list of documents shows of each. */
export type EntryFacts<Kind extends DocumentKind> = Kind extends 'order'
  ? Omit<OrderEntry, 'id' | 'changedAt'>
  : { name: string; productCount: number };

export type Entry<Kind extends DocumentKind> = { id: string; changedAt: number } & EntryFacts<Kind>;

interface Version<Kind extends DocumentKind> {
  id: string;
  /** Unix milliseconds; higher with each version. */
  changedAt: number;
  content: Contents[Kind];
}

export interface ShareFacts {
  id: string;
  /** Unix milliseconds. */
  createdAt: number;
  expiresAt: number;
}

const day = 86_400_000;

/**
 * Orders and lists of persons, encrypted with a key derived from `SESSION_SECRET`. A person has those of a service and
 * market; nobody else has them, except through a link that the person made.
 */
export class Documents {
  readonly #store: DocumentStore;
  readonly #service: string;
  readonly #now: () => number;
  readonly #entries: Seal<object>;
  readonly #contents: Seal<object>;

  /**
   * @param service identifies the stock service
   * @param now Unix milliseconds
   */
  constructor(store: DocumentStore, sessionSecret: string, service: string, now: () => number) {
    this.#store = store;
    this.#service = service;
    this.#now = now;
    this.#entries = new Seal(sessionSecret, 'list entries of documents');
    this.#contents = new Seal(sessionSecret, 'contents of documents');
  }

  /** The folder of a person's documents of a kind. */
  folderOf<Kind extends DocumentKind>(person: SignedIn, kind: Kind): DocumentFolder & { kind: Kind } {
    return { personId: person.personId, stockDigest: stockDigestOf(this.#service, person), kind };
  }

  /** Returns all documents of a folder, last changed first, apart from those that can't be decrypted. */
  async list<Kind extends DocumentKind>(
    folder: DocumentFolder & { kind: Kind },
  ): Promise<{ entries: Entry<Kind>[]; damaged: Pick<DocumentFacts, 'id' | 'changedAt'>[] }> {
    const entries: Entry<Kind>[] = [];
    const damaged: Pick<DocumentFacts, 'id' | 'changedAt'>[] = [];
    for (const stored of await this.#store.listDocuments(folder)) {
      const { id, changedAt } = stored;
      const entry = this.#entryOf({ ...folder, id }, stored);
      if (entry === null) damaged.push({ id, changedAt });
      else entries.push(entry);
    }
    return { entries, damaged };
  }

  /**
   * Returns a document; null if there is none.
   * @throws ServiceProblem `damaged-document` if it can't be decrypted
   */
  async read<Kind extends DocumentKind>(key: DocumentKey & { kind: Kind }): Promise<Version<Kind> | null> {
    const found = await this.#store.findDocument(key);
    return found && { id: found.id, changedAt: found.changedAt, content: this.#contentOf(key, found) };
  }

  /**
   * Writes a version of a document. A version with the same content as the current one is taken as that: the response
   * to a request sent again is the same.
   * @param knownChange `changedAt` of the version that it replaces; null for a new document
   * @param size bytes of the content as JSON
   * @throws ServiceProblem `limit-reached`, or `version-conflict` if another version is stored
   */
  async write<Kind extends DocumentKind>(
    key: DocumentKey & { kind: Kind },
    content: Contents[Kind],
    { entry, size, knownChange }: { entry: EntryFacts<Kind>; size: number; knownChange: number | null },
  ): Promise<{ entry: Entry<Kind>; isNew: boolean }> {
    await this.#requireRoom(key, size, knownChange === null && (await this.#store.findDocument(key)) === null);
    const changedAt = Math.max(this.#now(), (knownChange ?? 0) + 1);
    const place = placeOf(key);
    const document: WrittenDocument = {
      id: key.id,
      changedAt,
      size,
      sealedEntry: this.#entries.seal(entry, place),
      sealedContent: this.#contents.seal(content, place),
    };
    const isWritten =
      knownChange === null
        ? await this.#store.createDocument(key, document)
        : await this.#store.replaceDocument(key, document, knownChange);
    if (isWritten) return { entry: { id: key.id, changedAt, ...entry }, isNew: knownChange === null };
    const current = await this.#store.findDocument(key);
    const isSame = current !== null && isDeepStrictEqual(this.#contents.open(current.sealedContent, place), content);
    const sent = isSame ? this.#entryOf(key, current) : null;
    if (sent !== null) return { entry: sent, isNew: false };
    throw this.#conflict(key, current);
  }

  /**
   * Deletes a document. Its links lead nowhere then, unless it is created again with the same ID.
   * @param knownChange `changedAt` of the version; null for whatever version is stored, as of a damaged document
   * @throws ServiceProblem `version-conflict` if another version is stored
   */
  async delete(key: DocumentKey, knownChange: number | null): Promise<void> {
    const version = knownChange ?? (await this.#store.findDocument(key))?.changedAt;
    if (version === undefined || (await this.#store.deleteDocument(key, version))) return;
    const current = await this.#store.findDocument(key);
    if (current !== null) throw this.#conflict(key, current);
  }

  /** Deletes everything of a person, for all services and markets. */
  async deleteAll({ personId }: SignedIn): Promise<void> {
    await this.#store.deleteDocumentsOf(personId);
  }

  /**
   * Makes a link to a document of the person. Null if there is no such document.
   * @returns the link, and the key that opens it, which isn't stored
   * @throws ServiceProblem `limit-reached`
   */
  async share(key: DocumentKey, days: number): Promise<(ShareFacts & { key: string }) | null> {
    if ((await this.#store.findDocument(key)) === null) return null;
    const createdAt = this.#now();
    if ((await this.#store.countShares(key.personId, createdAt)) >= documentLimits.shares)
      throw limitReached(`You have ${documentLimits.shares} links. Revoke one first.`);
    const secret = randomBytes(32).toString('base64url');
    const share = { keyDigest: digestOf(secret), createdAt, expiresAt: createdAt + days * day };
    await this.#store.saveShare(key, share);
    return { id: share.keyDigest, createdAt, expiresAt: share.expiresAt, key: secret };
  }

  /** Returns the valid links to a document, oldest first. */
  async shares(key: DocumentKey): Promise<ShareFacts[]> {
    const found = await this.#store.listShares(key, this.#now());
    return found.map(({ keyDigest, createdAt, expiresAt }) => ({ id: keyDigest, createdAt, expiresAt }));
  }

  /** Returns the valid links of a person to all documents, in all markets; `name` is null if one leads nowhere. */
  async sharesOf({ personId }: Pick<SignedIn, 'personId'>): Promise<(ShareFacts & { name: string | null })[]> {
    const found = await this.#store.listSharesOf(personId, this.#now());
    return found.map(({ keyDigest, createdAt, expiresAt, sealedEntry, ...key }) => {
      const entry = sealedEntry && (this.#entries.open(sealedEntry, placeOf(key)) as { name: string } | null);
      return { id: keyDigest, createdAt, expiresAt, name: entry && entry.name };
    });
  }

  /** Revokes a link of a person, whatever it leads to. Returns whether there was one. */
  async revokeShare({ personId }: Pick<SignedIn, 'personId'>, shareId: string): Promise<boolean> {
    const key = await this.#store.findShare(shareId, this.#now());
    return key !== null && key.personId === personId && this.revoke(key, shareId);
  }

  /** Revokes a link, by the ID of {@link ShareFacts}. Returns whether there was one. */
  revoke(key: DocumentKey, shareId: string): Promise<boolean> {
    return this.#store.deleteShare(key, shareId);
  }

  /**
   * Returns the document that a link leads to. Null if the link is unknown, has expired or was revoked, if its document
   * was deleted, or if it is of another service or market than the person's.
   */
  async open(person: SignedIn, secret: string): Promise<(Version<DocumentKind> & { kind: DocumentKind }) | null> {
    const key = await this.#store.findShare(digestOf(secret), this.#now());
    if (key === null || key.stockDigest !== stockDigestOf(this.#service, person)) return null;
    const version = await this.read(key);
    return version && { ...version, kind: key.kind };
  }

  async forgetExpired(): Promise<void> {
    await this.#store.deleteExpiredShares(this.#now());
  }

  async #requireRoom(key: DocumentKey, size: number, isNew: boolean): Promise<void> {
    const { count, bytes } = await this.#store.measureDocuments(key.personId, key.kind);
    const most = key.kind === 'order' ? documentLimits.orders : documentLimits.lists;
    if (isNew && count >= most)
      throw limitReached(`You have ${grouped(most)} ${key.kind}s. Delete one that you no longer need.`);
    if (bytes + size > documentLimits.totalBytes)
      throw limitReached(
        `Your orders and lists take up ${documentLimits.totalBytes / 1_048_576} MiB. Delete one that you no longer need.`,
      );
  }

  #contentOf<Kind extends DocumentKind>(key: DocumentKey & { kind: Kind }, stored: StoredDocument): Contents[Kind] {
    const content = this.#contents.open(stored.sealedContent, placeOf(key));
    if (content === null) throw damaged();
    return content as Contents[Kind];
  }

  /** Null if it can't be decrypted. */
  #entryOf<Kind extends DocumentKind>(
    key: DocumentKey & { kind: Kind },
    { id, changedAt, sealedEntry }: DocumentFacts,
  ): Entry<Kind> | null {
    const entry = this.#entries.open(sealedEntry, placeOf(key));
    return entry && { id, changedAt, ...(entry as EntryFacts<Kind>) };
  }

  #conflict(key: DocumentKey, current: StoredDocument | null): ServiceProblem {
    const detail =
      current === null
        ? `This ${key.kind} was deleted elsewhere.`
        : `This ${key.kind} was changed elsewhere. Read it again before you change it.`;
    return new ServiceProblem('version-conflict', detail, {
      ...(current !== null && { headers: { ETag: etagOf(current) } }),
      current: current && this.#entryOf(key, current),
    });
  }
}

/** The ETag of a version. */
export function etagOf({ changedAt }: { changedAt: number }): string {
  return `"${changedAt}"`;
}

function limitReached(detail: string): ServiceProblem {
  return new ServiceProblem('limit-reached', detail);
}

function damaged(): ServiceProblem {
  return new ServiceProblem(
    'damaged-document',
    "This document can't be decrypted. Ask your administrator to restore the SESSION_SECRET that it was written with.",
  );
}

/**
 * Identifies service and market. If only the service knows the market of a token, everybody with the server's
 * credentials has the same, and everybody else their own.
 * @param service identifies the stock service
 */
export function stockDigestOf(
  service: string,
  { identity, whose, personId }: Pick<SignedIn, 'identity' | 'whose' | 'personId'>,
): string {
  const market = identity.market === null ? (whose === 'shared' ? 'shared' : personId) : codesOf(identity.market);
  return digestOf(JSON.stringify([service, market]));
}

/** Sealed data opens only in the place that it was sealed for. */
function placeOf({ personId, stockDigest, kind, id }: DocumentKey): string {
  return [personId, stockDigest, kind, id].join(' ');
}

function codesOf({ company, salesOrganization, territoryId }: Market): string[] {
  return [company, salesOrganization, territoryId];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
