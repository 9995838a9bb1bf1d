import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Product } from '#contract/gateway.ts';

import { resolveProduct } from './resolve-product.ts';

const twill: Product = { productId: 7, name: 'Merino twill', sku: 'MT-7', unit: 'm' };
const poplin: Product = { productId: 8, name: 'Merino poplin', sku: '4711', unit: 'm' };

const unnamed: Product = { productId: 12_345, name: null, sku: null, unit: null };

/** A catalog with `exact` as match by ID or SKU, and `found` as matches by name; without either it is unavailable. */
function catalogue(answers: { exact?: Product | null; found?: Product[]; hasMore?: boolean }): void {
  const { exact, found = [], hasMore = false } = answers;
  vi.stubGlobal('fetch', (path: string) => {
    if (exact === undefined) return Promise.reject(new TypeError('down'));
    const body = path.endsWith('/resolve') ? { products: [exact] } : { products: found, page: 1, pageSize: 8, hasMore };
    return Promise.resolve(Response.json(body));
  });
}

const resolve = (text: string) => resolveProduct(new QueryClient(), text);

describe('resolveProduct', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('finds an exact ID or SKU', async () => {
    catalogue({ exact: poplin });
    expect(await resolve('4711')).toEqual({ kind: 'one', product: poplin });
  });

  it('accepts an ID that the catalog does not contain', async () => {
    catalogue({ exact: null, found: [twill] });
    expect(await resolve('12345')).toEqual({ kind: 'one', product: unnamed });
  });

  it('accepts an ID while the catalog is unavailable', async () => {
    catalogue({});
    expect(await resolve('12345')).toEqual({ kind: 'one', product: unnamed });
    await expect(resolve('twill')).rejects.toThrow();
  });

  it('finds the only product matching a name', async () => {
    catalogue({ exact: null, found: [twill] });
    expect(await resolve('twill')).toEqual({ kind: 'one', product: twill });
  });

  it.each([
    [{ found: [twill, poplin] }, [twill, poplin]],
    [{ found: [twill], hasMore: true }, [twill]],
  ])('returns choices if several match', async (answers, choices) => {
    catalogue({ exact: null, ...answers });
    expect(await resolve('merino')).toEqual({ kind: 'several', choices });
  });

  it.each(['zzz', '99999999999'])('finds nothing for %s', async (text) => {
    catalogue({ exact: null });
    expect(await resolve(text)).toEqual({ kind: 'none' });
  });
});
