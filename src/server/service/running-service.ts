import { randomUUID } from 'node:crypto';

import Fastify from 'fastify';

import { defaultLimits, type ServiceLimits } from '#contract/limits.ts';
import type { Market } from '#contract/envelope.ts';
import type { StockRow, StockStore } from '#server/store/stock-store.ts';
import { openStore, openWriter } from '#server/store/open-store.ts';
import type { StoreLocation } from '#server/store/store-location.ts';
import { makeTemporaryLocation } from '#server/store/temporary-store.ts';

import { answerClientError } from './client-errors.ts';
import { answerFrameworkError } from './framework-errors.ts';
import { signToken } from './sign-token.ts';
import { stockService, type StockServiceOptions } from './stock-service.ts';
import { createTokenVerifier } from './token-verifier.ts';

/** What the service under test is made with, for its tests. */
export const testMarket: Market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
export const testSecret = 'a secret that only the tests know of';
export const testKeys = ['first-key', 'second-key'];
export const testNow = new Date('2026-11-21T12:00:00Z');

type Asking = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

export interface RunningService {
  /** Address of the service, prefix included. */
  baseUrl: string;
  port: number;
  /** The three headers (§5, §9) that the service accepts. */
  headers: Record<string, string>;
  /** Requests a path below the prefix, with the three headers unless others are given. */
  ask(path: string, init?: Asking): Promise<Response>;
  close(): Promise<void>;
}

type Overrides = Partial<Omit<StockServiceOptions, 'limits'>> & {
  limits?: Partial<ServiceLimits>;
  wrapStore?: (store: StockStore) => StockStore;
};

/** The service on a real port, over a database in a folder of its own that holds `rows`. */
export async function runService(
  rows: Iterable<readonly [Market, StockRow]>,
  { limits, wrapStore = (store) => store, ...overrides }: Overrides = {},
): Promise<RunningService> {
  const { location, remove } = await makeTemporaryLocation();
  await fill(location, rows);
  const store = await openStore(location);
  const app = Fastify({
    genReqId: () => randomUUID(),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  });
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
    }),
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
    for (const [market, row] of rows) {
      const outcome = writer.putStock(market, row);
      if (outcome !== 'written') throw new Error(`row ${JSON.stringify(row)} is ${outcome}`);
    }
    await writer.commit();
  } finally {
    await writer.close();
  }
}
