import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { Session } from '#contract/gateway.ts';

import { serverStarter, type ServerStarter } from './server-starter.ts';
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

it('fills an empty store before the first answer, and says so', async () => {
  const server = await servers.start();
  expect(servers.said).toEqual([
    expect.stringContaining('demo data'),
    expect.stringMatching(/^Stock Horizon is at http:\/\/127\.0\.0\.1:\d+ .*demo data.*npm run import/),
  ]);
  expect((await sessionOf(server)).service).toMatchObject({ demo: true, searchable: true, version: '1.2.3' });
  const { products } = await (await fetch(`${server.address}/gateway/products?pageSize=1`)).json();
  expect(products).toHaveLength(1);

  await server.close();
  const again = await servers.start();
  expect(servers.said).toHaveLength(3);
  expect((await sessionOf(again)).service.generation).toBe(1);
});

it('fills it once where two start at the same time', async () => {
  const both = await Promise.all([servers.start(), servers.start()]);
  for (const server of both) expect((await sessionOf(server)).service).toMatchObject({ demo: true, generation: 1 });
  expect(servers.said.filter((line) => line.startsWith('Another program'))).toEqual([]);
});

it('says so when the store is none', async () => {
  await writeFile(storeFile(), 'this is no database, '.repeat(100));
  await expect(servers.start()).rejects.toThrow(
    /^The store .*stock\.sqlite cannot be opened: it is damaged, or no database\./,
  );
});

it('names the sessions where only they are damaged', async () => {
  await servers.holdRealData();
  await writeFile(join(dirname(storeFile()), 'sessions.sqlite'), 'this is no database, '.repeat(100));
  await expect(servers.start()).rejects.toThrow(/sessions\.sqlite cannot be opened: it is damaged, or no database\./);
});

it('says so when the store may not be opened', async () => {
  await mkdir(storeFile());
  await expect(servers.start()).rejects.toThrow(/cannot be opened: this user may not read and write it\./);
});
