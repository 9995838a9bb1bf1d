import { describe, expect, it } from 'vitest';

import { Problem } from '#stock/contract/problem.ts';

import type { UpstreamOutcome } from './upstream-calls.ts';
import { outcomeResponse } from './upstream-problems.ts';
import { TransportFailure } from './upstream-transport.ts';

const request = { path: '/stock/1?quantity=5', requestId: 'request-1' };
const now = Date.UTC(2026, 10, 22);

function told(outcome: UpstreamOutcome) {
  const { headers, body } = outcomeResponse(outcome, request, { now, elapsed: 5000 });
  return { headers, problem: Problem.parse(JSON.parse(body.toString())) };
}
const answered = (status: number, headers: Record<string, string> = {}, body: Buffer | string = '') =>
  told({
    kind: 'response',
    response: { status, headers, body: Buffer.from(body), breach: null, itemBreach: null },
    attempts: 1,
  });

const failed = (attempts: number) => told({ kind: 'failed', failure: new TransportFailure('timeout'), attempts });

describe('a missing response', () => {
  it('reports the attempts if there was more than one', () => {
    expect(failed(1).headers).not.toHaveProperty('stock-attempts');
    expect(failed(2).headers['stock-attempts']).toBe('2');
  });

  it('reports when requests resume, as a time and in seconds', () => {
    const { headers, problem } = told({ kind: 'held', until: 12_300, refusal: null });
    expect(problem).toMatchObject({
      detail: 'The stock service keeps failing. Requests resume in 8 seconds.',
      nextAttemptAt: '2026-11-22T00:00:07.300Z',
    });
    expect(headers['retry-after']).toBe('8');
  });
});

describe('a response that is neither data nor an error', () => {
  it("reports a redirect that isn't followed", () => {
    const sentence = 'Location redirects to another address, which is not followed. Check STOCK_UPSTREAM_URL';
    expect(answered(302, { location: 'https://elsewhere' }).problem).toMatchObject({
      status: 502,
      detail: `Unexpected response from the stock service (status 302): its ${sentence}.`,
      errors: [{ path: 'Location', message: `${sentence}.` }],
    });
  });

  it.each([
    [304, {}],
    [407, { location: 'https://elsewhere' }],
    [600, {}],
  ])('reports any other status: %d', (status, headers) => {
    const sentence = 'status does not fit this request. Check STOCK_UPSTREAM_URL';
    expect(answered(status, headers).problem).toMatchObject({
      status: 502,
      errors: [{ path: 'status', message: `${sentence}.` }],
    });
  });
});

describe('an error response', () => {
  it.each([400, 599])('keeps its status and is titled by it: %d', (status) => {
    expect(answered(status, { location: 'https://elsewhere' }).problem).toMatchObject({
      status,
      title: `The stock service responded with ${status}`,
    });
  });

  it.each(['', 'text/plain', 'text/plain; charset=iso-8859-99', 'text/plain; charset=utf-7'])(
    'is decoded as UTF-8 if its character set is unknown: %s',
    (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      expect(answered(400, headers, 'Der Schlüssel gilt nicht.').problem.detail).toBe('Der Schlüssel gilt nicht.');
    },
  );
});
