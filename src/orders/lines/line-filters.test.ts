import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type ColumnFilters, maxFilterLength, readFilters, writeFilters } from './line-filters.ts';
import { sortableColumns } from './line-filters.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const filled = text.map((word) => word.trim()).filter((word) => word !== '');
const filter = fc.oneof(
  fc.record({ contains: filled }),
  fc.record({ values: fc.uniqueArray(text, { maxLength: 5 }) }),
  fc.record({ contains: filled, values: fc.uniqueArray(text, { maxLength: 5 }) }),
);
const filters: fc.Arbitrary<ColumnFilters> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...sortableColumns), filter), { selector: ([column]) => column, maxLength: 4 })
  .map((entries) => new Map(entries));

describe('filters in an address', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(filters, (filters) => {
        expect(readFilters(writeFilters(filters) ?? '')).toEqual(filters);
      }),
    );
  });

  it('are readable', () => {
    const filters = new Map([
      ['unit', { values: ['m', 'pcs'] }],
      ['product', { contains: 'AB 1' }],
    ]);
    expect(writeFilters(filters)).toBe('product.has=AB+1&unit.is=m&unit.is=pcs');
  });

  it.each(['', 'nonsense', 'price.has=5', 'product.has=', 'product.is', '%', '=&=&'])('are ignored in %j', (text) => {
    expect(readFilters(text).get('price')).toBeUndefined();
    expect(writeFilters(readFilters(text)) ?? '').not.toContain('has');
  });

  it('of the ship date are parsed as saved earlier, too', () => {
    const filters = new Map([['shipDate', { contains: '2027' }]]);
    expect(readFilters('answer.has=2027')).toEqual(filters);
    expect(writeFilters(filters)).toBe('shipDate.has=2027');
  });

  it('are omitted if too long', () => {
    const values = Array.from({ length: 200 }, (_, index) => `a long value, number ${index}`);
    expect(writeFilters(new Map([['note', { values }]]))).toBeUndefined();
    expect(writeFilters(new Map([['note', { contains: 'x'.repeat(maxFilterLength) }]]))).toBeUndefined();
  });
});
