import { afterEach, expect, it } from 'vitest';

import { problemType } from '#stock/contract/problem-codes.ts';

import { type UpstreamSetup, setUpUpstream, noObserver } from './upstream-setup.fixture.ts';
import { hang, hangUp, refusal, echoStock } from './upstream.fake.ts';
import type { CallOutcome, UpstreamObserver } from './upstream-observer.ts';

let setup: UpstreamSetup;
afterEach(() => setup.close());

let told: CallOutcome[] = [];
const observer: UpstreamObserver = { ...noObserver, called: (_of, outcome) => void told.push(outcome) };

it('reports the result of each call', async () => {
  told = [];
  setup = await setUpUpstream(echoStock, { observer });
  setup.upstream.next = [hangUp];
  await setup.send();
  expect(told).toEqual([
    { kind: 'failed', reason: 'broken-off' },
    { kind: 'response', status: 200 },
  ]);
});

it("reports a timeout at the request's deadline", async () => {
  told = [];
  setup = await setUpUpstream(hang, { observer, limits: { headersTimeout: 60_000, requestTimeout: 100 } });
  await setup.send();
  expect(told).toEqual([{ kind: 'failed', reason: 'timeout' }]);
});

it('reports nothing for an aborted call', async () => {
  told = [];
  setup = await setUpUpstream(hang, { observer, limits: { headersTimeout: 60_000 } });
  const browser = new AbortController();
  const request = setup.send({ signal: browser.signal });
  await expect.poll(() => setup.upstream.calls.length).toBe(1);
  browser.abort();
  await expect(request).rejects.toThrow(/abort/i);
  await expect.poll(setup.upstream.abortedCalls).toBe(1);
  expect(told).toEqual([]);
});

it('ends a request whose deadline passes during a pause', async () => {
  setup = await setUpUpstream(refusal(429, { 'Retry-After': '2' }), { limits: { requestTimeout: 150 } });
  const { status, problem } = await setup.send();
  expect([status, problem?.type, setup.upstream.calls.length]).toEqual([504, problemType('upstream-timeout'), 1]);
});
