import { beforeEach, describe, expect, it, vi } from 'vitest';

import { NetworkError } from '#data/errors.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';

import { type Catalog, ProductDirectory } from './product-directory.ts';

const product = (productId: number, name: string): Product => ({ productId, name, sku: `S-${productId}`, unit: 'm' });
const known = [product(1, 'Harbour canvas'), product(2, 'Moorland tweed'), product(3, 'Twin'), product(4, 'Twin')];

function catalog(): Catalog & { resolve: ReturnType<typeof vi.fn<Catalog['resolve']>> } {
  return {
    resolve: vi.fn<Catalog['resolve']>(async (keys) =>
      keys.map(
        (key) => known.find(({ productId, sku }) => String(productId) === key || sku?.toLowerCase() === key) ?? null,
      ),
    ),
    search: async (text) => known.filter(({ name }) => name?.toLowerCase().includes(text)),
  };
}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task));
});

describe('a directory of products', () => {
  it.each([
    ['1', 1],
    [' s-2 ', 2],
    ['Harbour  Canvas', 1],
    ['Harbour', null],
    ['Twin', null],
    ['NOPE-1', null],
    ['99999', 99_999],
    ['007', null],
    ['99999999999', null],
  ])('finds %j as %j', async (text, productId) => {
    const directory = new ProductDirectory(catalog(), () => undefined);
    directory.request([text]);
    await directory.settled();
    expect(directory.find(text)?.productId).toBe(productId);
  });

  it('requests each text once, in batches of 1,000, and tells of all together', async () => {
    const requested = catalog();
    const onFound = vi.fn<() => void>();
    const directory = new ProductDirectory(requested, onFound);
    const texts = Array.from({ length: 2500 }, (_, index) => String(index + 1));
    directory.request(texts);
    directory.request(texts);
    await directory.settled();
    expect(onFound).toHaveBeenCalledOnce();
    directory.request(texts);
    await directory.settled();
    expect(requested.resolve.mock.calls.map(([keys]) => keys.length)).toEqual([1000, 1000, 500]);
  });

  it('contains why a lookup failed, and retries on request', async () => {
    const failing = catalog();
    failing.resolve.mockRejectedValueOnce(new NetworkError('down'));
    const onFound = vi.fn<() => void>();
    const directory = new ProductDirectory(failing, onFound);
    const texts = ['1', 'S-2'];
    directory.request(texts);
    await directory.settled();
    expect(texts.map((text) => directory.find(text))).toMatchObject([
      { productId: 1, product: null, failure: { reason: 'no-connection' } },
      { productId: null, failure: { reason: 'no-connection' } },
    ]);
    expect(onFound).toHaveBeenCalledOnce();

    directory.request(texts);
    await directory.settled();
    expect(failing.resolve).toHaveBeenCalledOnce();

    directory.request(texts, true);
    await directory.settled();
    expect(texts.map((text) => directory.find(text)?.product?.productId)).toEqual([1, 2]);
    expect(texts.map((text) => directory.find(text)?.failure)).toEqual([undefined, undefined]);
  });
});
