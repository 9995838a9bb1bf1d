import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { inject } from 'vitest';

import type { Market } from '#stock/contract/envelope.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';

import { openStore, openWriter } from './open-store.ts';
import { storePath } from './sqlite-store.ts';
import type { NewMail, NewNotification } from './sql-notifications.ts';
import type { PromiseFolder } from './sql-promises.ts';
import type { RunStore } from './sql-runs.ts';
import type { StockRow, Store, StoreLocation, WriteOptions } from './stock-store.ts';

export const testMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

export interface WrittenContent extends Partial<WriteOptions> {
  rows?: readonly StockRow[];
  products?: readonly Product[];
  market?: Market;
}

/** Location of a temporary store. */
export interface TemporaryLocation {
  location: StoreLocation;
  remove: () => Promise<void>;
}

/** A temporary store for tests. */
export interface TemporaryStore {
  location: StoreLocation;
  store: Store;
  /** Imports rows and products in one transaction. */
  write: (content: WrittenContent) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Creates a location in SQLite, or in PostgreSQL if `STORE_UNDER_TEST` is `postgres`.
 * @param template what a database of PostgreSQL is copied from: an empty store, or nothing at all
 */
export async function makeTemporaryLocation(template?: typeof templateDatabase): Promise<TemporaryLocation> {
  if (process.env.STORE_UNDER_TEST === 'postgres') {
    const { url, drop } = await createTemporaryDatabase(template);
    return { location: { kind: 'postgres', url }, remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'stock-store-'));
  return {
    location: { kind: 'sqlite', path: storePath(folder) },
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

/** The setting that makes a program use this store. */
export function settingsFor(location: StoreLocation): Record<string, string> {
  return location.kind === 'sqlite' ? { DATA_DIR: dirname(location.path) } : { DATABASE_URL: location.url };
}

export async function openTemporaryStore(): Promise<TemporaryStore> {
  const { location, remove } = await makeTemporaryLocation(templateDatabase);
  const store = await openStore(location);
  return {
    location,
    store,
    write: (content) => writeTo(location, content),
    close: async () => {
      await store.close();
      await remove();
    },
  };
}

/** Imports rows and products in one transaction. */
export async function writeTo(
  location: StoreLocation,
  { rows = [], products = [], market = testMarket, ...options }: WrittenContent,
): Promise<void> {
  const writer = await openWriter(location, {
    contents: 'real',
    replaceStock: false,
    replaceProducts: false,
    ...options,
  });
  try {
    for (const row of rows) writer.putStock(market, row);
    for (const product of products) writer.putProduct(product);
    await writer.commit();
  } finally {
    await writer.close();
  }
}

/** Stores notifications with the mail that tells them, as a run does. */
export function addNotifications(
  store: RunStore,
  folder: PromiseFolder,
  added: readonly NewNotification[],
  mail: NewMail | null,
): Promise<void> {
  return store.pauseFolder(folder, 0, added, mail ?? { eventId: '', isHeld: false, madeAt: 0 });
}

/** A stock row that isn't deleted; `over` overrides any field. */
export function stockRow(over: Partial<StockRow> & Pick<StockRow, 'productId' | 'stockDate'>): StockRow {
  return { stockQuantity: 0, isMaxLeadTime: false, isDeleted: false, lastUpdateDate: '2026-11-20', ...over };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the PostgreSQL server for tests, as its superuser. */
    postgresUrl: string;
  }
}

/** The database of an empty store on the PostgreSQL server for tests. */
export const templateDatabase = 'empty_store';

/** Creates a database on the PostgreSQL server for tests. */
export async function createTemporaryDatabase(
  template?: typeof templateDatabase,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await createDatabase(server, name, template);
  return { url, drop: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Creates a database, a copy of `template` or empty, and returns its URL. */
export async function createDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function runOn(server: string, statement: string): Promise<void> {
  const sql = postgres(server, { max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/**
 * Returns all stored session data byte for byte, for tests to search: the files of SQLite, including the
 * write-ahead log, or the rows of PostgreSQL.
 */
export function storedSessions(location: StoreLocation): Promise<string> {
  return storedBytes(location, 'sessions.sqlite', [
    `SELECT concat_ws(' ', id_digest, person_digest, encode(sealed_credentials, 'escape'), expires_at) AS text FROM session`,
  ]);
}

/** Returns all stored documents, links, promises and notifications in the same way. */
export function storedDocuments(location: StoreLocation): Promise<string> {
  return storedBytes(location, 'orders.sqlite', [
    `SELECT concat_ws(' ', document::text, encode(sealed_entry, 'escape'), encode(sealed_content, 'escape')) AS text
     FROM document`,
    'SELECT document_share::text AS text FROM document_share',
    ...['tracked_line', 'notification', 'mail', 'mail_address'].map(
      (table) => `SELECT ${table}::text AS text FROM ${table}`,
    ),
    "SELECT concat_ws(' ', market, encode(sealed_credentials, 'escape')) AS text FROM tracked_folder",
  ]);
}

async function storedBytes(location: StoreLocation, file: string, statements: readonly string[]): Promise<string> {
  if (location.kind === 'sqlite') {
    const folder = dirname(location.path);
    const files = readdirSync(folder).filter((name) => name.startsWith(file));
    return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
  }
  const sql = postgres(location.url, { max: 1 });
  try {
    const rows = await Promise.all(statements.map((statement) => sql.unsafe<{ text: string }[]>(statement)));
    return rows.flatMap((found) => found.map(({ text }) => text)).join('\n');
  } finally {
    await sql.end();
  }
}

/** Runs each statement for documents, promises and notifications once, for tests of query plans. */
export async function useOwnedData(store: Store): Promise<void> {
  const key = { personId: 'ann', stockDigest: 'a', kind: 'order', id: 'an-order' } as const;
  const version = { id: key.id, changedAt: 1, size: 1, sealedEntry: new Uint8Array(), sealedContent: new Uint8Array() };
  await store.createDocument(key, version);
  await store.replaceDocument(key, { ...version, changedAt: 2 }, 1);
  await store.saveShare(key, { keyDigest: 'd', createdAt: 1, expiresAt: 9 });
  await store.listDocuments(key);
  await store.findDocument(key);
  await store.measureDocuments('ann', 'order');
  await store.listShares(key, 1);
  await store.countShares('ann', 1);
  await store.findShare('d', 1);
  await store.deleteShare(key, 'd');
  await store.deleteDocument(key, 2);
  await store.deleteDocumentsOf('ann');
  const letter = { personId: 'ann', stockDigest: 'a', letterId: 'a-letter' };
  const line = { letterId: 'a-letter', place: 0, line: '{}', progress: '{}', revision: 1, toldAt: 1 };
  await store.createLetter(letter, [{ ...line, sealedEntry: 'a', sealedContent: 'b' }]);
  await store.listPromises(letter);
  await store.measureLines('ann', 'promise');
  await store.putWatches(letter, [{ letterId: 'watch:1:1', line: '{}', progress: '{}', toldAt: 1, endsAt: 9 }]);
  await store.listWatches(letter, 1);
  await store.listLines(letter, { after: { letterId: '', place: 0 }, limit: 9, now: 1 });
  await store.findLines(letter, [line]);
  await store.changePromises(letter, [line]);
  await store.reportLines(letter, [line], {
    added: [],
    mail: { eventId: 'm', isHeld: false, madeAt: 1 },
    isLast: true,
  });
  await store.findLetter(letter);
  await store.changeLetter(letter, line, { from: 'b', to: 'c' });
  await store.deleteLetter(letter);
  await store.deletePromisesOf('ann');
  const folder = { personId: 'ann', stockDigest: 'a' };
  const notification = { eventId: 'e', madeAt: 1, content: '{}', line: null, remindOn: '2026-12-04' };
  const mail = { ...folder, eventId: 'm' };
  await store.saveAddress('ann', { isOn: true, sealed: 'a' });
  await addNotifications(store, folder, [notification], { eventId: 'm', isHeld: false, madeAt: 1 });
  await store.listNotifications(folder, 1);
  await store.countNotifications(folder);
  await store.planReminders('2026-12-04', '2026-12-02', 1);
  await store.markRead(folder, 1);
  await store.releaseMails(folder, 1);
  await store.claimMail(1, 2);
  await store.noteHandover(mail);
  await store.listMailed(mail);
  await store.settleMail(mail, { state: 'sent' });
  await store.findAddress('ann');
  await store.deleteAddress('ann');
  await store.deleteNotificationsBefore(1);
  await store.deleteNotificationsOf('ann');
  await store.saveFolder(letter, null);
  await store.pauseFolder(letter, 1, [], { eventId: 'm', isHeld: false, madeAt: 1 });
  await store.resumeFolder(letter);
  await store.stateOfPromises(letter);
  await store.remail({ of: 'run', as: 'run 1', since: 1 });
  await store.forgetExpiredCredentials(1);
  await store.keepCredentials(letter, new Uint8Array(), 9);
  await store.findFolder(letter);
  await store.listFolders();
  await store.forgetCredentials('ann');
  await store.findRun();
  await store.claimRun('a server', 1, 9);
  await store.saveRun('a server', 9, '{}');
}
