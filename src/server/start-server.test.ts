import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { Session } from '#contract/gateway.ts';
import { storePath } from '#server/store/sqlite-store.ts';
import { writeTo } from '#server/store/temporary-store.ts';

import { readConfig } from './config.ts';
import { startServer, type RunningServer } from './start-server.ts';

let root: string;
let running: RunningServer[];
let said: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'start-server-'));
  await mkdir(join(root, 'dist', 'client'), { recursive: true });
  await writeFile(join(root, 'dist', 'client', 'index.html'), '<head><meta name="csp-nonce" content="" /></head>');
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.3" }');
  running = [];
  said = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  await rm(root, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const config = readConfig({ DATA_DIR: join(root, 'data'), PORT: '0', ...env });
  const server = await startServer(config, root, (line) => said.push(line));
  running.push(server);
  return server;
}

const sessionOf = async ({ address }: RunningServer) =>
  Session.parse(await (await fetch(`${address}/gateway/session`)).json());

it('fills an empty store before the first answer, and says so', async () => {
  const server = await start();
  expect(said).toEqual([
    expect.stringContaining('demo data'),
    expect.stringMatching(/^Stock Horizon is at http:\/\/127\.0\.0\.1:\d+ .*demo data.*npm run import/),
  ]);
  expect((await sessionOf(server)).service).toMatchObject({ demo: true, searchable: true, version: '1.2.3' });
  const { products } = await (await fetch(`${server.address}/gateway/products?pageSize=1`)).json();
  expect(products).toHaveLength(1);

  await server.close();
  const again = await start();
  expect(said).toHaveLength(3);
  expect((await sessionOf(again)).service.generation).toBe(1);
});

it('fills it once where two start at the same time', async () => {
  const servers = await Promise.all([start(), start()]);
  for (const server of servers) expect((await sessionOf(server)).service).toMatchObject({ demo: true, generation: 1 });
  expect(said.filter((line) => line.startsWith('Another program'))).toEqual([]);
});

/** Puts data of their own into the store, though none of it. */
async function holdRealData(): Promise<void> {
  await writeTo({ kind: 'sqlite', path: storePath(join(root, 'data')) }, { contents: 'real' });
}

it('leaves real data alone', async () => {
  await holdRealData();
  expect((await sessionOf(await start())).service).toMatchObject({ demo: false, generation: 1 });
  expect(said).toEqual([expect.stringMatching(/^Stock Horizon is at http:\/\/127\.0\.0\.1:\d+$/)]);
});

it('keeps people signed in over a restart, and stops while they are connected', async () => {
  await holdRealData();
  const server = await start();
  const signedIn = await fetch(`${server.address}/gateway/session`);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  await server.close();
  const answer = await fetch(`${(await start()).address}/gateway/session`, { headers: { cookie } });
  expect(answer.headers.get('set-cookie')).toBeNull();
});

it('says so when the port is taken', async () => {
  await holdRealData();
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
  });
  await expect(start({ PORT: String(port) })).rejects.toThrow(`Port ${port} is taken by another program`);
  other.close();
});

it('says so when HOST is no address of this machine', async () => {
  await holdRealData();
  await expect(start({ HOST: '192.0.2.1', PUBLIC_URL: 'https://stock.example.com' })).rejects.toThrow(/^HOST must be/);
});

it('says so when the dashboard was not built', async () => {
  await holdRealData();
  await rm(join(root, 'dist'), { recursive: true });
  await expect(start()).rejects.toThrow(/has not been built/);
});

it('says so when the store is none', async () => {
  await mkdir(join(root, 'data'));
  await writeFile(storePath(join(root, 'data')), 'this is no database, '.repeat(100));
  await expect(start()).rejects.toThrow(/^The store .*stock\.sqlite cannot be opened: it is damaged, or no database\./);
});

it('names the sessions where only they are damaged', async () => {
  await holdRealData();
  await writeFile(join(root, 'data', 'sessions.sqlite'), 'this is no database, '.repeat(100));
  await expect(start()).rejects.toThrow(/sessions\.sqlite cannot be opened: it is damaged, or no database\./);
});

it('says so when the store may not be opened', async () => {
  await mkdir(storePath(join(root, 'data')), { recursive: true });
  await expect(start()).rejects.toThrow(/cannot be opened: this user may not read and write it\./);
});

it('answers what came before it stops, and waits for no connection without a request', async () => {
  await holdRealData();
  const server = await start();
  const { port, hostname } = new URL(server.address);
  const idle = connect(Number(port), hostname);
  const asking = connect(Number(port), hostname);
  await Promise.all([once(idle, 'connect'), once(asking, 'connect')]);
  let received = '';
  asking.on('data', (chunk) => (received += chunk.toString()));
  const head = `POST /gateway/products/resolve HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: http://${hostname}\r\n`;
  asking.write(`${head}Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{"keys"`);
  // Answered on the same server after the bytes above were read, so the request has begun.
  await fetch(`${server.address}/healthz`);
  const closed = server.close();
  asking.write(':[]}');
  await Promise.all([closed, once(asking, 'close')]);
  expect(received).toMatch(/^HTTP\/1\.1 200 [^]+\{"products":\[\]\}$/);
});

it('does not wait for a body that never ends', async () => {
  await holdRealData();
  const server = await start();
  const { port, hostname } = new URL(server.address);
  const asking = connect(Number(port), hostname);
  await once(asking, 'connect');
  const head = `POST /gateway/products/resolve HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: http://${hostname}\r\n`;
  asking.write(`${head}Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{"keys"`);
  await fetch(`${server.address}/healthz`);
  await Promise.all([server.close(), once(asking, 'close')]);
});

it('says that it stops, and answers on, for as long as whoever shares out requests needs', async () => {
  await holdRealData();
  const server = await start({ DRAIN_SECONDS: '1' });
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  const closed = server.close();
  const health = await fetch(`${server.address}/healthz`);
  expect(health.status).toBe(503);
  expect(await health.text()).toContain('The server is about to stop.');
  expect((await fetch(`${server.address}/gateway/session`)).status).toBe(200);
  await closed;
  await expect(fetch(`${server.address}/healthz`)).rejects.toThrow();
});

it('shows metrics on a port of their own where one is set, and nothing else there', async () => {
  await holdRealData();
  const server = await start({ METRICS_PORT: '0' });
  const at = `http://127.0.0.1:${server.metricsPort}`;
  expect(await (await fetch(`${at}/metrics`)).text()).toContain('stock_store_generation 1');
  expect((await fetch(`${at}/healthz`)).status).toBe(404);
  await server.close();
  await expect(fetch(`${at}/metrics`)).rejects.toThrow();
});

it('says so when the port of the metrics is taken', async () => {
  await holdRealData();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(start({ METRICS_PORT: String(port) })).rejects.toThrow(/set METRICS_PORT to a free port/);
  other.close();
});
