import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Product } from '#stock/contract/gateway-responses.ts';

import { resolveProduct } from './resolve-product.ts';

const twill: Product = { productId: 7, name: 'Merino twill', sku: 'MT-7', unit: 'm' };
const poplin: Product = { productId: 8, name: 'Merino poplin', sku: '4711', unit: 'm' };

const unnamed: Product = { productId: 12_345, name: null, sku: null, unit: null };

/** A catalog with products by ID and SKU, and `found` as matches by name; null is unavailable. */
function catalogue(known: Product[] | null, found: Product[] = []): void {
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string } = {}) => {
    if (known === null) return Promise.reject(new TypeError('down'));
    if (!path.endsWith('/resolve'))
      return Promise.resolve(Response.json({ products: found, page: 1, pageSize: 8, hasMore: false }));
    const { keys } = JSON.parse(body ?? '') as { keys: string[] };
    const productOf = (key: string) => known.find(({ productId, sku }) => key === String(productId) || key === sku);
    return Promise.resolve(Response.json({ products: keys.map((key) => productOf(key) ?? null) }));
  });
}

const resolve = (text: string) => resolveProduct(new QueryClient(), text, { locale: 'en', today: '2026-11-25' });
const alone = (product: Product) => ({ product, quantity: null, unit: null, shipBy: null });

describe('resolveProduct', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('finds an exact ID or SKU', async () => {
    catalogue([twill, poplin]);
    expect(await resolve('4711')).toEqual({ kind: 'one', found: alone(poplin) });
  });

  it('accepts an ID that the catalog does not contain', async () => {
    catalogue([], [twill]);
    expect(await resolve('12345')).toEqual({ kind: 'one', found: alone(unnamed) });
  });

  it('accepts an ID while the catalog is unavailable', async () => {
    catalogue(null);
    expect(await resolve('12345')).toEqual({ kind: 'one', found: alone(unnamed) });
    await expect(resolve('twill')).rejects.toThrow();
  });

  it('finds the only product matching a name', async () => {
    catalogue([], [twill]);
    expect(await resolve('twill')).toEqual({ kind: 'one', found: alone(twill) });
  });

  it('returns choices if several match', async () => {
    catalogue([], [twill, poplin]);
    expect(await resolve('merino')).toEqual({ kind: 'several', choices: [alone(twill), alone(poplin)] });
  });

  it('finds the quantity and the date beside a product', async () => {
    catalogue([], [twill]);
    const beside = { quantity: 300_000, unit: 'm', shipBy: '2026-12-12' };
    expect(await resolve('300 m merino by Dec 12')).toEqual({ kind: 'one', found: { product: twill, ...beside } });
    catalogue(null);
    expect(await resolve('12345 x 300 m by Dec 12')).toEqual({ kind: 'one', found: { product: unnamed, ...beside } });
  });

  it('takes the number that is a product for it, beside another', async () => {
    catalogue([poplin]);
    const found = { ...alone(poplin), quantity: 250_000 };
    expect(await resolve('4711 250')).toEqual({ kind: 'one', found });
    expect(await resolve('250 4711')).toEqual({ kind: 'one', found });
  });

  it('lets the user choose if both numbers are products', async () => {
    const other = { ...twill, productId: 250 };
    catalogue([poplin, other]);
    expect(await resolve('4711 250')).toEqual({
      kind: 'several',
      choices: [
        { ...alone(poplin), quantity: 250_000 },
        { ...alone(other), quantity: 4_711_000 },
      ],
    });
  });

  it.each(['zzz', '99999999999'])('finds nothing for %s', async (text) => {
    catalogue([]);
    expect(await resolve(text)).toEqual({ kind: 'none' });
  });
});
