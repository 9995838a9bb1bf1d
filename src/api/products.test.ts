import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { findProducts, products } from './products.ts';
import { maxConcurrency, requestQueue } from './request-queue.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Stubs a catalog that contains only the SKU LIN-1, product 7. */
function catalogue() {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    const { keys } = JSON.parse(body) as { keys: string[] };
    asked.push(keys);
    const products = keys.map((key) => (key === 'LIN-1' ? { productId: 7, name: null, sku: key, unit: null } : null));
    return Promise.resolve(Response.json({ products }));
  });
  return asked;
}

it('takes ids that the catalogue doesn’t hold, and names what is neither an id nor a SKU', async () => {
  catalogue();
  expect(await findProducts(['12', 'LIN-1', 'LIN-2', '7', '012', '2147483648'], new QueryClient())).toEqual({
    productIds: [12, 7],
    notFound: ['LIN-2', '012', '2147483648'],
  });
});

it('asks for a thousand keys at a time', async () => {
  const asked = catalogue();
  const keys = Array.from({ length: 2500 }, (_, index) => String(index + 1));
  const { productIds } = await findProducts(keys, new QueryClient());
  expect(productIds).toEqual(keys.map(Number));
  expect(asked.map((part) => part.length)).toEqual([1000, 1000, 500]);
});

it('waits for its turn among the requests of other jobs', async () => {
  const asked = catalogue();
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { signal } = new AbortController();
  const other = requestQueue.limit((_signal: AbortSignal) => held);
  const others = Array.from({ length: maxConcurrency }, () => other(signal));
  const found = findProducts(['LIN-1'], new QueryClient());
  await Promise.resolve();
  expect(asked).toEqual([]);
  release();
  await Promise.all(others);
  expect((await found).productIds).toEqual([7]);
});

function askAll(...keys: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return Promise.all(keys.map((key) => client.fetchQuery(products.one(key))));
}

describe('one product', () => {
  it('shares one request with those asked for at the same time, each key once', async () => {
    const asked = catalogue();
    const found = await askAll('LIN-2', 'LIN-1', 'LIN-2');
    expect(found.map((product) => product?.productId ?? null)).toEqual([null, 7, null]);
    expect(asked).toEqual([['LIN-2', 'LIN-1']]);
    await askAll('LIN-1');
    expect(asked).toHaveLength(2);
  });

  it('keeps to a thousand keys a request', async () => {
    const asked = catalogue();
    await askAll(...Array.from({ length: 1001 }, (_, index) => `K-${index}`));
    expect(asked.map((part) => part.length)).toEqual([1000, 1]);
  });

  it('fails with its request', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('down')));
    await expect(askAll('a', 'b')).rejects.toMatchObject({ name: 'NetworkError' });
  });
});
