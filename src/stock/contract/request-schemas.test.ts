import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';

import { defaultLimits } from './limits.ts';
import { requestErrors, requestSchemas } from './requests.ts';

const schemas = () => requestSchemas({ ...defaultLimits, productsPerRequest: 2, pageSize: 10 });
type Name = keyof ReturnType<typeof schemas>;

/** The errors of a value, each with its path. */
function errorsOf(schema: z.ZodMiniType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return requestErrors(error?.issues ?? [], 'body').map(({ path, message }) => `${path}: ${message}`);
}

describe('queries are parsed from text', () => {
  test.each<[Name, object, object]>([
    ['ProductPath', { productId: '12345' }, { productId: 12_345 }],
    ['CalendarQuery', {}, { includeMaxLeadTime: false }],
    ['CalendarQuery', { quantity: '0.5', includeMaxLeadTime: 'false' }, { quantity: 0.5, includeMaxLeadTime: false }],
    ['CalendarQuery', { includeMaxLeadTime: 'true' }, { includeMaxLeadTime: true }],
    ['StockQuery', {}, { quantity: 1 }],
    ['CalendarPageQuery', {}, { page: 1, pageSize: 10, includeMaxLeadTime: false }],
    [
      'CalendarPageQuery',
      { page: '2', pageSize: '7', filter: 'productid.eq.5' },
      { page: 2, pageSize: 7, filter: [[5]] },
    ],
  ])('%s of %j', (name, texts, values) => {
    expect(schemas()[name].parse(texts)).toMatchObject(values);
  });

  test.each<[Name, object, string]>([
    ['ProductPath', { productId: '012' }, 'productId must be a whole number from 1 to 2,147,483,647.'],
    ['ProductPath', { productId: '2147483648' }, 'productId must be a whole number from 1 to 2,147,483,647.'],
    ['ProductPath', {}, 'productId is missing: it must be a whole number from 1 to 2,147,483,647.'],
    [
      'StockQuery',
      { quantity: '0' },
      'quantity must be a number above 0 and up to 1,000,000,000, written like 250 or 250.5.',
    ],
    [
      'StockQuery',
      { quantity: '1e3' },
      'quantity must be a number above 0 and up to 1,000,000,000, written like 250 or 250.5.',
    ],
    ['CalendarQuery', { includeMaxLeadTime: 'TRUE' }, 'includeMaxLeadTime must be true or false.'],
    ['CalendarQuery', { includeMaxLeadTime: 'true ' }, 'includeMaxLeadTime must be true or false.'],
    ['CalendarQuery', { includeMaxLeadTime: 'untrue' }, 'includeMaxLeadTime must be true or false.'],
    ['CalendarPageQuery', { pageSize: '11' }, 'pageSize must be a whole number from 1 to 10.'],
    [
      'CalendarPageQuery',
      { filter: 'name.eq.5' },
      'filter must have the form productid.eq.<id> or productid.eq.any(<id>,<id>,...).',
    ],
  ])('%s is not %j', (name, texts, message) => {
    const { error } = schemas()[name].safeParse(texts);
    expect(requestErrors(error?.issues ?? [], 'query')).toEqual([{ path: message.split(' ', 1)[0], message }]);
  });
});

describe('a request body', () => {
  const line = { productId: 7, quantity: 0.5 };

  test('is a list of products', () => {
    expect(schemas().StockRequest.parse({ products: [line] })).toEqual({ products: [line] });
  });

  test.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['body: body is missing: it must be a JSON object with the list products.']],
    ['a list', [], ['body: body must be a JSON object with the list products.']],
    [
      'an empty list',
      { products: [] },
      ['products: products must be a list of 1 to 2 products, each with productId and quantity.'],
    ],
    [
      'too many',
      { products: [line, line, line] },
      ['products: products must be a list of 1 to 2 products, each with productId and quantity.'],
    ],
    [
      'no product',
      { products: [line, 7] },
      ['products[1]: products[1] must be an object with productId and quantity.'],
    ],
    [
      'two wrong values',
      { products: [{ productId: 0.5 }, line] },
      [
        'products[0].productId: products[0].productId must be a whole number from 1 to 2,147,483,647.',
        'products[0].quantity: products[0].quantity is missing: it must be a number above 0 and up to 1,000,000,000, written like 250 or 250.5.',
      ],
    ],
    [
      'fields that nobody knows',
      { products: [{ ...line, ['x'.repeat(61)]: 1, ['y'.repeat(60)]: 1 }], more: 1 },
      [
        `products[0].${'x'.repeat(60)}…: products[0].${'x'.repeat(60)}… is not a known field of products[0]: leave it out.`,
        `products[0].${'y'.repeat(60)}: products[0].${'y'.repeat(60)} is not a known field of products[0]: leave it out.`,
        'more: more is not a known field of the body: leave it out.',
      ],
    ],
  ])('with %s is rejected with path and rule', (_, body, errors) => {
    expect(errorsOf(schemas().StockRequest, body)).toEqual(errors);
  });

  test('has one error per path and at most a thousand', () => {
    const fields = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`f${index}`, 1]));
    expect(errorsOf(schemas().StockRequest, { ...fields, products: [{ ...line, ...fields }] })).toHaveLength(1000);
    expect(errorsOf(schemas().ProductPath, { productId: '-' })).toHaveLength(1);
  });
});
