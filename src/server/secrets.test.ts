import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { readConfig } from './config.ts';
import { readSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'secrets-')), 'data');
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

const secretsWith = (env: Record<string, string>) => readSecrets(readConfig({ DATA_DIR: dataDir, ...env }));

it('makes secrets once, each in a file for its owner alone', async () => {
  const secrets = await secretsWith({});
  expect(await secretsWith({})).toEqual(secrets);
  expect(new Set([secrets.jwtSecret, secrets.sessionSecret, ...secrets.subscriptionKeys]).size).toBe(3);
  const names = (await readdir(dataDir)).toSorted();
  expect(names).toEqual(['jwt-secret', 'session-secret', 'subscription-key']);
  for (const name of names) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
});

it('agrees on one secret between starts at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => secretsWith({})));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await readdir(dataDir)).toHaveLength(3);
});

it('makes nothing that is set', async () => {
  const secret = 's'.repeat(40);
  expect(
    await secretsWith({ STOCK_JWT_SECRET: secret, STOCK_SUBSCRIPTION_KEYS: 'a,b', SESSION_SECRET: secret }),
  ).toEqual({ jwtSecret: secret, subscriptionKeys: ['a', 'b'], sessionSecret: secret });
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});

it('has no secret for tokens where a key set verifies them', async () => {
  const secrets = await secretsWith({
    STOCK_JWKS_URL: 'https://login.example.com/keys',
    STOCK_JWT_ISSUER: 'i',
    STOCK_JWT_AUDIENCE: 'a',
  });
  expect(secrets.jwtSecret).toBeNull();
});

it('says so when a kept secret is damaged', async () => {
  await secretsWith({});
  await writeFile(join(dataDir, 'jwt-secret'), '');
  await expect(secretsWith({})).rejects.toThrow(/jwt-secret is damaged/);
});

it('says so when the folder is a file', async () => {
  await writeFile(dataDir, '');
  await expect(secretsWith({})).rejects.toThrow(/^DATA_DIR must be a (?:read|writ)able folder/);
});

it('wants one session secret for all servers on a database', async () => {
  const DATABASE_URL = 'postgres://stock@localhost/stock';
  await expect(secretsWith({ DATABASE_URL })).rejects.toThrow(/^SESSION_SECRET is required with DATABASE_URL/);
  expect((await secretsWith({ DATABASE_URL, SESSION_SECRET: 'shared' })).sessionSecret).toBe('shared');
});
