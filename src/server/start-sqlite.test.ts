import { DatabaseSync } from '@photostructure/sqlite';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { Problem } from '#stock/contract/problem.ts';
import { openStore } from '#server/store/open-store.ts';
import { DamagedStoreError } from '#server/store/stock-store.ts';
import { stockRow, writeTo } from '#server/store/temporary-store.fixture.ts';

import { serverStarter, type ServerStarter } from './server-starter.fixture.ts';
import type { RunningServer } from './start-server.ts';

let servers: ServerStarter;
beforeEach(async () => {
  servers = await serverStarter();
});
afterEach(() => servers.close());

function storeFile(): string {
  if (servers.location.kind !== 'sqlite') throw new Error('These tests are about SQLite.');
  return servers.location.path;
}

const sessionOf = async ({ address }: RunningServer) =>
  Session.parse(await (await fetch(`${address}/gateway/session`)).json());

it('fills an empty store before the first response, and reports it', async () => {
  const server = await servers.start();
  expect(servers.lines).toEqual([
    expect.stringContaining('demo data'),
    expect.stringMatching(/^Stock Horizon is at http:\/\/127\.0\.0\.1:\d+ .*Demo data.*npm run import/),
  ]);
  expect((await sessionOf(server)).service).toMatchObject({ demo: true, searchable: true, version: '1.2.3' });
  const { products } = await (await fetch(`${server.address}/gateway/products?pageSize=1`)).json();
  expect(products).toHaveLength(1);

  await server.close();
  const again = await servers.start();
  expect(servers.lines).toHaveLength(3);
  expect((await sessionOf(again)).service.generation).toBe(1);
});

it('fills it once if two servers start concurrently', async () => {
  const both = await Promise.all([servers.start(), servers.start()]);
  // On a slow machine, one server may stop waiting and start without data; later both serve the same data.
  for (const server of both) expect((await sessionOf(server)).service).toMatchObject({ demo: true, generation: 1 });
});

const statusOf = async ({ address }: RunningServer) =>
  (await fetch(`${address}/gateway/availability?productId=10001&quantity=1`)).status;

it('fills it at the next start if the first was killed before', async () => {
  const unfinished = join(dirname(storeFile()), 'first-start');
  await (await openStore(servers.location)).close();
  await writeFile(unfinished, '');
  const server = await servers.start();
  expect((await sessionOf(server)).service).toMatchObject({ isEmpty: false, demo: true, generation: 1 });
  expect(await readdir(dirname(storeFile()))).not.toContain('first-start');
});

it.each([
  ['the store was lost since', () => writeFile(storeFile(), ''), true],
  ['real data was imported since', () => servers.importRealData(), false],
])('loads no demo data after a killed first start if %s', async (_name, change, isEmpty) => {
  await writeFile(join(dirname(storeFile()), 'first-start'), '');
  await change();
  const server = await servers.start();
  expect((await sessionOf(server)).service).toMatchObject({ isEmpty, demo: false });
  expect(await readdir(dirname(storeFile()))).not.toContain('first-start');
});

describe('a lost store is never filled with demo data', () => {
  it.each([
    ['without a file, if a secret is configured', () => Promise.resolve(), { SESSION_SECRET: 'x'.repeat(32) }],
    ['with an empty file, even at the next start', () => writeFile(storeFile(), ''), {}],
  ])('%s', async (_name, lose, env) => {
    await lose();
    for (let time = 0; time < 2; time += 1) {
      const server = await servers.start(env);
      expect(servers.lines.at(-1)).toMatch(/ - No stock data imported\. .*npm run import.*DEMO=1$/);
      expect((await sessionOf(server)).service).toMatchObject({ isEmpty: true, demo: false, generation: 0 });
      expect(await statusOf(server)).toBe(503);
      await server.close();
    }
    const server = await servers.start({ ...env, DEMO: '1' });
    expect((await sessionOf(server)).service).toMatchObject({ isEmpty: false, demo: true });
    expect(await statusOf(server)).toBe(200);
  });

  it('nor is earlier demo data served', async () => {
    await (await servers.start()).close();
    const server = await servers.start({ STOCK_SUBSCRIPTION_KEYS: 'a-subscription-key' });
    expect((await sessionOf(server)).service).toMatchObject({ isEmpty: true, demo: false });
    expect(await statusOf(server)).toBe(503);
  });
});

it('reports a store that is no database', async () => {
  await writeFile(storeFile(), 'this is no database, '.repeat(100));
  await expect(servers.start()).rejects.toThrow(
    /^Can't open the store .*stock\.sqlite: it is damaged or not a database\./,
  );
});

describe('a damaged store', () => {
  const rows = Array.from({ length: 3000 }, (_, index) =>
    stockRow({ productId: index + 1, stockDate: '2026-11-20', stockQuantity: 5000 }),
  );

  it.each([
    ['in a value, which SQLite does not detect', damageValue],
    ['in a page', damagePage],
  ])('%s, is reported and not served', async (_name, damage) => {
    await writeTo(servers.location, { rows });
    damage(storeFile());
    const server = await servers.start();
    expect(servers.lines.at(-1)).toMatch(/stock\.sqlite is damaged and is not served\. Restore a backup/);
    const health = await fetch(`${server.address}/healthz`);
    expect([health.status, await health.text()]).toEqual([503, expect.stringContaining('The store is damaged.')]);
    for (const path of [
      'availability?productId=7&quantity=1',
      'availability?productId=2999',
      'calendars',
      'products?q=7',
      'session',
    ]) {
      const response = await fetch(`${server.address}/gateway/${path}`);
      const { detail } = Problem.parse(await response.json());
      expect([path, response.status, detail]).toEqual([path, 503, expect.stringContaining('stored data is damaged')]);
    }
  });

  it('in any searchable text, is detected', async () => {
    await writeTo(servers.location, { rows, products: [{ productId: 7, name: 'Velvet', sku: 'QX-7', unit: 'm' }] });
    const sound = await readFile(storeFile());
    const places = ['qx-7', 'velvet', 'BRU'].flatMap((text) => placesOf(sound, text));
    expect(places.length).toBeGreaterThan(6);
    for (const place of places) {
      const damaged = Buffer.from(sound);
      damaged[place] = damaged.readUInt8(place) + 1;
      await writeFile(storeFile(), damaged);
      const store = await openStore(servers.location);
      expect([place, await store.findDamage()]).toEqual([place, expect.any(DamagedStoreError)]);
      await store.close();
    }
  });

  it('is not reported if the checksum matches, after further imports too', async () => {
    await writeTo(servers.location, { rows, products: [{ productId: 7, name: 'Ä', sku: null, unit: 'm' }] });
    await writeTo(servers.location, { rows: [stockRow({ productId: 7, stockDate: '2026-11-20', stockQuantity: 1 })] });
    forgetNewerSums(storeFile());
    const server = await servers.start();
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  });
});

/** Restores the checksum of versions that didn't include search data. */
function forgetNewerSums(path: string): void {
  const database = new DatabaseSync(path);
  const { checksum } = database.prepare('SELECT checksum FROM store_state').get() as { checksum: string };
  database.prepare('UPDATE store_state SET checksum = ?').run(checksum.split(' ').slice(0, 4).join(' '));
  database.close();
}

function placesOf(file: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(text); at !== -1; at = file.indexOf(text, at + 1)) places.push(at);
  return places;
}

function damageValue(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('UPDATE stock SET stock_quantity = stock_quantity + 1 WHERE product_id = 7');
  database.close();
}

function damagePage(path: string): void {
  const file = openSync(path, 'r+');
  const { size } = fstatSync(file);
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, Math.floor(size / 8192) * 4096);
  closeSync(file);
}

it('loses only the sessions if only they are damaged', async () => {
  await servers.importRealData();
  const sessions = join(dirname(storeFile()), 'sessions.sqlite');
  await writeFile(sessions, 'this is no database, '.repeat(100));
  const server = await servers.start();
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.address}/gateway/session`)).status).toBe(200);
  expect(await readFile(`${sessions}.damaged`, 'utf8')).toContain('this is no database');
});

it('creates no files that other users of the machine can read', async () => {
  await servers.start();
  const folder = dirname(storeFile());
  const files = await readdir(folder);
  expect(files).toEqual(expect.arrayContaining(['stock.sqlite', 'sessions.sqlite', 'session-secret']));
  for (const file of files) expect([file, (await stat(join(folder, file))).mode & 0o077]).toEqual([file, 0]);
});

it('reports missing permissions for the store', async () => {
  await mkdir(storeFile());
  await expect(servers.start()).rejects.toThrow(/: this user has no read and write permission\./);
});
