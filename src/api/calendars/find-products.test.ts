import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';

import { findProducts } from './find-products.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A catalogue that knows the SKU LIN-1 as product 7 and nothing else. */
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
