import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { signToken } from '#server/service/access-token.ts';

import { serverStarter, type ServerStarter } from './server-starter.fixture.ts';
import type { RunningServer } from './start-server.ts';

let servers: ServerStarter;
beforeEach(async () => {
  servers = await serverStarter();
});
afterEach(() => servers.close());

const sessionOf = async ({ address }: RunningServer) =>
  Session.parse(await (await fetch(`${address}/gateway/session`)).json());

it('keeps imported data', async () => {
  await servers.importRealData();
  expect((await sessionOf(await servers.start())).service).toMatchObject({ demo: false, generation: 1 });
  expect(servers.lines).toEqual([expect.stringMatching(/^Stock Horizon is at http:\/\/127\.0\.0\.1:\d+$/)]);
});

it('keeps users signed in over a restart, and stops while they are connected', async () => {
  await servers.importRealData();
  const secret = 'a secret of at least 32 characters';
  const env = { STOCK_JWT_SECRET: secret, STOCK_SUBSCRIPTION_KEYS: 'key-of-ann' };
  const server = await servers.start(env);
  const token = await signToken(secret, { subject: 'ann', expiresAt: Math.floor(Date.now() / 1000) + 3600 });
  const signedIn = await fetch(`${server.address}/gateway/session`, {
    method: 'POST',
    headers: { Origin: server.address, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, subscriptionKey: 'key-of-ann' }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  await server.close();
  const { address } = await servers.start(env);
  const session = await (await fetch(`${address}/gateway/session`, { headers: { cookie } })).json();
  expect(Session.parse(session).by).toBe('credentials');
});

it.each([
  ['expires', 3600, ' before then'],
  ['expired', -3600, ''],
])('reports when the shared token %s', async (verb, seconds, before) => {
  const expiresAt = Math.floor(Date.now() / 1000) + seconds;
  const server = await servers.start({
    STOCK_UPSTREAM_URL: 'http://127.0.0.1:1',
    STOCK_UPSTREAM_TOKEN: await signToken('a secret of at least 32 characters', { subject: 'all', expiresAt }),
    STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key-of-all',
    METRICS_PORT: '0',
  });
  const time = new Date(expiresAt * 1000).toISOString();
  const sentence = `STOCK_UPSTREAM_TOKEN ${verb} at ${time}. Set a new one and restart the server${before}.`;
  expect(servers.lines.at(-1)).toBe(sentence);
  const metrics = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text();
  expect(metrics).toContain(`\nstock_shared_token_expiry_seconds ${expiresAt}\n`);
});

it('reports a port in use', async () => {
  await servers.importRealData();
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
  });
  await expect(servers.start({ PORT: String(port) })).rejects.toThrow(`Port ${port} is already in use`);
  other.close();
});

it.each<[what: string, prepare: (port: number) => Promise<Record<string, string>>]>([
  ['the port is in use', async (port) => ({ PORT: String(port) })],
  ['the metrics port is in use', async (port) => ({ METRICS_PORT: String(port) })],
  [
    'the build is missing',
    async () => {
      await rm(join(servers.root, 'dist'), { recursive: true });
      return {};
    },
  ],
])('leaves no files if %s', async (_, prepare) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const DATA_DIR = join(servers.root, 'new-folder');
  const settings = await prepare((other.address() as { port: number }).port);
  await expect(servers.start({ ...settings, DATA_DIR })).rejects.toThrow();
  other.close();
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('reports a HOST that is no address of this machine', async () => {
  await servers.importRealData();
  await expect(servers.start({ HOST: '192.0.2.1', PUBLIC_URL: 'https://stock.example.com' })).rejects.toThrow(
    /^HOST must be/,
  );
});

it('reports a missing build', async () => {
  await servers.importRealData();
  await rm(join(servers.root, 'dist'), { recursive: true });
  await expect(servers.start()).rejects.toThrow(/isn't built/);
});

it('finishes requests in flight before it stops, and closes idle connections', async () => {
  await servers.importRealData();
  const server = await servers.start();
  const { port, hostname } = new URL(server.address);
  const idle = connect(Number(port), hostname);
  const asking = connect(Number(port), hostname);
  await Promise.all([once(idle, 'connect'), once(asking, 'connect')]);
  let received = '';
  asking.on('data', (chunk) => (received += chunk.toString()));
  const head = `POST /gateway/products/resolve HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: http://${hostname}\r\n`;
  asking.write(`${head}Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{"keys"`);
  // This response shows that the server has read the bytes above, so the request is in flight.
  await fetch(`${server.address}/healthz`);
  const closed = server.close();
  asking.write(':[]}');
  await Promise.all([closed, once(asking, 'close')]);
  expect(received).toMatch(/^HTTP\/1\.1 200 [^]+\{"products":\[\]\}$/);
});

it('answers what 64 clients send at the moment it stops, on open and on new connections', async () => {
  await servers.importRealData();
  const server = await servers.start();
  const { port, hostname } = new URL(server.address);
  const request = `GET /gateway/session HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const connected = Array.from({ length: 32 }, () => connect(Number(port), hostname));
  const received = new Map<Socket, string>();
  const listen = (socket: Socket) =>
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => received.set(socket, (received.get(socket) ?? '') + chunk.toString()));
  for (const socket of connected) listen(socket);
  await Promise.all(connected.map((socket) => once(socket, 'connect')));
  // Half of them are kept alive after a first answer, which is what Node closes without reading.
  const used = connected.slice(0, 16);
  for (const socket of used) socket.write(request);
  await Promise.all(used.map((socket) => once(socket, 'data')));
  received.clear();
  for (const socket of connected) socket.write(request);
  const fresh = Array.from({ length: 32 }, () => listen(connect(Number(port), hostname)));
  for (const socket of fresh) socket.write(request);
  const sockets = [...connected, ...fresh];
  await Promise.all([server.close(), ...sockets.map((socket) => once(socket, 'close'))]);
  const answers = sockets.map((socket) => received.get(socket)?.match(/^HTTP\/1\.1 200 |connection: close/gi));
  expect(answers).toEqual(Array.from({ length: 64 }, () => ['HTTP/1.1 200 ', 'connection: close']));
});

it('does not wait for a body that never ends', async () => {
  await servers.importRealData();
  const server = await servers.start();
  const { port, hostname } = new URL(server.address);
  const asking = connect(Number(port), hostname);
  await once(asking, 'connect');
  const head = `POST /gateway/products/resolve HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: http://${hostname}\r\n`;
  asking.write(`${head}Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{"keys"`);
  await fetch(`${server.address}/healthz`);
  await Promise.all([server.close(), once(asking, 'close')]);
});

it('reports that it is stopping and keeps serving while load balancers react', async () => {
  await servers.importRealData();
  const server = await servers.start({ DRAIN_SECONDS: '1' });
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  const closed = server.close();
  const health = await fetch(`${server.address}/healthz`);
  expect(health.status).toBe(503);
  expect(await health.text()).toContain('The server is stopping.');
  expect((await fetch(`${server.address}/gateway/session`)).status).toBe(200);
  await closed;
  await expect(fetch(`${server.address}/healthz`)).rejects.toThrow();
});

it('serves metrics and its health, and nothing else, on a separate port if one is set', async () => {
  await servers.importRealData();
  const server = await servers.start({ METRICS_PORT: '0', DRAIN_SECONDS: '1' });
  const at = `http://127.0.0.1:${server.metricsPort}`;
  expect(await (await fetch(`${at}/metrics`)).text()).toContain('stock_store_generation 1');
  expect(await (await fetch(`${at}/healthz`)).json()).toEqual({ status: 'ok' });
  expect((await fetch(`${at}/gateway/session`)).status).toBe(404);
  const closed = server.close();
  const stopping = await fetch(`${at}/healthz`);
  expect([stopping.status, await stopping.text()]).toEqual([503, expect.stringContaining('The server is stopping.')]);
  await closed;
  await expect(fetch(`${at}/metrics`)).rejects.toThrow();
});

it('reports a metrics port in use', async () => {
  await servers.importRealData();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(servers.start({ METRICS_PORT: String(port) })).rejects.toThrow(/set METRICS_PORT to a free port/);
  other.close();
});
