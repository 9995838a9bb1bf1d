import { QueryClient } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';

import { idsUpTo, serviceOf, signInAtOnce } from './calendars.sample.ts';
import { arbitraryCalendarFault } from './faulty-calendars.fake.ts';
import { streamPages, type StreamedPage } from './calendar-load.ts';

const every = { choice: { kind: 'every' }, pageSize: 25, includeMaxLeadTime: true } as const;

async function all(pages: AsyncIterable<StreamedPage>): Promise<StreamedPage[]> {
  const collected: StreamedPage[] = [];
  for await (const page of pages) collected.push(page);
  return collected;
}

it('yields every product once, in order, page by page', async () => {
  const pages = await all(streamPages(new QueryClient(), every, new AbortController().signal, serviceOf(260).source));
  expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
  expect(pages.flatMap(({ products }) => products.map(({ productId }) => productId))).toEqual(idsUpTo(260));
});

it('keeps the order of a list', async () => {
  const productIds = [300, 10, 50, 40, 20];
  const request = { choice: { kind: 'list', productIds }, pageSize: 2, includeMaxLeadTime: true } as const;
  const pages = await all(streamPages(new QueryClient(), request, new AbortController().signal, serviceOf(40).source));
  expect(pages.flatMap(({ products }) => products.map(({ productId }) => productId))).toEqual(productIds);
});

it('retries failed pages only, whatever the age of the others, and yields the time of each page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const service = serviceOf(120);
    service.faultOf = ({ page }) => (page === 3 ? '404 nothing named' : null);
    const client = new QueryClient();
    const request = { ...every, since: Date.now() };
    const stream = () => all(streamPages(client, request, new AbortController().signal, service.source));
    const given = (await stream()).map(({ fetchedAt }) => fetchedAt);
    expect(given.map((at) => at === null)).toEqual([false, false, true, false, false]);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    service.faultOf = () => null;
    service.queries = [];
    const pages = await stream();
    expect(service.queries.map(({ page }) => page)).toEqual([3]);
    expect(pages.flatMap(({ products }) => products.map(({ productId }) => productId))).toEqual(idsUpTo(120));
    expect(pages.map(({ fetchedAt }) => fetchedAt).toSpliced(2, 1)).toEqual(given.toSpliced(2, 1));
    service.queries = [];
    await all(streamPages(client, every, new AbortController().signal, service.source));
    expect(service.queries.map(({ page }) => page)).toEqual([1, 2, 4, 5]);
  } finally {
    vi.useRealTimers();
  }
});

it('ends when aborted', async () => {
  const control = new AbortController();
  const pages = streamPages(new QueryClient(), every, control.signal, serviceOf(260).source);
  await pages.next();
  control.abort(new Error('left'));
  await expect(all(pages)).rejects.toThrow('left');
});

it('yields no product twice or out of order, and skips only failed pages, whatever the service does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryCalendarFault, { maxLength: 8 }), async (faults) => {
      const service = serviceOf(120);
      service.faults = faults;
      signInAtOnce(service.queue);
      let pages: StreamedPage[];
      try {
        pages = await all(streamPages(new QueryClient(), every, new AbortController().signal, service.source));
      } catch {
        return;
      }
      const missing = pages.filter(({ error }) => error !== null).map(({ page }) => page);
      // Excludes the products that the fake adds; clients can't recognize them.
      const came = pages
        .flatMap(({ products }) => products.map(({ productId }) => productId))
        .filter((id) => id < 999_999);
      const due = idsUpTo(120).filter((_, at) => !missing.includes(Math.floor(at / 25) + 1));
      expect(due.filter((productId) => came.includes(productId))).toEqual(came);
      expect(new Set(came).size).toBe(came.length);
      const { totalItems } = pages[0] ?? { totalItems: 0 };
      if (missing.length === 0 && came.length !== due.length) expect(came.length).toBeLessThan(totalItems);
    }),
    { numRuns: 60 },
  );
});
