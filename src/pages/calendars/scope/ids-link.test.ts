import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { largestProductId } from '#contract/product-id.ts';

import { idsInFragment, packIds, unpackIds } from './ids-link.ts';

describe('ids in a link', () => {
  it('come back as they went in, in their order', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: largestProductId }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(ids, (productIds) => {
        const packed = packIds(productIds);
        expect(packed).toMatch(/^[\w-]+$/);
        expect(unpackIds(packed)).toEqual(productIds);
      }),
    );
  });

  it('take little room where they follow each other', () => {
    expect(packIds(Array.from({ length: 5000 }, (_, index) => 10_001 + index)).length).toBeLessThan(7000);
  });

  it.each(['', 'a b', 'A', '____', 'gICA', 'AA', '%', '/w=='])('are none in %j', (text) => {
    expect(unpackIds(text)).toBeNull();
  });

  it('never make another list of what was cut off or spoilt than a readable one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const id of unpackIds(text) ?? []) expect(id).toBeGreaterThan(0);
      }),
    );
  });

  it('are found by their name', () => {
    expect(idsInFragment(`#ids=${packIds([3, 1])}&selected=${packIds([7])}`, 'selected')).toEqual([7]);
    expect(idsInFragment('#top', 'ids')).toBeNull();
  });
});
