import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { CalendarEntry, StockItem } from '#contract/envelope.ts';
import { problemType } from '#contract/problem.ts';

import { HttpError, NetworkError } from './errors.ts';
import { serviceAnswer, stock } from './stock.ts';

const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const day = { stockDate: '2027-03-17', stockDateUnix: 1_805_241_600 } as const;
const item: StockItem = {
  ...market,
  ...day,
  itemId: '10001',
  id: '10001',
  localized: [],
  productId: 10001,
  lastUpdateDate: '2026-11-20',
  isMaxLeadTime: false,
  stockQuantity: 0.1,
};
const entry: CalendarEntry = {
  ...market,
  ...day,
  productId: 10001,
  stockQuantity: 40,
  isDeleted: false,
  isMaxLeadTime: false,
};

afterEach(() => void vi.unstubAllGlobals());

function answerWith(...items: object[]) {
  const counters = { page: 1, pageSize: 1, totalPageCount: 1, totalItemCount: 1 };
  const results = items.map((each) => ({ item: each }));
  const body = { parameters: null, results, facets: [], filters: [], filter: '', ...counters };
  const fetch = vi.fn((_path: string) => Promise.resolve(Response.json(body)));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const askItem = () => client().fetchQuery(stock.item(10001, 100));
const askCalendar = () => client().fetchQuery(stock.calendar(10001));

describe('the stock item of a quantity', () => {
  it('is requested with the exact decimal and returned complete', async () => {
    const fetch = answerWith(item);
    expect((await askItem()).data).toEqual(item);
    expect(fetch.mock.calls[0]?.[0]).toBe('/gateway/stock/10001?quantity=0.1');
  });

  it.each([
    ['another product', [{ ...item, productId: 10002 }], 'results.0.item.productId'],
    ['another quantity', [{ ...item, stockQuantity: 1 }], 'results.0.item.stockQuantity'],
    [
      'a Unix time of another day',
      [{ ...item, stockDateUnix: day.stockDateUnix + 86_400 }],
      'results.0.item.stockDateUnix',
    ],
    ['a Unix time beyond all days', [{ ...item, stockDateUnix: 9e15 }], 'results.0.item.stockDateUnix'],
    ['what is deleted', [{ ...item, isDeleted: true }], 'results.0.item.isDeleted'],
    ['none', [], 'results'],
    ['two', [item, item], 'results'],
  ])('is rejected for %s', async (_what, items, path) => {
    answerWith(...items);
    await expect(askItem()).rejects.toMatchObject({ name: 'ContractError', path });
  });
});

describe('the stock calendar', () => {
  it('is requested complete, with the max lead time', async () => {
    const fetch = answerWith(entry, { ...entry, isMaxLeadTime: true });
    expect((await askCalendar()).data).toHaveLength(2);
    expect(fetch.mock.calls[0]?.[0]).toBe('/gateway/stock/10001/calendar?includeMaxLeadTime=true');
  });

  it.each([
    ['another product', { ...entry, productId: 10002 }, 'results.1.item.productId'],
    ['a Unix time of another day', { ...entry, stockDateUnix: 0 }, 'results.1.item.stockDateUnix'],
  ])('is rejected with an entry for %s', async (_what, wrong, path) => {
    answerWith(entry, wrong);
    await expect(askCalendar()).rejects.toMatchObject({ name: 'ContractError', path });
  });
});

const stockItem = {
  itemId: '1',
  id: '1',
  localized: [],
  productId: 1,
  company: 'BRU',
  salesOrganization: '2510',
  territoryId: 'BRU_GLO',
  lastUpdateDate: '2026-02-28',
  stockDate: '2026-03-17',
  stockDateUnix: 1_773_705_600,
  isMaxLeadTime: false,
  stockQuantity: 40,
} as const;

const given = { data: { ...stockItem, localized: [] }, receivedAt: 0, isStale: false };

function refusal(code: 'quantity-not-available' | 'unknown-product'): HttpError {
  const problem = { type: problemType(code), title: 'No', status: 404, detail: 'No.', instance: '/' };
  return new HttpError({ status: 404, problem, sentence: 'No.', requestId: null, retryAfter: null });
}

describe('serviceAnswer', () => {
  it.each([
    [
      { data: given, error: null },
      { kind: 'expected', date: '2026-03-17' },
    ],
    [{ data: undefined, error: refusal('quantity-not-available') }, { kind: 'not-available' }],
    [{ data: given, error: refusal('quantity-not-available') }, { kind: 'not-available' }],
    [{ data: undefined, error: refusal('unknown-product') }, null],
    [{ data: given, error: new NetworkError('down') }, null],
    [{ data: undefined, error: null }, null],
  ])('returns the result of outcome %#', (outcome, answer) => {
    expect(serviceAnswer(outcome, '2026-03-01')).toEqual(answer);
  });
});
