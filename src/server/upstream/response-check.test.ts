import { describe, expect, it } from 'vitest';

import { productCalendarsExample, stockOfProductExample } from '#stock/contract/open-api-examples.ts';

import { type CheckedRequest, checkResponse } from './response-check.ts';

const page: CheckedRequest = { operation: 'productCalendars', path: '/stock/calendar', body: undefined };
const lookup: CheckedRequest = { operation: 'stockOfProduct', path: '/stock/12345', body: undefined };
const tooMany = { path: 'body', rule: 'is too large: it holds too many values' };

const breachOf = (body: Buffer | string, request: CheckedRequest | null = page, secrets: string[] = []) =>
  checkResponse({ request, body: Buffer.from(body), secrets }).breach;

const itemBreachOf = (request: CheckedRequest, text: string) =>
  checkResponse({ request, body: Buffer.from(text), secrets: [] }).itemBreach;

/** Text of `length` characters, `marks` of which each start a value. */
const marked = (mark: string, marks: number, length = 600_000) => mark.repeat(marks).padEnd(length, ' ');

const withNote = (note: string) => JSON.stringify({ ...productCalendarsExample, note });
const shown = (text: string, secret: string) =>
  checkResponse({ request: page, body: Buffer.from(text), secrets: [secret] }).body.toString();

const response = (results: object[]) => JSON.stringify({ ...stockOfProductExample, results });

describe('a response with more values than its length allows', () => {
  it.each([',', '{', '['])('is not parsed: %s', (mark) => {
    expect(breachOf(marked(mark, 100_002))).toEqual(tooMany);
    expect(breachOf(marked(mark, 100_001))).not.toEqual(tooMany);
  });

  it('is detected by the sum of all value marks', () => {
    expect(breachOf(marked(',{[', 33_335))).toEqual(tooMany);
  });

  it('is parsed if short', () => {
    expect(breachOf(marked(',', 200_000, 262_144))).not.toEqual(tooMany);
    expect(breachOf(marked(',', 200_000, 262_145))).toEqual(tooMany);
  });

  it('is returned unchanged', () => {
    const body = Buffer.from(marked(',', 300_000));
    expect(checkResponse({ request: page, body, secrets: [] }).body).toBe(body);
  });
});

describe('a returned response', () => {
  it('of an error is validated against nothing', () => {
    const body = Buffer.from('{}');
    expect(checkResponse({ request: null, body, secrets: [] })).toEqual({ body, breach: null, itemBreach: null });
  });

  it('of one page or product, or without results, has no violation in items of several products', () => {
    expect(itemBreachOf(page, response([{ item: {} }]))).toBeNull();
    expect(itemBreachOf(lookup, JSON.stringify(stockOfProductExample))).toBeNull();
    expect(itemBreachOf({ ...lookup, operation: 'stockOfProducts' }, '{}')).toBeNull();
    expect(itemBreachOf({ ...lookup, operation: 'stockOfProducts' }, response([{ item: {} }]))).not.toBeNull();
  });

  it('hides secrets, even if only written with backslashes', () => {
    expect(shown(withNote('to"ken-of-anna'), 'to"ken-of-anna')).toBe(withNote('[hidden]'));
  });

  it('is byte-identical if it contains no secrets, invalid UTF-8 included', () => {
    const body = Buffer.concat([Buffer.from(withNote('a\\b')), Buffer.from([0xff])]);
    const response = checkResponse({ request: page, body, secrets: ['token'] });
    expect(response).toEqual({ body, breach: { path: 'body', rule: 'is not JSON in UTF-8' }, itemBreach: null });
  });
});

const tidied = (request: CheckedRequest, envelope: unknown) => {
  const { body, breach } = checkResponse({ request, body: Buffer.from(JSON.stringify(envelope)), secrets: [] });
  return { breach, items: JSON.parse(body.toString()).results.map((result: { item: object }) => result.item) };
};
const withItem = (more: object) => ({
  ...stockOfProductExample,
  results: stockOfProductExample.results.map(({ item }) => ({ item: { ...item, ...more } })),
});

describe('what is only shown', () => {
  it('may be null: an empty code, no last update', () => {
    const missing = { company: null, salesOrganization: null, territoryId: null, lastUpdateDate: null };
    const empty = { company: '', salesOrganization: '', territoryId: '', lastUpdateDate: null };
    expect(tidied(lookup, withItem(missing))).toMatchObject({ breach: null, items: [empty] });
  });

  it('has no blanks around its codes, in entries of a page too', () => {
    expect(tidied(lookup, withItem({ territoryId: ' BRU_GLO ' }))).toMatchObject({
      breach: null,
      items: [{ territoryId: 'BRU_GLO' }],
    });
    const [{ item } = { item: {} }] = productCalendarsExample.results;
    const stock = [{ territoryId: 'BRU_GLO\t', company: null }, 'no entry'];
    expect(tidied(page, { ...productCalendarsExample, results: [{ item: { ...item, stock } }] })).toMatchObject({
      breach: null,
      items: [{ stock: [{ territoryId: 'BRU_GLO', company: '' }, 'no entry'] }],
    });
  });

  it('is still required', () => {
    expect(tidied(lookup, withItem({ company: undefined })).breach).toEqual({
      path: 'results[0].item.company',
      rule: 'is missing',
    });
    expect(tidied(lookup, withItem({ stockDate: null })).breach?.path).toBe('results[0].item.stockDate');
  });
});

describe('validation against the request', () => {
  it('expects one item, even without a quantity in the request', () => {
    expect(breachOf(response([]), lookup)).toEqual({ path: 'results', rule: 'has 0 items where 1 was asked for' });
  });

  it.each(['{}', 'no JSON', undefined])('expects no items if the request body is not readable: %s', (body) => {
    const order: CheckedRequest = { operation: 'stockOfProducts', path: '/stock', body };
    const checkOf = (results: object[]) =>
      checkResponse({ request: order, body: Buffer.from(response(results)), secrets: [] });
    expect(checkOf(stockOfProductExample.results)).toMatchObject({
      breach: null,
      itemBreach: { path: 'results', rule: 'has 1 item where 0 were asked for' },
    });
    expect(checkOf([])).toMatchObject({ breach: null, itemBreach: null });
  });

  it('supports more than three decimals', () => {
    const precise = { ...lookup, path: '/stock/12345?quantity=250.1251' };
    const of = (stockQuantity: number) =>
      breachOf(
        response(stockOfProductExample.results.map(({ item }) => ({ item: { ...item, stockQuantity } }))),
        precise,
      );
    expect(of(250.1251)).toBeNull();
    expect(of(250.125)?.rule).toBe('is 250.125 where 250.1251 was asked for');
  });
});
