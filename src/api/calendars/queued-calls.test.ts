import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';

import { enveloped } from '#api/envelope.sample.ts';

import { gatewaySource } from '#api/stock-source.ts';
import { entries, idsUpTo } from './calendars.sample.ts';
import { calendarEntry } from './faulty-calendars.fake.ts';
import { CalendarLoad } from './calendar-load.ts';
import { fetchLastUpdates } from '#api/stock-items.ts';
import { loadPage } from './calendar-page.ts';

afterEach(() => void vi.unstubAllGlobals());

const ids = idsUpTo(2500);
const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };

const named = (productId: number) => ({
  itemId: String(productId),
  id: String(productId),
  localized: [],
  productId,
  ...market,
});

/** Stubs the gateway of a service with the products `ids`, and counts calls and the most in flight at once. */
function countedGateway() {
  const seen = { calls: 0, most: 0 };
  let underWay = 0;
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    underWay += 1;
    seen.calls += 1;
    seen.most = Math.max(seen.most, underWay);
    await new Promise((resolve) => setTimeout(resolve, seen.calls % 3));
    underWay -= 1;
    return typeof body === 'string' ? stockAnswer(body) : calendarsAnswer(new URL(path, 'http://dashboard'));
  });
  return seen;
}

function calendarsAnswer({ searchParams }: URL): Response {
  const [page, pageSize] = ['page', 'pageSize'].map((name) => Number(searchParams.get(name))) as [number, number];
  const asked = /\((.*)\)/.exec(searchParams.get('filter') ?? '')?.[1];
  const matched = asked === undefined ? ids : asked.split(',').map(Number);
  const items = matched
    .slice((page - 1) * pageSize, page * pageSize)
    .map((productId) =>
      Object.assign(named(productId), { stock: entries.map((entry) => calendarEntry(productId, entry)) }),
    );
  const totalPageCount = Math.ceil(matched.length / pageSize);
  return enveloped(items, { page, pageSize, totalPageCount, totalItemCount: matched.length });
}

function stockAnswer(body: string): Response {
  const { products } = JSON.parse(body) as { products: { productId: number; quantity: number }[] };
  return enveloped(
    products.map(({ productId, quantity }) =>
      Object.assign(named(productId), {
        lastUpdateDate: '2026-03-20',
        stockDate: '2026-03-20',
        stockDateUnix: 1_773_964_800,
        isMaxLeadTime: false,
        stockQuantity: quantity,
      }),
    ),
  );
}

it('allows at most four concurrent calls of all jobs', async () => {
  const seen = countedGateway();
  const { signal } = new AbortController();
  const every = { choice: { kind: 'every' }, includeMaxLeadTime: true } as const;
  const list = { choice: { kind: 'list', productIds: ids }, pageSize: 250, includeMaxLeadTime: true } as const;
  const load = new CalendarLoad(new QueryClient(), { ...every, pageSize: 250 });
  const pages = [1, 2].map((page) => loadPage({ ...every, page, pageSize: 25 }, gatewaySource, signal));
  const chosen = [1, 2].map((page) => loadPage({ ...list, page }, gatewaySource, signal));
  const updates = fetchLastUpdates(ids.slice(0, 1000), signal);
  await Promise.all([load.resume(), ...pages, ...chosen, updates]);
  expect(load.getSnapshot()).toMatchObject({ phase: 'complete', doneProducts: 2500 });
  expect((await updates).dates.size).toBe(1000);
  expect(seen.calls).toBeGreaterThanOrEqual(10 + 2 + 2 + 5);
  expect(seen.most).toBe(4);
});

it('drops aborted calls unsent', async () => {
  const seen = countedGateway();
  const control = new AbortController();
  const asking = [1, 2, 3, 4, 5, 6].map((page) =>
    loadPage(
      { choice: { kind: 'every' }, page, pageSize: 25, includeMaxLeadTime: true },
      gatewaySource,
      control.signal,
    ),
  );
  control.abort(new Error('left'));
  const ends = await Promise.allSettled(asking);
  expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(2);
  expect(seen.calls).toBeLessThanOrEqual(4);
});
