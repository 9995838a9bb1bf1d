import Fastify from 'fastify';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { expect } from 'vitest';

import type { Market } from '#stock/contract/envelope.ts';
import { defaultLimits, type ServiceLimits } from '#stock/contract/limits.ts';
import { Problem } from '#stock/contract/problem.ts';
import { openStore, openWriter } from '#server/store/open-store.ts';
import type { StockRow, StockStore, StoreLocation } from '#server/store/stock-store.ts';
import { makeTemporaryLocation, templateDatabase } from '#server/store/temporary-store.fixture.ts';

import { handleClientError, handleError } from './service-problem.ts';
import { createTokenVerifier, signToken } from './access-token.ts';
import { stockService, type StockServiceOptions } from './stock-service.ts';

/** Configuration of the service under test. */
export const testMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
export const testSecret = 'a secret that only the tests know of';
const testKeys = ['first-key', 'second-key'];
export const testNow = new Date('2026-11-21T12:00:00Z');

type RequestOptions = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

export interface RunningService {
  /** Address of the service, including the prefix. */
  baseUrl: string;
  port: number;
  /** The three headers (§5, §9) that the service accepts. */
  headers: Record<string, string>;
  /** Requests a path below the prefix; `init` may override the three headers. */
  ask(path: string, init?: RequestOptions): Promise<Response>;
  close(): Promise<void>;
}

type Overrides = Partial<Omit<StockServiceOptions, 'limits'>> & {
  limits?: Partial<ServiceLimits>;
  wrapStore?: (store: StockStore) => StockStore;
};

/** Starts the service on a real port, over a temporary store that contains `rows`. */
export async function runService(
  rows: Iterable<readonly [Market, StockRow]>,
  { limits, wrapStore = (store) => store, ...overrides }: Overrides = {},
): Promise<RunningService> {
  const { location, remove } = await makeTemporaryLocation(templateDatabase);
  await fill(location, rows);
  const store = await openStore(location);
  const app = Fastify({
    genReqId: () => randomUUID(),
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
  });
  app.setErrorHandler(handleError);
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id));
  await app.register(
    stockService({
      store: wrapStore(store),
      verifyToken: createTokenVerifier({
        trust: { secret: testSecret },
        defaultMarket: testMarket,
        now: () => testNow,
      }),
      subscriptionKeys: testKeys,
      limits: { ...defaultLimits, requestsPerMinute: null, ...limits },
      timeZone: 'UTC',
      now: () => testNow,
      ...overrides,
    }).routes,
    { prefix: '/api' },
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const token = await signToken(testSecret, { subject: 'tests', expiresAt: testNow.getTime() / 1000 + 3600 });
  const headers = {
    Authorization: `Bearer ${token}`,
    'Ocp-Apim-Subscription-Key': 'first-key',
    'Api-version': 'v1',
  };
  return {
    baseUrl: `${address}/api`,
    port: Number(new URL(address).port),
    headers,
    ask: (target, init) => fetch(`${address}/api${target}`, { ...init, headers: { ...headers, ...init?.headers } }),
    close: async () => {
      await app.close();
      await store.close();
      await remove();
    },
  };
}

async function fill(location: StoreLocation, rows: Iterable<readonly [Market, StockRow]>): Promise<void> {
  const writer = await openWriter(location, { contents: 'real', replaceStock: true, replaceProducts: true });
  try {
    for (const [market, row] of rows) writer.putStock(market, row);
    await writer.commit();
  } finally {
    await writer.close();
  }
}

export interface RawRequest {
  method?: string;
  /** An array is sent as several headers. */
  headers?: Record<string, string | (string | undefined)[]>;
  body?: string | Buffer;
}

/** Sends a request target verbatim, which `fetch` would normalize. */
export async function sendRaw(
  service: RunningService,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
) {
  const response = await new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: service.port,
          path: `/api${path}`,
          method,
          headers: {
            ...service.headers,
            ...(body !== undefined &&
              !('Transfer-Encoding' in headers) && { 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
          agent: false,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    },
  );
  return { ...response, problem: response.status < 400 ? null : Problem.parse(JSON.parse(response.text)) };
}

/** Expects a 400 response whose errors have exactly these paths, each with a message. */
export function expectBadRequest({ status, headers, problem }: Awaited<ReturnType<typeof sendRaw>>, paths: string[]) {
  expect({ status, paths: problem?.errors?.map((error) => error.path) }).toEqual({ status: 400, paths });
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(problem?.type).toBe('urn:stock-horizon:problem:bad-request');
  for (const { path, message } of problem?.errors ?? [])
    expect(message).toMatch(
      new RegExp(`^(?:Unknown parameter )?${path.replaceAll(/[^\w]/g, '.')}(?: (?:must|is) |\\. Allowed: ).+\\.$`),
    );
}
