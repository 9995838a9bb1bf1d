import { describe, expect, it } from 'vitest';

import { entries, FaultyService, serviceOf, upTo } from '#api/faulty-service.fake.ts';
import { real } from '#domain/entries.arbitrary.ts';

import { fetchLastUpdates } from './stock-items.ts';

const { signal } = new AbortController();

describe('fetchLastUpdates', () => {
  it('requests one unit of each product in one call', async () => {
    const service = serviceOf(25);
    const { dates, unanswered } = await fetchLastUpdates([...upTo(25), 1], signal, service.options);
    expect([...dates.keys()]).toEqual(upTo(25));
    expect(new Set(dates.values())).toEqual(new Set(['2026-03-20']));
    expect(unanswered.size).toBe(0);
    expect(service.stockCalls).toEqual([upTo(25).map((productId) => ({ productId, quantity: 1000 }))]);
  });

  it.each(['names lines', 'names nothing'] as const)(
    'drops products without a result and requests the rest (%s)',
    async (manner) => {
      const calendars = new Map([
        [1, entries],
        [2, [real('2026-03-20', 0)]],
        [4, entries],
      ]);
      const service = new FaultyService(calendars, manner);
      const { dates, unanswered } = await fetchLastUpdates([1, 2, 3, 4], signal, service.options);
      expect(new Set(dates.keys())).toEqual(new Set([1, 4]));
      expect(unanswered.size).toBe(0);
    },
  );

  it('reports the products whose request failed', async () => {
    const service = serviceOf(3);
    service.faults = ['cut', 'cut', 'cut'];
    expect(await fetchLastUpdates([1, 2], signal, service.options)).toEqual({
      dates: new Map(),
      unanswered: new Set([1, 2]),
    });
  });

  it('rejects when aborted', async () => {
    const gone = AbortSignal.abort();
    await expect(fetchLastUpdates([1], gone, serviceOf(1).options)).rejects.toThrow('aborted');
  });
});
