import * as fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { defaultLimits } from '#stock/contract/limits.ts';
import { requestSchemas } from '#stock/contract/requests.ts';

import { badRequest, parseQuery, pathReader, queryReader, readQuery, requireJson } from './read-request.ts';

const known = ['quantity', 'filter', 'page', 'pageSize'];

test('decodes any percent-encoded text', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...known), text), fc.string(), (parameters, path) => {
      const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const target = `/${encodeURIComponent(path)}?${query.join('&')}`;
      expect(parseQuery(target, known)).toEqual({ parameters: { ...parameters }, errors: [] });
    }),
  );
});

test('never throws, and returns only known parameters', () => {
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
])('parses %s', (target, parameters) => {
  expect(parseQuery(target, known)).toEqual({ parameters, errors: [] });
});

describe('a compiled parser', () => {
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

  test('parses a path like its schema', () => {
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
  ])('parses the query of §%s like its schema', (_, schema) => {
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

describe('an error in a query', () => {
  const Quantity = z.strictObject({ quantity: z.string() });

  test.each([
    ['/s?quantity=%ff&quantity=1&quantity=2', [['quantity', 'quantity must be percent-encoded UTF-8.']]],
    ['/s?quantity=1&quantity=2', [['quantity', 'quantity must be given once.']]],
    ['/s?more=1&quantity=1', [['more', 'Unknown parameter more. Allowed: quantity.']]],
    ['/s?=1&quantity=1', [['query', 'query must not have a parameter without a name.']]],
  ])('is reported once for each name: %s', (target, errors) => {
    expect(readQuery(target, Quantity).errors.map(({ path, message }) => [path, message])).toEqual(errors);
  });

  test.each([
    [[], 'Unknown parameter x. Allowed: none.'],
    [['page', 'pageSize'], 'Unknown parameter x. Allowed: page, pageSize.'],
  ])('lists the allowed parameters: %j', (known, message) => {
    expect(parseQuery('/s?x=1', known).errors).toEqual([{ path: 'x', message }]);
  });
});

test('reports invalid path parameters as path', () => {
  const { errors } = pathReader(requestSchemas(defaultLimits).ProductPath)(null);
  expect(errors.map(({ path }) => path)).toEqual(['path']);
});

test('a problem contains the first of its errors and their number', () => {
  const errors = ['page must be a whole number.', 'q must be a text.'].map((message) => ({ path: 'x', message }));
  expect(badRequest(errors.slice(0, 1)).message).toBe('page must be a whole number.');
  expect(badRequest(errors).message).toBe('page must be a whole number. (2 errors in all)');
});

const requested = (headers: Record<string, string | undefined>) =>
  requireJson({ headers } as unknown as FastifyRequest);

describe('a JSON body', () => {
  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json \t;\tcharset="UTF-8" \t',
  ])('may have the content type %j', async (type) => {
    await expect(requested({ 'content-type': type })).resolves.toBeUndefined();
    await expect(requested({ 'content-type': type, 'content-encoding': 'Identity' })).resolves.toBeUndefined();
  });

  test.each([
    undefined,
    'x-application/json',
    'application/json5',
    'application/json; charset=latin1',
    'application/json; charset=utf-8x',
    'application/json; charset=utf-8 x',
  ])('may not have the content type %j', async (type) => {
    await expect(requested({ 'content-type': type })).rejects.toMatchObject({
      code: 'unsupported-media-type',
      message: 'The Content-Type header must be application/json, in UTF-8.',
    });
  });

  test('may not have a content encoding', async () => {
    await expect(requested({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).rejects.toMatchObject({
      code: 'unsupported-media-type',
      message: 'The body must be sent without a Content-Encoding.',
    });
  });
});
