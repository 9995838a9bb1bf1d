import { afterEach, describe, expect, it, vi } from 'vitest';

import { calendarLoader } from './stock-source.ts';
import { answerWith, enveloped } from '#api/envelope.sample.ts';

const { signal } = new AbortController();

afterEach(() => void vi.unstubAllGlobals());

function calendarOf(productId: number) {
  const id = String(productId);
  const entry = {
    productId,
    company: 'BRU',
    salesOrganization: '2510',
    territoryId: 'BRU_GLO',
    isDeleted: false,
    stockDate: '2026-04-17',
    stockDateUnix: 1_776_384_000,
    stockQuantity: 40,
    isMaxLeadTime: false,
  };
  return { itemId: id, id, localized: [], productId, salesOrganization: '2510', company: 'BRU', stock: [entry] };
}

describe('calendarLoader', () => {
  it('sends all four parameters and returns the calendars by product', async () => {
    const fetch = answerWith([calendarOf(2), calendarOf(1)]);
    const calendars = await calendarLoader()([1, 2, 3], signal);
    expect([...calendars.keys()]).toEqual([2, 1]);
    expect(calendars.get(1)).toEqual(calendarOf(1).stock);
    const [path, request] = fetch.mock.calls[0] ?? [];
    expect(request?.method).toBe('GET');
    expect(Object.fromEntries(new URL(String(path), 'http://localhost').searchParams)).toEqual({
      page: '1',
      pageSize: '3',
      filter: 'productid.eq.any(1,2,3)',
      includeMaxLeadTime: 'true',
    });
  });

  it('loads every page of the response', async () => {
    const fetch = vi.fn((path: string) => {
      const page = Number(new URL(path, 'http://localhost').searchParams.get('page'));
      return Promise.resolve(enveloped([calendarOf(page)], { page, totalPageCount: 3 }));
    });
    vi.stubGlobal('fetch', fetch);
    expect([...(await calendarLoader()([1, 2, 3], signal)).keys()]).toEqual([1, 2, 3]);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('returns an empty calendar for a product with two different ones', async () => {
    const other = calendarOf(1);
    const twice = { ...other, stock: [...other.stock, ...other.stock] };
    answerWith([other, twice, calendarOf(2), calendarOf(2)]);
    const calendars = await calendarLoader()([1, 2], signal);
    expect([calendars.get(1), calendars.get(2)]).toEqual([[], calendarOf(2).stock]);
  });

  it("bypasses the gateway's cache, as orders need current data", async () => {
    const fetch = answerWith([calendarOf(1)]);
    await calendarLoader()([1], signal);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ headers: { 'cache-control': 'no-cache' } });
  });
});
