import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { maxProductId } from '#stock/contract/limits.ts';

import { idsInFragment, packIds, unpackIds } from './ids-link.ts';

describe('IDs in a link', () => {
  it('round-trip in order', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: maxProductId }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(ids, (productIds) => {
        const packed = packIds(productIds);
        expect(packed).toMatch(/^[\w-]+$/);
        expect(unpackIds(packed)).toEqual(productIds);
      }),
    );
  });

  it('take little space if consecutive', () => {
    expect(packIds(Array.from({ length: 5000 }, (_, index) => 10_001 + index)).length).toBeLessThan(7000);
  });

  it.each(['', 'a b', 'A', '____', 'gICA', 'AA', '%', '/w=='])('are null for %j', (text) => {
    expect(unpackIds(text)).toBeNull();
  });

  it('are always valid, even from corrupted text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const id of unpackIds(text) ?? []) expect(id).toBeGreaterThan(0);
      }),
    );
  });

  it('are read by name from the fragment', () => {
    expect(idsInFragment(`#ids=${packIds([3, 1])}&selected=${packIds([7])}`, 'selected')).toEqual([7]);
    expect(idsInFragment('#top', 'ids')).toBeNull();
  });
});
