import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { addDays } from '#stock/calendar-date.ts';

import type { StockRow } from '#server/store/stock-store.ts';

import { runApp, type RunningApp } from './running-app.fixture.ts';

const entries: StockRow[] = Array.from({ length: 60 }, (_, day) => ({
  productId: 20_000,
  stockDate: addDays('2030-01-01', day),
  stockQuantity: 1000 * day,
  isMaxLeadTime: false,
  isDeleted: false,
  lastUpdateDate: '2029-12-01',
}));
const calendar = '/gateway/availability?productId=20000';

let app: RunningApp;
beforeAll(async () => {
  const now = new Date();
  app = await runApp({}, { now: () => now });
  await app.write({ rows: entries });
});
afterAll(() => app.close());

interface Packed {
  headers: Record<string, unknown>;
  bytes: Buffer;
}

function ask(path: string, accepted: string, method = 'GET'): Promise<Packed> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': accepted };
    const requested = request({ host: '127.0.0.1', port: app.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
    });
    requested.on('error', reject).end();
  });
}

const plain = async () => JSON.parse((await app.ask(calendar)).text) as unknown;

it.each([
  ['br, gzip, deflate', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
])('compresses a long response for Accept-Encoding %s as %s', async (accepted, coding, unpack) => {
  const { headers, bytes } = await ask(calendar, accepted);
  expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
  expect(Number(headers['content-length'])).toBe(bytes.length);
  expect(JSON.parse(unpack(bytes).toString())).toEqual(await plain());
  expect(bytes.length).toBeLessThan((await app.ask(calendar)).text.length / 4);
});

it.each(['deflate', 'identity', '', 'br;q=0', 'zstd;q=1, nonsense;;;'])(
  'leaves a long response uncompressed for Accept-Encoding %j',
  async (accepted) => {
    const { headers, bytes } = await ask(calendar, accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(JSON.parse(bytes.toString())).toEqual(await plain());
  },
);

it('leaves short responses and those without a body uncompressed', async () => {
  const short = await ask('/gateway/session', 'br');
  expect(short.headers).not.toHaveProperty('content-encoding');
  const head = await ask(calendar, 'br', 'HEAD');
  expect(head.headers).not.toHaveProperty('content-encoding');
  expect(head.bytes).toHaveLength(0);
});

it('does not compress precompressed files again', async () => {
  const { headers, bytes } = await ask('/assets/main-C0ffee00.js', 'br');
  expect(headers).toMatchObject({ 'content-encoding': 'br' });
  expect(brotliDecompressSync(bytes).toString()).toContain('dashboard');
});
