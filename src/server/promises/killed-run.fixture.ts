import { DatabaseSync } from '@photostructure/sqlite';
import { Socket } from 'node:net';

import { newTracking } from '#stock/promises/tracking.ts';
import { MailRecipients } from '#server/notifications/mail-recipients.ts';
import { MailSender } from '#server/notifications/mail-sender.ts';
import { mailTransport } from '#server/notifications/mail-transport.ts';
import type { StockLookup } from '#server/lookup/stock-lookup.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store, StoreLocation } from '#server/store/stock-store.ts';

import { CheckRuns } from './check-runs.ts';

export const start = Date.parse('2026-11-26T12:00:00Z');
export const [people, linesOfPerson] = [10, 20];
const today = '2026-11-26';
export const folderOf = (person: number) => ({ personId: `person ${person}`, stockDigest: 'stock' });
export const productOf = (person: number, line: number) => 1 + person * linesOfPerson + line;

function recipientsOf(store: Store, smtpUrl: string, now: () => number) {
  const transport = mailTransport({ url: smtpUrl, from: 'stock@example.com', allowsPlain: true });
  return { transport, recipients: new MailRecipients({ store, transport, sessionSecret: 'secret', now }) };
}

/** Stores promises of persons with mails, all of which the next run finds earlier, and nothing else. */
export async function storePromises(store: Store, smtpUrl: string): Promise<void> {
  const known = { kind: 'expected', date: '2026-12-10', day: today } as const;
  const progress = JSON.stringify({
    promised: known,
    now: known,
    since: start,
    checkedAt: start,
    dataVersion: '1',
    tracking: newTracking({ result: known, at: start, updated: null }),
    closed: null,
    changes: [],
  });
  const { recipients } = recipientsOf(store, smtpUrl, () => start);
  for (let person = 0; person < people; person += 1) {
    const folder = folderOf(person);
    await store.deletePromisesOf(folder.personId);
    await store.deleteNotificationsOf(folder.personId);
    await store.saveFolder(folder, null);
    const letterId = `letter of ${person}`;
    const lines = Array.from({ length: linesOfPerson }, (_, place) => {
      const productId = productOf(person, place);
      const line = JSON.stringify({ productId, product: `<${productId}>`, quantity: 1000, unit: null });
      const sealed = { sealedEntry: null, sealedContent: null };
      return { letterId, place, line, progress, revision: 1, toldAt: start, ...sealed };
    });
    await store.createLetter({ ...folder, letterId }, lines);
    const signedIn = { personId: folder.personId, person: { verifiedEmail: `person-${person}@example.com` } };
    const choice = { isOn: true, withNames: false, language: 'en', locale: 'en-US' } as const;
    await recipients.choose(signedIn as never, choice);
  }
  await store.claimRun('nobody', start - 3_600_000, start);
  await store.saveRun('nobody', 0, '');
}

const unused = () => Promise.reject(new Error('A run asks only for results.'));
const lookup: StockLookup = {
  isConsistent: true,
  present: async () => ({ today, dataVersion: '2' }),
  product: unused,
  calendarPage: unused,
  calendars: unused,
  results: async (requests, _caller, _signal, { settle }) => {
    const stockResult = { kind: 'expected', date: '2026-12-01' } as const;
    const item = { lastUpdateDate: null } as never;
    for (const index of requests.keys())
      settle(index, { kind: 'result', stockResult, item, checkedAt: start, isStale: false });
  },
};

/** Checks all promises and sends the mails that tell what was found, as a server does. */
export async function runOnce(store: Store, smtpUrl: string, now: () => number): Promise<void> {
  const credentials = { token: '', subscriptionKey: '' };
  const caller = { credentials, expiresAt: null, market: null, bypassCache: true, requestId: '' };
  const runs = new CheckRuns({
    store,
    access: async () => ({ key: 'all', lookup, caller }),
    lookup,
    clock: { timeZone: 'Europe/Brussels', checkAt: '06:00' },
    now,
    log: { info: () => undefined, error: () => undefined },
  });
  await runs.tick();
  const sender = new MailSender({
    store,
    ...recipientsOf(store, smtpUrl, now),
    namesOf: async () => new Map(),
    baseUrl: () => 'https://stock.example.com',
    today: () => today,
    now,
    onError: (error) => {
      throw error;
    },
  });
  await sender.sendDue();
}

/** What a process that is to be killed does, as JSON. */
export interface KilledRun {
  location: StoreLocation;
  smtpUrl: string;
  /** After how many steps; null for not at all. */
  killAt: number | null;
}

/**
 * Runs once in a process that kills itself after a step: a statement of SQLite, or what it sends to PostgreSQL or the mail
 * server, or receives from them. Prints the number of steps if it survives.
 */
export async function runKilled({ location, smtpUrl, killAt }: KilledRun): Promise<void> {
  const store = await openStore(location);
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps === killAt) process.kill(process.pid, 'SIGKILL');
  };
  afterEach(DatabaseSync.prototype, 'exec', step);
  const statement = Object.getPrototypeOf(new DatabaseSync(':memory:').prepare('SELECT 1')) as object;
  afterEach(statement, 'all', step);
  afterEach(Socket.prototype, 'write', step);
  afterEach(Socket.prototype, 'push', step);
  await runOnce(store, smtpUrl, () => start);
  const count = steps;
  await store.close();
  process.send?.(count);
  process.disconnect?.();
}

function afterEach(prototype: object, name: string, step: () => void): void {
  const method = Reflect.get(prototype, name) as (...words: unknown[]) => unknown;
  Reflect.set(prototype, name, function (this: unknown, ...words: unknown[]) {
    const result = method.apply(this, words);
    step();
    return result;
  });
}
