import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseQuery } from './read-request.ts';

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
