import { DatabaseSync } from '@photostructure/sqlite';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openStore } from './open-store.ts';
import { postgresSchema } from './postgres-client.ts';
import { documentSchema, sessionSchema, stockSchema } from './sqlite-database.ts';
import { NewerSchemaError, type Store } from './stock-store.ts';
import {
  makeTemporaryLocation,
  stockRow,
  type TemporaryLocation,
  testMarket,
  writeTo,
} from './temporary-store.fixture.ts';

/**
 * Stores that earlier versions of this program wrote, each with its own import command from the same two files:
 * SQLite files as they are, PostgreSQL as `pg_dump --inserts` writes it. When a schema gets a new version, the store of
 * the version before is added.
 */
const folder = new URL('earlier-stores/', import.meta.url);
const kind = process.env.STORE_UNDER_TEST === 'postgres' ? 'postgres' : 'sqlite';
const files = readdirSync(folder).filter((name) => name.startsWith(kind));
const versions = [...new Set(files.map((name) => Number(/\d+/.exec(name)?.[0])))];
const latest = Math.max(...versions);

const session = {
  idDigest: 'ab'.repeat(32),
  personDigest: 'cd'.repeat(32),
  sealedCredentials: 'sealed credentials',
  expiresAt: 32_503_680_000,
};
const order = { personId: 'ef'.repeat(32), stockDigest: '12'.repeat(32), kind: 'order', id: 'summer' } as const;
const today = '2026-11-26';

let temporary: TemporaryLocation;
beforeEach(async () => {
  temporary = await makeTemporaryLocation();
});
afterEach(() => temporary.remove());

const readText = (name: string) => gunzipSync(readFileSync(new URL(name, folder)));

async function restore(version: number): Promise<void> {
  const { location } = temporary;
  for (const name of files.filter((each) => each.startsWith(`${kind}-${version}.`))) {
    if (location.kind === 'sqlite') {
      const target = join(dirname(location.path), `${name.split('.')[1]}.sqlite`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, readText(name));
    } else {
      const sql = postgres(location.url, { max: 1 });
      await sql.unsafe(readText(name).toString('utf8'));
      await sql.end();
    }
  }
}

async function use<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(temporary.location);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const found = (stockDate: string, isMaxLeadTime = false) => ({
  kind: 'found',
  stockDate,
  isMaxLeadTime,
  lastUpdateDate: expect.stringMatching(/^2026-11-\d\d$/) as string,
});

async function expectAnswers(store: Store): Promise<void> {
  expect(await store.findDamage()).toBeNull();
  expect(await store.state()).toEqual({ generation: 1, contents: 'real', searchable: true });
  const lines = [
    { productId: 1001, quantity: 40_000 },
    { productId: 1001, quantity: 40_001 },
    { productId: 1001, quantity: 90_501 },
    { productId: 1002, quantity: 12_345 },
    { productId: 1002, quantity: 12_346 },
    { productId: 1003, quantity: 1 },
    { productId: 1004, quantity: 1 },
  ];
  expect(await store.findStock(testMarket, lines, today)).toEqual([
    found('2026-11-01'),
    found('2026-12-15'),
    found('2027-03-01', true),
    found('2026-12-01'),
    { kind: 'quantity-not-available' },
    found('2027-02-01', true),
    { kind: 'unknown-product' },
  ]);
  expect(await store.findCalendar(testMarket, 1001, { quantity: null, includeMaxLeadTime: true })).toEqual([
    { stockDate: '2026-11-01', stockQuantity: 40_000, isMaxLeadTime: false },
    { stockDate: '2026-12-15', stockQuantity: 90_500, isMaxLeadTime: false },
    { stockDate: '2027-03-01', stockQuantity: 99_999_000, isMaxLeadTime: true },
  ]);
  const search = async (text: string) =>
    (await store.searchProducts(text, 1, 9)).products.map((each) => each.productId);
  expect(await search('')).toEqual([1001, 1002, 1003, 1004]);
  expect(await search('sea linen')).toEqual([1001]);
  expect(await search('cotele')).toEqual([1002]);
  expect(await search('flanel')).toEqual([1004]);
  expect(await store.resolveProducts(['vc-1002'])).toEqual([
    { productId: 1002, name: 'Velours côtelé', sku: 'VC-1002', unit: 'm' },
  ]);
}

describe.each(versions)(`a store of ${kind} that version %i wrote`, (version) => {
  test('opens and gives the same answers, also when it is opened again', async () => {
    await restore(version);
    await use(expectAnswers);
    await use(expectAnswers);
  });

  test('keeps who is signed in, but where sessions named no person', async () => {
    await restore(version);
    const kept = await use((store) => store.findSession(session.idDigest, 1_795_000_000));
    const text = kept && { ...kept, sealedCredentials: Buffer.from(kept.sealedCredentials).toString() };
    expect(text).toEqual(kind === 'sqlite' && version === 1 ? null : session);
  });

  test('takes the next import', async () => {
    await restore(version);
    await writeTo(temporary.location, {
      rows: [stockRow({ productId: 1004, stockDate: '2026-11-20', stockQuantity: 5000 })],
    });
    const after = await use(async (store) => ({
      damage: await store.findDamage(),
      generation: (await store.state()).generation,
      found: await store.findStock(testMarket, [{ productId: 1004, quantity: 5000 }], today),
    }));
    expect(after).toEqual({ damage: null, generation: 2, found: [found('2026-11-20')] });
  });
});

test('the orders and links of the latest of them are kept', async () => {
  await restore(latest);
  await use(async (store) => {
    const document = await store.findDocument(order);
    expect(document).toMatchObject({ id: 'summer', changedAt: 1_795_000_000_000 });
    expect(Buffer.from(document?.sealedContent ?? []).toString()).toBe('sealed content');
    expect(await store.findShare('34'.repeat(32), 1_795_000_000_000)).toEqual(order);
  });
});

test('the promises of the latest of them are kept', async () => {
  await restore(latest);
  await use(async (store) => {
    const folder = { personId: order.personId, stockDigest: order.stockDigest };
    const found = await store.listPromises(folder);
    expect(found).toMatchObject([{ letterId: 'letter', place: 0, toldAt: 1_795_000_000_000 }]);
    const sealed = await store.findLetter({ ...folder, letterId: 'letter' });
    expect(Buffer.from(sealed ?? '', 'base64').toString()).toBe('sealed content');
  });
});

const schemas: Record<string, readonly string[]> =
  kind === 'sqlite' ? { stock: stockSchema, sessions: sessionSchema, orders: documentSchema } : { all: postgresSchema };

/** Returns the stored version of a schema, after setting it if that is given. */
async function storedVersion(part: string, newVersion?: number): Promise<number> {
  const { location } = temporary;
  if (location.kind === 'postgres') {
    const sql = postgres(location.url, { max: 1 });
    if (newVersion !== undefined) await sql`UPDATE schema_version SET version = ${newVersion}`;
    const [row] = await sql<{ version: number }[]>`SELECT version FROM schema_version`;
    await sql.end();
    return row?.version ?? 0;
  }
  const database = new DatabaseSync(join(dirname(location.path), `${part}.sqlite`));
  if (newVersion !== undefined) database.exec(`PRAGMA user_version = ${newVersion}`);
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.close();
  return row.user_version;
}

test.each(Object.entries(schemas))(
  'a store of at least the version before the present one is here: %s',
  async (part, schema) => {
    await restore(latest);
    expect(await storedVersion(part)).toBeGreaterThanOrEqual(schema.length - 1);
  },
);

test.each(Object.keys(schemas))('a store whose %s a newer version wrote is refused in a sentence', async (part) => {
  await restore(latest);
  await use(async () => undefined);
  await storedVersion(part, 99);
  const opened = openStore(temporary.location);
  await expect(opened).rejects.toThrow(NewerSchemaError);
  await expect(opened).rejects.toThrow(/ was written by a newer version of Stock Horizon\. Start that version, or /);
  expect(await storedVersion(part)).toBe(99);
});
