import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { chunksOf, findProducts, products } from './products.ts';
import { maxConcurrency, requestQueue } from './request-queue.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Stubs a catalog that contains only the SKU LIN-1, product 7. */
function catalogue() {
  const requested: string[][] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    const { keys } = JSON.parse(body) as { keys: string[] };
    requested.push(keys);
    const products = keys.map((key) => (key === 'LIN-1' ? { productId: 7, name: null, sku: key, unit: null } : null));
    return Promise.resolve(Response.json({ products }));
  });
  return requested;
}

it('tells IDs missing in the catalog, and keys that are neither an ID nor an SKU, from products', async () => {
  catalogue();
  expect(await findProducts(['12', 'LIN-1', 'LIN-2', '7', '012', '2147483648'], new QueryClient())).toEqual({
    productIds: [7],
    unknownIds: [12],
    notFound: ['LIN-2', '012', '2147483648'],
  });
});

it('takes a key apart that joins products', async () => {
  catalogue();
  expect(await findProducts(['LIN-1/12', 'A/B-2'], new QueryClient())).toEqual({
    productIds: [7],
    unknownIds: [12],
    notFound: ['A/B-2'],
  });
});

it('requests a thousand keys per call', async () => {
  const requested = catalogue();
  const keys = Array.from({ length: 2500 }, (_, index) => String(index + 1));
  const { unknownIds } = await findProducts(keys, new QueryClient());
  expect(unknownIds).toEqual(keys.map(Number));
  expect(requested.map((part) => part.length)).toEqual([1000, 1000, 500]);
});

it('is queued with the requests of other jobs', async () => {
  const requested = catalogue();
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { signal } = new AbortController();
  const other = requestQueue.limit((_signal: AbortSignal) => held);
  const others = Array.from({ length: maxConcurrency }, () => other(signal));
  const found = findProducts(['LIN-1'], new QueryClient());
  await Promise.resolve();
  expect(requested).toEqual([]);
  release();
  await Promise.all(others);
  expect((await found).productIds).toEqual([7]);
});

function askAll(...keys: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return Promise.all(keys.map((key) => client.fetchQuery(products.one(key))));
}

describe('a single product', () => {
  it('shares one request with concurrent lookups, without repeating keys', async () => {
    const requested = catalogue();
    const found = await askAll('LIN-2', 'LIN-1', 'LIN-2');
    expect(found.map((product) => product?.productId ?? null)).toEqual([null, 7, null]);
    expect(requested).toEqual([['LIN-2', 'LIN-1']]);
    await askAll('LIN-1');
    expect(requested).toHaveLength(2);
  });

  it('requests at most a thousand keys per call', async () => {
    const requested = catalogue();
    await askAll(...Array.from({ length: 1001 }, (_, index) => `K-${index}`));
    expect(requested.map((part) => part.length)).toEqual([1000, 1]);
  });

  it('fails if its request fails', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('down')));
    await expect(askAll('a', 'b')).rejects.toMatchObject({ name: 'NetworkError' });
  });
});

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('splits %j into pairs', (items, chunks) => expect(chunksOf<number>(items, 2)).toEqual(chunks));
