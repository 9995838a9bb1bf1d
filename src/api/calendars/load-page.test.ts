import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { HttpError } from '#api/errors.ts';
import { maxLeadTime } from '#domain/entries.arbitrary.ts';

import { type CalendarPageRequest, loadPage } from './calendar-page.ts';
import { entries, idsUpTo, serviceOf } from './calendars.sample.ts';
import type { FaultyCalendars } from './faulty-calendars.fake.ts';

const { signal } = new AbortController();

function page(service: FaultyCalendars, request: Partial<CalendarPageRequest> = {}) {
  const whole = { choice: { kind: 'every' }, page: 1, pageSize: 25, includeMaxLeadTime: true, ...request } as const;
  return loadPage(whole, service.source, signal);
}

function list(...productIds: number[]) {
  return { choice: { kind: 'list', productIds } } as const;
}

async function idsOf(loading: ReturnType<typeof page>): Promise<number[]> {
  return (await loading).products.map(({ productId }) => productId);
}

describe('a page of every product', () => {
  it('has the age of a cached response, and none when bypassing the cache', async () => {
    const service = Object.assign(serviceOf(60), { keptFor: 40_000 });
    expect((await page(service)).fetchedAt).toBe(service.clock - 40_000);
    expect((await page(service, { anew: true })).fetchedAt).toBe(service.clock);
  });

  it('must have the requested number, except past the end', async () => {
    const service = Object.assign(serviceOf(60), { answersPage: 1 });
    expect(await idsOf(page(service))).toEqual(idsUpTo(25));
    await expect(page(service, { page: 2 })).rejects.toThrow('2 was asked for');
    expect(await page(service, { page: 9 })).toMatchObject({ totalPages: 3, products: [] });
  });

  it('is requested again if it has fewer products than the service counts', async () => {
    const service = serviceOf(60);
    service.faults = ['half'];
    expect(await idsOf(page(service))).toEqual(idsUpTo(25));
    expect(service.queries.map(({ anew }) => anew)).toEqual([false, true]);
  });

  it("has the service's products and totals", async () => {
    const loaded = await page(serviceOf(60), { page: 2 });
    expect(loaded).toMatchObject({ page: 2, totalPages: 3, totalItems: 60 });
    expect(loaded.products.map(({ productId }) => productId)).toEqual(idsUpTo(60).slice(25, 50));
    expect(loaded.products[0]).toEqual({
      kind: 'calendar',
      productId: 260,
      entries,
      territories: ['BRU_GLO'],
      findings: [],
    });
  });

  it('is empty past the end, with correct totals', async () => {
    expect(await page(serviceOf(60), { page: 9 })).toMatchObject({ products: [], totalPages: 3, totalItems: 60 });
    expect(await page(serviceOf(0))).toMatchObject({ products: [], totalPages: 0, totalItems: 0 });
  });

  it('is requested once more if products are missing, and reports the remaining ones', async () => {
    const service = serviceOf(60);
    service.faults = ['half'];
    expect(await page(service)).toMatchObject({ oddities: { withheld: 0 } });
    service.faults = ['half', 'half'];
    expect(await page(service)).toMatchObject({ oddities: { withheld: 13 }, totalItems: 60 });
  });

  it.each([false, true])(
    'is assembled from smaller ones if the service limits their size (truncated silently: %s)',
    async (cutsPages) => {
      const service = Object.assign(serviceOf(600), { mostOnPage: 60, cutsPages });
      expect(await idsOf(page(service, { page: 2, pageSize: 250 }))).toEqual(idsUpTo(500).slice(250));
    },
  );
});

describe('a page of a list', () => {
  it('keeps the order of the list without duplicates, and marks products without a result', async () => {
    const service = serviceOf(9);
    const loaded = await page(service, { ...list(70, 5, 20, 70, 6, 10), pageSize: 3 });
    expect(loaded).toMatchObject({ totalPages: 2, totalItems: 5 });
    expect(loaded.products).toMatchObject([
      { kind: 'calendar', productId: 70 },
      { kind: 'no-answer', productId: 5, why: 'not-listed' },
      { kind: 'calendar', productId: 20 },
    ]);
    expect(await idsOf(page(service, { ...list(70, 5, 20, 70, 6, 10), pageSize: 3, page: 2 }))).toEqual([6, 10]);
  });

  it('sends no request past the end', async () => {
    const service = serviceOf(9);
    expect(await page(service, { ...list(10, 20), page: 4 })).toMatchObject({
      products: [],
      totalPages: 1,
      totalItems: 2,
    });
    expect(service.queries).toEqual([]);
  });

  it('contains its slice of the list', async () => {
    const service = serviceOf(400);
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4200 }), { maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(ids, fc.constantFrom(10, 25, 50, 100, 250), async (productIds, pageSize) => {
        const pages: number[] = [];
        for (let number = 1; number <= Math.ceil(productIds.length / pageSize); number += 1) {
          const request = { choice: { kind: 'list', productIds }, pageSize, page: number } as const;
          pages.push(...(await idsOf(page(service, request))));
        }
        expect(pages).toEqual(productIds);
      }),
      { numRuns: 40 },
    );
  });

  it('reports unrequested and duplicate products', async () => {
    const service = serviceOf(3);
    service.faults = ['foreign'];
    expect(await page(service, list(20, 10))).toMatchObject({
      oddities: { notAsked: [999_999] },
      products: { length: 2 },
    });
    service.faults = ['doubled'];
    expect(await page(service, list(20, 10))).toMatchObject({ oddities: { doubled: [10] }, products: { length: 2 } });
    expect(service.owns).toEqual([]);
  });

  it('distinguishes a product omitted by the service from an unknown one', async () => {
    const service = serviceOf(4);
    service.faultOf = () => 'half';
    expect((await page(service, list(10, 20, 30, 5))).products).toMatchObject([
      { kind: 'calendar', productId: 10, findings: [] },
      { kind: 'calendar', productId: 20, entries, findings: [{ kind: 'left-out' }] },
      { kind: 'calendar', productId: 30, entries, findings: [{ kind: 'left-out' }] },
      { kind: 'no-answer', productId: 5, why: 'not-listed' },
    ]);
  });
});

describe('a doubtful product', () => {
  it.each([
    ['empty stock', [{ kind: 'empty-stock' }]],
    ['unreadable', [{ kind: 'unreadable-entries', count: 2 }]],
    ['other product', [{ kind: 'unreadable-entries', count: 3 }]],
  ] as const)('has its own calendar loaded: %s', async (fault, findings) => {
    const service = serviceOf(2);
    service.faults = [fault];
    expect((await page(service)).products).toMatchObject([
      { kind: 'calendar', productId: 10, entries, findings },
      { kind: 'calendar', productId: 20, entries, findings },
    ]);
  });

  it('with two different calendars is settled by its own', async () => {
    const service = serviceOf(2);
    service.faults = ['differing'];
    expect((await page(service)).products[0]).toMatchObject({ entries, findings: [{ kind: 'doubled' }] });
    expect(service.owns).toEqual([10]);
  });

  it('has no findings if its own calendar is empty too', async () => {
    const theoretical = serviceOf(1, [maxLeadTime('2026-06-12')]);
    expect((await page(serviceOf(1, []))).products).toMatchObject([{ kind: 'calendar', entries: [], findings: [] }]);
    expect((await page(theoretical, { includeMaxLeadTime: false })).products).toMatchObject([
      { kind: 'calendar', entries: [], findings: [] },
    ]);
  });

  it('keeps the readable entries and reports it if its own calendar fails to load', async () => {
    const service = serviceOf(1);
    service.broken = new Set([10]);
    service.faults = ['unreadable'];
    expect((await page(service)).products).toMatchObject([
      { kind: 'calendar', entries, findings: [{ kind: 'unreadable-entries' }, { kind: 'own-calendar-failed' }] },
    ]);
    service.faults = ['empty stock'];
    expect((await page(service)).products).toEqual([{ kind: 'no-answer', productId: 10, why: 'own-calendar-failed' }]);
  });
});

it('fails if the page fails', async () => {
  const service = serviceOf(2);
  service.faults = ['503'];
  await expect(page(service)).rejects.toBeInstanceOf(HttpError);
});

it("has no max lead time if it isn't wanted", async () => {
  const { products } = await page(serviceOf(1), { includeMaxLeadTime: false });
  expect(products).toMatchObject([{ entries: entries.slice(0, 2) }]);
});
