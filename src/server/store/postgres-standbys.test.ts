import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type PostgresServer, startPostgres } from '#scripts/postgres-server.ts';
import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

import { openStore } from './open-store.ts';
import { connect, type Sql } from './postgres-client.ts';
import { PostgresStandbys } from './postgres-standbys.ts';
import type { Store, StoreLocation } from './stock-store.ts';
import { stockRow, testMarket, writeTo } from './temporary-store.fixture.ts';

const today: CalendarDate = '2026-11-21';
const patience = { timeout: 20_000, interval: 50 };

let primary: PostgresServer;
let standby: PostgresServer;
let location: StoreLocation;
let store: Store;
let sql: Sql;
let onStandby: Sql;
let standbys: PostgresStandbys<Sql>;
let imports = 0;

beforeAll(async () => {
  primary = await startPostgres({ wal_level: 'replica' });
  standby = await primary.startStandby();
  location = { kind: 'postgres', url: primary.url, readUrls: [standby.url] };
  store = await openStore(location);
  sql = connect(primary.url, 2);
  onStandby = connect(standby.url, 1);
  standbys = new PostgresStandbys(sql, [standby.url], 2, (reading) => reading);
});
afterAll(async () => {
  await store.close();
  await standbys.close();
  await Promise.all([sql.end(), onStandby.end({ timeout: 0 })]);
  await standby.stop();
  await primary.stop();
});

/** Imports a later date for the product and returns it. */
async function importNext(): Promise<CalendarDate> {
  imports += 1;
  const stockDate = addDays(today, imports);
  const rows = [stockRow({ productId: 7, stockDate, stockQuantity: 5 })];
  await writeTo(location, { rows, replaceStock: true, products: [{ productId: 7, name: 'x', sku: null, unit: 'm' }] });
  return stockDate;
}

async function dateNow(): Promise<unknown> {
  const [found] = await store.findStock(testMarket, [{ productId: 7, quantity: 1 }], today);
  return found?.kind === 'found' ? found.stockDate : found?.kind;
}

/** Whether reads currently go to the standby. */
async function isByStandby(): Promise<unknown> {
  const [row] = await standbys.read((reading) => reading`SELECT pg_is_in_recovery() AS "isStandby"`);
  return row?.['isStandby'];
}
const untilByStandby = (expected: boolean) =>
  vi.waitFor(async () => expect(await isByStandby()).toBe(expected), patience);

test('the last import is read immediately, and from the standby once it has it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const date = await importNext();
    expect(await Promise.all([dateNow(), dateNow(), dateNow()])).toEqual([date, date, date]);
  }
  await untilByStandby(true);
  expect(await dateNow()).toBe(addDays(today, imports));
  expect((await store.searchProducts('x', 1, 5)).products).toMatchObject([{ productId: 7 }]);
  expect(await store.resolveProducts(['7'])).toMatchObject([{ productId: 7 }]);
});

test('a lagging standby is not used until it has caught up', async () => {
  await untilByStandby(true);
  await onStandby`SELECT pg_wal_replay_pause()`;
  const date = await importNext();
  for (let requested = 0; requested < 20; requested += 1)
    expect([await dateNow(), await isByStandby()]).toEqual([date, false]);
  await onStandby`SELECT pg_wal_replay_resume()`;
  await untilByStandby(true);
  expect(await dateNow()).toBe(date);
});

test('no read fails if a standby stops, and it is used again when it is back', async () => {
  await untilByStandby(true);
  const date = addDays(today, imports);
  const stopped = standby.halt();
  const requested = Array.from({ length: 200 }, async (_, index) => {
    await wait(index * 2);
    return dateNow();
  });
  expect(new Set(await Promise.all(requested))).toEqual(new Set([date]));
  await stopped;
  expect(await isByStandby()).toBe(false);
  const later = await importNext();
  expect(await dateNow()).toBe(later);
  await standby.resume();
  await untilByStandby(true);
  expect(await dateNow()).toBe(later);
});

test('a server that starts while the standby is stopped reads from the primary', async () => {
  await standby.halt();
  const other = await openStore(location);
  expect(await other.resolveProducts(['7'])).toMatchObject([{ productId: 7 }]);
  await other.close();
  await standby.resume();
});

test('a standby of another primary with as many imports is never read', async () => {
  const otherPrimary = await startPostgres({ wal_level: 'replica' });
  const otherStandby = await otherPrimary.startStandby();
  const rows = [stockRow({ productId: 7, stockDate: '2026-11-21', stockQuantity: 5 })];
  const other: StoreLocation = { kind: 'postgres', url: otherPrimary.url };
  for (let count = 0; count < imports; count += 1) await writeTo(other, { rows });
  const watching = await openStore(other);
  const mistaken = await openStore({ ...location, readUrls: [otherStandby.url] } as StoreLocation);
  expect((await watching.state()).generation).toBe((await mistaken.state()).generation);
  const ofOther = connect(otherStandby.url, 1);
  await vi.waitFor(async () => {
    const [state] = await ofOther`SELECT generation FROM store_state`;
    expect(state?.['generation']).toBe(imports);
  }, patience);
  for (let requested = 0; requested < 5; requested += 1) {
    await wait(100);
    const found = await mistaken.findStock(testMarket, [{ productId: 7, quantity: 1 }], today);
    expect(found).toMatchObject([{ stockDate: addDays(today, imports) }]);
  }
  await Promise.all([mistaken.close(), watching.close(), ofOther.end()]);
  await otherStandby.stop();
  await otherPrimary.stop();
});

test("sessions are the primary's", async () => {
  const session = { idDigest: 'a', personDigest: 'b', sealedCredentials: new Uint8Array([1]), expiresAt: 9 };
  await untilByStandby(true);
  await store.saveSession(session);
  expect(await store.findSession('a', 0)).toEqual(session);
});

test('a promoted standby is no longer used', async () => {
  await untilByStandby(true);
  await onStandby`SELECT pg_promote()`;
  await importNext();
  await vi.waitFor(async () => expect(await isByStandby()).toBe(false), patience);
  expect(await dateNow()).toBe(addDays(today, imports));
});
