import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { CalendarLoad } from '#api/calendars/calendar-load.ts';
import { streamOrderCheck } from '#api/order-check.ts';
import { RequestQueue, wait } from '#api/request-queue.ts';
import { queuedSource } from '#api/stock-source.ts';
import { answerFor } from '#domain/answer.ts';
import { lineQuestions, type StockQuestion } from '#domain/order/order-line.ts';
import { OrderResults } from '#domain/order/order-results.ts';
import { countedLine } from '#domain/order/order.sample.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import { OrderCheck } from '#pages/order/check/order-check.ts';
import { todayIn } from '#lib/calendar-date.ts';
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
const source = {
  ...queuedSource(queue),
  today: () => today,
};

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
    { upstreamLimits: quickLimits },
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
function truthOf({ productId, quantity }: StockQuestion) {
  if (!upstream.knows(productId)) return { kind: 'unknown-product' };
  return answerFor(readTimeline(upstream.truth(productId), today), quantity);
}

it(
  'an order comes through a service of which every fifth call fails: no answer wrong, no line lost',
  async () => {
    const lines = Array.from({ length: lineCount }, (_, index) =>
      countedLine(index + 1, { productId: 1 + (index % productCount), quantity: 1000 * (1 + ((index * 7) % 160)) }),
    );
    const requests = lineQuestions(lines);
    const results = new OrderResults({ day: today, stock: 'me 1' });
    const check = new OrderCheck(results, {
      ...source,
      stream: streamOrderCheck,
      owner: 'me',
      questions: () => requests,
    });

    /** Asserts that all results are correct; returns the lines without one. */
    const withoutAnswer = () =>
      requests.filter((line) => {
        const state = results.stateOf(line);
        if (state.kind === 'answered') expect({ line, ...state.answer }).toEqual({ line, ...truthOf(line) });
        else if (state.kind === 'unknown-product' || state.kind === 'not-available')
          expect({ line, kind: state.kind }).toEqual({ line, kind: truthOf(line).kind });
        else if (state.kind === 'not-answered') expect(state.reason).not.toBe('');
        else expect(state.kind).toBe('not-trusted');
        return state.kind === 'not-answered' || state.kind === 'not-trusted';
      });

    await check.check();
    // A calendar may be missing although all lines have a result.
    if (withoutAnswer().length > 0) expect(check.getSnapshot().canRetry).toBe(true);
    for (let round = 0; round < 10 && withoutAnswer().length > 0; round += 1) await check.check();
    upstream.calm();
    await check.check();
    expect(withoutAnswer()).toEqual([]);
    expect(check.getSnapshot().canRetry).toBe(false);
  },
  testTimeout,
);

it(
  'all calendars come through it: no level wrong, no product missing unsaid',
  async () => {
    upstream.rage();
    const every = { choice: { kind: 'every' }, pageSize: 10, includeMaxLeadTime: true } as const;
    const load = new CalendarLoad(new QueryClient(), every, source);
    const known = Array.from({ length: productCount }, (_, index) => index + 1).filter(upstream.knows);

    /** Asserts that all received calendars are correct and missing ones are counted. */
    const look = () => {
      const there = load.products().filter((product) => product.kind === 'calendar');
      for (const { productId, entries } of there)
        expect({ productId, entries }).toEqual({ productId, entries: upstream.truth(productId) });
      const { phase, missingProducts, unsettledProducts } = load.getSnapshot();
      if (phase === 'complete') expect(there.map(({ productId }) => productId)).toEqual(known);
      else expect(missingProducts + unsettledProducts).toBeGreaterThan(0);
      return phase;
    };

    await load.resume();
    for (let round = 0; round < 10 && look() !== 'complete'; round += 1) await load.resume();
    upstream.calm();
    if (look() !== 'complete') await load.resume();
    expect(look()).toBe('complete');
  },
  testTimeout,
);

it('the service has failed in every way that there is', () => {
  const times = [...upstream.struck.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${lineCount} lines: ${upstream.calls.length} calls, ${times} of them failed\n`);
  expect(times).toBeGreaterThan(upstream.calls.length / 6);
  expect([...upstream.struck.keys()].toSorted()).toEqual(faultKinds.toSorted());
});
