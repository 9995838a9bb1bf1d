import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { streamOrderCheck } from '#data/order-check-stream.ts';
import { RequestQueue, wait } from '#data/request-queue.ts';
import { CalendarsPage } from '#stock/contract/calendars.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { resultFor } from '#stock/stock-result.ts';
import { lineQueries, type StockQuery } from '#stock/order/order-line.ts';
import { OrderResults } from '#stock/order/order-results.ts';
import { countedLine } from '#stock/order/order.sample.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { OrderCheck } from '#orders/check/order-check.ts';
import { todayIn } from '#stock/calendar-date.ts';
import { quickLimits } from '#server/upstream/upstream-setup.fixture.ts';
import { runApp, type RunningApp } from '#server/running-app.fixture.ts';

import { type ChaoticUpstream, chaoticUpstream, faultKinds } from './chaotic-upstream.ts';

/** 10,000 lines and 250 pages, in some minutes: `CHAOS_LINES=10000 npx vitest run --project service scripts/chaos`. */
const lineCount = Number(process.env.CHAOS_LINES ?? 400);
const productCount = lineCount / 4;
const testTimeout = 120_000 + lineCount * 120;
const today = todayIn('UTC');
/** The dashboard's requests, with shorter timeouts. */
const queue = new RequestQueue({ now: Date.now, wait: (milliseconds, signal) => wait(milliseconds / 4, signal) });
// Signs in whenever required.
queue.subscribe(() => queue.isSignedOut && setTimeout(() => queue.isSignedOut && queue.signedIn()));

let upstream: ChaoticUpstream;
let app: RunningApp;
beforeAll(async () => {
  upstream = await chaoticUpstream(productCount, Math.ceil(lineCount / 80), today, 42);
  app = await runApp(
    {
      STOCK_UPSTREAM_URL: upstream.url.href,
      STOCK_UPSTREAM_TOKEN: 'token',
      STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key',
    },
    { upstreamLimits: { ...quickLimits, headersTimeout: 300, bodyTimeout: 300 } },
  );
  // Sends requests as the dashboard's page does.
  const origin = `http://127.0.0.1:${app.port}`;
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, { headers, ...request }: RequestInit) =>
    send(origin + path, { ...request, headers: { ...(headers as Record<string, string>), Origin: origin } }),
  );
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app.close();
  await upstream.close();
});

/** The expected result of a line. */
function truthOf({ productId, quantity }: StockQuery) {
  if (!upstream.knows(productId)) return { kind: 'unknown-product' };
  return resultFor(readTimeline(upstream.truth(productId), today), quantity);
}

it(
  'an order comes through a service of which every fifth call fails: no answer wrong, no line lost',
  async () => {
    const lines = Array.from({ length: lineCount }, (_, index) =>
      countedLine(index + 1, { productId: 1 + (index % productCount), quantity: 1000 * (1 + ((index * 7) % 160)) }),
    );
    const requests = lineQueries(lines);
    const results = new OrderResults({ day: today, stock: 'me 1' });
    const check = new OrderCheck(results, {
      stream: streamOrderCheck,
      queue,
      now: Date.now,
      owner: 'me',
      queries: () => requests,
    });

    /** Asserts that all results are correct; returns the lines without one. */
    const withoutResult = () =>
      requests.filter((line) => {
        const state = results.stateOf(line);
        if (state.kind === 'result') expect({ line, ...state.stockResult }).toEqual({ line, ...truthOf(line) });
        else if (state.kind === 'unknown-product' || state.kind === 'not-available')
          expect({ line, kind: state.kind }).toEqual({ line, kind: truthOf(line).kind });
        else if (state.kind === 'no-result') expect(state.reason).not.toBe('');
        else expect(state.kind).toBe('not-trusted');
        return state.kind === 'no-result' || state.kind === 'not-trusted';
      });

    await check.check();
    // A calendar may be missing although all lines have a result.
    if (withoutResult().length > 0) expect(check.getSnapshot().canRetry).toBe(true);
    for (let round = 0; round < 10 && withoutResult().length > 0; round += 1) await check.check();
    upstream.calm();
    await check.check();
    expect(withoutResult()).toEqual([]);
    expect(check.getSnapshot().canRetry).toBe(false);
  },
  testTimeout,
);

it(
  'all calendars come through it: no level wrong, no product missing unsaid',
  async () => {
    upstream.rage();
    const known = Array.from({ length: productCount }, (_, index) => index + 1).filter(upstream.knows);
    const found = new Map<ProductId, unknown>();

    /** Loads the pages without a complete result. Asserts that calendars are correct, and missing ones are counted. */
    const look = async () => {
      const pageSize = 10;
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const response = await app.ask(`/gateway/calendars?page=${page}&pageSize=${pageSize}`, {
          headers: { 'Cache-Control': 'no-cache' },
        });
        if (response.status !== 200) {
          expect(response.status).toBeGreaterThanOrEqual(400);
          continue;
        }
        const { rows, total, withheld } = CalendarsPage.parse(JSON.parse(response.text));
        pages = Math.ceil(total / pageSize);
        const counted = Math.min(pageSize, total - (page - 1) * pageSize);
        expect(rows.length + withheld).toBeGreaterThanOrEqual(counted);
        for (const { product, entries, problem } of rows) {
          expect(entries === null).toBe(problem !== null);
          if (entries !== null) found.set(product.productId, entries);
        }
      }
      for (const [productId, entries] of found)
        expect({ productId, entries }).toEqual({ productId, entries: upstream.truth(productId) });
      return found.size === known.length;
    };

    for (let round = 0; round < 3; round += 1) await look();
    upstream.calm();
    for (let round = 0; round < 3 && !(await look()); round += 1);
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(known);
  },
  testTimeout,
);

it('the service has failed in every way that there is', () => {
  const times = [...upstream.struck.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${lineCount} lines: ${upstream.calls.length} calls, ${times} of them failed\n`);
  expect(times).toBeGreaterThan(upstream.calls.length / 6);
  expect([...upstream.struck.keys()].toSorted()).toEqual(faultKinds.toSorted());
});
