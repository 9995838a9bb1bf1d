import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { listFileName, readListFile, writeListFile } from './list-file.ts';
import { freeName, longestName, tidyName } from './saved-lists.ts';

const file = (more: object) =>
  JSON.stringify({ format: 'stock-horizon-product-list', version: 1, name: 'Linen', productIds: [3, 1], ...more });

describe('readListFile', () => {
  it('reads what was written', () => {
    const id = fc.integer({ min: 1, max: 2_147_483_647 });
    const name = fc
      .string({ minLength: 1, maxLength: longestName, unit: 'grapheme' })
      .filter((text) => tidyName(text) === text);
    fc.assert(
      fc.property(name, fc.uniqueArray(id, { minLength: 1 }), (name, productIds) => {
        expect(readListFile(writeListFile({ name, productIds }))).toEqual({ list: { name, productIds } });
      }),
    );
  });

  it('removes duplicate products and normalizes the name', () => {
    expect(readListFile(file({ name: '  Linen \n 2027 ', productIds: [3, 1, 3] }))).toEqual({
      list: { name: 'Linen 2027', productIds: [3, 1] },
    });
  });

  it('reads a file with a byte order mark', () => {
    expect(readListFile(`\ufeff${file({})}`)).toEqual({ list: { name: 'Linen', productIds: [3, 1] } });
  });

  it.each([
    ['', { kind: 'not-a-list' }],
    ['12345\n12346', { kind: 'not-a-list' }],
    ['[1, 2]', { kind: 'not-a-list' }],
    [file({ format: 'something else' }), { kind: 'not-a-list' }],
    [file({ version: 'one' }), { kind: 'not-a-list' }],
    [file({ version: 2, productIds: 'packed' }), { kind: 'newer' }],
    [file({ name: 7 }), { kind: 'no-name' }],
    [file({ name: ' \n ' }), { kind: 'no-name' }],
    [file({ productIds: undefined }), { kind: 'not-a-list' }],
    [file({ productIds: [] }), { kind: 'no-products' }],
    [file({ productIds: [1, '12346'] }), { kind: 'bad-product', place: 2, value: '"12346"' }],
    [file({ productIds: [1, 2, 0] }), { kind: 'bad-product', place: 3, value: '0' }],
    [file({ productIds: Array.from({ length: 200_000 }, () => '1') }), { kind: 'bad-product', place: 1, value: '"1"' }],
    [file({ productIds: [1.5] }), { kind: 'bad-product', place: 1, value: '1.5' }],
    [
      file({ productIds: Array.from({ length: 100_001 }, (_, index) => index + 1) }),
      { kind: 'too-many-products', count: 100_001 },
    ],
    [' '.repeat(5_000_001), { kind: 'too-large' }],
  ])('refuses %.60s', (text, problem) => {
    expect(readListFile(text)).toEqual({ problem });
  });
});

it.each([
  ['Linen 2027', 'Linen 2027.products.json'],
  ['a/b: "c"', 'a b c.products.json'],
  ['...', 'products.products.json'],
])('names the file of %j %j', (name, expected) => {
  expect(listFileName(name)).toBe(expected);
});

describe('freeName', () => {
  it.each([
    ['Linen', [], 'Linen'],
    ['Linen', ['linen'], 'Linen (2)'],
    ['Linen', ['Linen', 'Linen (2)'], 'Linen (3)'],
  ])('names %j beside %j', (name, taken, expected) => {
    expect(freeName(name, taken)).toBe(expected);
  });

  it('respects the maximum length', () => {
    const long = 'x'.repeat(longestName);
    expect(freeName(long, [long])).toBe(`${'x'.repeat(longestName - 4)} (2)`);
  });
});
