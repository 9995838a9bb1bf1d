import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

it('generates secrets once, each in a file that only its owner can read', async () => {
  const secrets = await secretsWith({});
  expect(await secretsWith({})).toEqual(secrets);
  expect(new Set([secrets.jwtSecret, secrets.sessionSecret, ...secrets.subscriptionKeys]).size).toBe(3);
  const names = (await readdir(dataDir)).toSorted();
  expect(names).toEqual(['jwt-secret', 'session-secret', 'subscription-key']);
  for (const name of names) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
});

it('generates the same secrets for concurrent starts', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => secretsWith({})));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await readdir(dataDir)).toHaveLength(3);
});

it('generates nothing that is configured', async () => {
  const secret = 's'.repeat(40);
  expect(
    await secretsWith({ STOCK_JWT_SECRET: secret, STOCK_SUBSCRIPTION_KEYS: 'a,b', SESSION_SECRET: secret }),
  ).toEqual({ jwtSecret: secret, subscriptionKeys: ['a', 'b'], sessionSecret: secret });
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});

it('has no token secret if a key set verifies tokens', async () => {
  const secrets = await secretsWith({
    STOCK_JWKS_URL: 'https://login.example.com/keys',
    STOCK_JWT_ISSUER: 'i',
    STOCK_JWT_AUDIENCE: 'a',
  });
  expect(secrets.jwtSecret).toBeNull();
});

it('reports a damaged secret file', async () => {
  await secretsWith({});
  await writeFile(join(dataDir, 'jwt-secret'), '');
  await expect(secretsWith({})).rejects.toThrow(/jwt-secret is damaged/);
});

it.each([0o640, 0o604, 0o620])('refuses a secret that others can read or write (mode %o)', async (mode) => {
  await secretsWith({});
  const path = join(dataDir, 'session-secret');
  await chmod(path, mode);
  await expect(secretsWith({})).rejects.toThrow(`Other users of this machine can read ${path}. Run: chmod 600 ${path}`);
  await chmod(path, 0o600);
  await expect(secretsWith({})).resolves.toHaveProperty('sessionSecret');
});

it('reports a folder that is a file', async () => {
  await writeFile(dataDir, '');
  await expect(secretsWith({})).rejects.toThrow(/^DATA_DIR must be a (?:read|writ)able folder/);
});

it('requires one session secret for all servers on a database', async () => {
  const DATABASE_URL = 'postgres://stock@localhost/stock';
  await expect(secretsWith({ DATABASE_URL })).rejects.toThrow(/^SESSION_SECRET is required with DATABASE_URL/);
  expect((await secretsWith({ DATABASE_URL, SESSION_SECRET: 'shared' })).sessionSecret).toBe('shared');
});
