import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { defaultLimits } from '#contract/limits.ts';
import { requestSchemas } from '#contract/requests.ts';

import { parseQuery, pathReader, queryReader, readQuery } from './read-request.ts';

const known = ['quantity', 'filter', 'page', 'pageSize'];

test('reads back whatever was percent-encoded', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...known), text), fc.string(), (parameters, path) => {
      const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const target = `/${encodeURIComponent(path)}?${query.join('&')}`;
      expect(parseQuery(target, known)).toEqual({ parameters: { ...parameters }, errors: [] });
    }),
  );
});

test('never fails, and gives nothing but known parameters', () => {
  const part = fc.oneof(fc.constantFrom('?', '&', '=', '#', '%', '+', 'quantity', '%71', '__proto__'), fc.string());
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const { parameters, errors } = parseQuery(`/stock/1?${parts.join('')}`, known);
      expect(Object.keys(parameters).filter((name) => !known.includes(name))).toEqual([]);
      expect(new Set(errors.map((error) => error.path)).size).toBe(errors.length);
    }),
  );
});

test.each([
  ['/stock/1', {}],
  ['/stock/1?', {}],
  ['/stock/1?quantity=a=b', { quantity: 'a=b' }],
  ['/stock/1?quantity=+5', { quantity: '+5' }],
  ['/stock/1?quantity=', { quantity: '' }],
])('reads %s', (target, parameters) => {
  expect(parseQuery(target, known)).toEqual({ parameters, errors: [] });
});

describe('a compiled reader', () => {
  const { ProductPath, CalendarQuery, StockQuery } = requestSchemas(defaultLimits);
  const text = fc.oneof(
    fc.constantFrom(
      '0',
      '1',
      '1.0',
      '01',
      '1e3',
      '0x1',
      '.5',
      '5.',
      '-1',
      '+1',
      ' 1',
      'true',
      'TRUE',
      'null',
      '',
      '9'.repeat(400),
    ),
    fc.constantFrom('2147483647', '2147483648', '1000000000', '1000000000.001', '0.000', `0.${'0'.repeat(400)}1`),
    fc.double().map(String),
    fc.nat().map(String),
    fc.string(),
  );

  test('reads a path as its schema does', () => {
    const readPath = pathReader(ProductPath);
    const params = fc.oneof(
      text.map((productId) => ({ productId })),
      fc.constantFrom({}, { productId: '1', other: '1' }),
    );
    fc.assert(
      fc.property(params, (given) => {
        const { success, data } = ProductPath.safeParse(given);
        const { value, errors } = readPath(given);
        expect([value, errors.length === 0]).toEqual([success ? data : undefined, success]);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['4.1', CalendarQuery],
    ['4.2', StockQuery],
  ])('reads the query of §%s as its schema does', (_, schema) => {
    const read = queryReader(schema);
    const name = fc.constantFrom('quantity', 'includeMaxLeadTime', 'other');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 3 }), (parts) => {
        const target = `/stock/1?${parts.map(([each, value]) => `${each}=${encodeURIComponent(value)}`).join('&')}`;
        expect(read(target)).toEqual(readQuery(target, schema));
      }),
      { numRuns: 1000 },
    );
  });
});
