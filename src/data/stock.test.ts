import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Availability } from '#stock/contract/gateway-responses.ts';
import type { Problem } from '#stock/contract/problem.ts';
import { problemType } from '#stock/contract/problem-codes.ts';

import { errorOf } from './http-client.ts';
import { serviceToday } from './session.ts';
import { isTroubled, stock } from './stock.ts';

const answer: Availability = {
  today: '2026-11-25',
  receivedAt: 0,
  isStale: false,
  dataVersion: '1',
  product: { productId: 10001, name: null, sku: null, unit: null },
  calendar: { entries: [], unreadable: 0 },
  result: { kind: 'reliable', stockResult: { kind: 'not-available' }, earlier: null, lastUpdateDate: null },
  problems: {},
};
const problem: Problem = { type: problemType('contract-broken'), title: '', status: 502, detail: '', instance: '/' };

afterEach(() => void vi.unstubAllGlobals());

function answerWith(body: object, headers: Record<string, string> = {}) {
  const fetch = vi.fn((_path: string) => Promise.resolve(Response.json(body, { headers })));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const ask = (quantity: number | null) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return client.fetchQuery(stock.availability(10001, quantity));
};

describe('the availability of a product', () => {
  it.each([
    [100, '/gateway/availability?productId=10001&quantity=0.1'],
    [null, '/gateway/availability?productId=10001'],
  ])('is requested with the exact decimal: %s', async (quantity, path) => {
    const fetch = answerWith(answer);
    expect(await ask(quantity)).toMatchObject({ product: { productId: 10001 } });
    expect(fetch.mock.calls[0]?.[0]).toBe(path);
  });

  it("has its age by this device's clock", async () => {
    answerWith(answer, { Age: '60' });
    const { receivedAt } = await ask(100);
    expect(Date.now() - receivedAt).toBeGreaterThanOrEqual(60_000);
    expect(Date.now() - receivedAt).toBeLessThan(90_000);
  });

  it('decides no day before the session', async () => {
    answerWith({ ...answer, today: '2999-01-01' });
    await ask(100);
    expect(serviceToday()).not.toBe('2999-01-01');
  });
});

it.each([
  ['fresh', answer, false],
  ['an older copy', { ...answer, isStale: true }, true],
  ['without a part', { ...answer, problems: { calendar: problem } }, true],
])('is loaded again once the service responds if it is %s', async (_what, data, expected) => {
  const client = new QueryClient();
  const { queryKey } = stock.availability(10001, 1);
  client.setQueryData(queryKey, data);
  const query = client.getQueryCache().find({ queryKey });
  expect(query && isTroubled(query)).toBe(expected);
});

it('reports a missing part like a failed request', () => {
  const errors = [{ path: 'results', message: 'results has no item.' }];
  expect(errorOf({ ...problem, errors })).toMatchObject({ name: 'ContractError', message: 'results: has no item' });
  expect(errorOf({ ...problem, type: 'about:blank', status: 500 })).toMatchObject({ name: 'HttpError', status: 500 });
});
