import { afterEach, expect, it } from 'vitest';

import { problemType } from '#contract/problem.ts';

import { type AskedUpstream, askedUpstream, noObserver } from './asked-upstream.fixture.ts';
import { hang, hangUp, refusal, stockAsAsked } from './upstream.fake.ts';
import type { CallOutcome, UpstreamObserver } from './upstream-observer.ts';

let asked: AskedUpstream;
afterEach(() => asked.close());

let told: CallOutcome[] = [];
const observer: UpstreamObserver = { ...noObserver, called: (_of, outcome) => void told.push(outcome) };

it('reports the result of each call', async () => {
  told = [];
  asked = await askedUpstream(stockAsAsked, { observer });
  asked.upstream.next = [hangUp];
  await asked.send();
  expect(told).toEqual([
    { kind: 'failed', reason: 'broken-off' },
    { kind: 'answered', status: 200 },
  ]);
});

it("reports a timeout at the request's deadline", async () => {
  told = [];
  asked = await askedUpstream(hang, { observer, limits: { headers: 60_000, wholeQuestion: 100 } });
  await asked.send();
  expect(told).toEqual([{ kind: 'failed', reason: 'timeout' }]);
});

it('reports nothing for an aborted call', async () => {
  told = [];
  asked = await askedUpstream(hang, { observer, limits: { headers: 60_000 } });
  const browser = new AbortController();
  const question = asked.send({ signal: browser.signal });
  await expect.poll(() => asked.upstream.calls.length).toBe(1);
  browser.abort();
  await expect(question).rejects.toThrow(/abort/i);
  await expect.poll(asked.upstream.calledOff).toBe(1);
  expect(told).toEqual([]);
});

it('ends a request whose deadline passes during a pause', async () => {
  asked = await askedUpstream(refusal(429, { 'Retry-After': '2' }), { limits: { wholeQuestion: 150 } });
  const { status, problem } = await asked.send();
  expect([status, problem?.type, asked.upstream.calls.length]).toEqual([504, problemType('upstream-timeout'), 1]);
});
