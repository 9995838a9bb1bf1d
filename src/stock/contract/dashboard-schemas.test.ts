import { expect, test } from 'vitest';
import type * as z from 'zod/mini';

import { calendarsQuerySchema } from './calendars.ts';
import { changesQuerySchema } from './changes.ts';
import { isProductId } from './limits.ts';
import { MailAddress } from './mail.ts';
import { OrderContent } from './orders.ts';
import { requestErrors } from './requests.ts';
import { PutWatches } from './watches.ts';

/** The fields that are named by the sentences on a value. */
const wrongFields = (schema: z.ZodMiniType, value: unknown) =>
  requestErrors(schema.safeParse(value).error?.issues ?? [], 'body').map(({ message }) =>
    message.replace(/(?: is missing: it)? must be .+/, ''),
  );

const watch = {
  productId: 1,
  product: 'Linen',
  quantity: 1000,
  unit: null,
  shipBy: null,
  when: ['moves'],
  days: 1,
  endsAfter: 30,
};

test.each([
  ['one for a product and quantity', [watch, { ...watch, quantity: 2000 }, { ...watch, productId: 2 }], []],
  ['twice for a product and quantity', [watch, { ...watch, unit: 'm' }], ['watches']],
  ['a condition twice', [{ ...watch, when: ['moves', 'moves'] }], ['watches[0].when']],
  ['a date that can be met', [{ ...watch, when: ['can-ship'], shipBy: '2026-04-01' }], []],
  ['no date that can be met', [{ ...watch, when: ['can-ship'] }], ['watches[0].shipBy']],
])('watches with %s', (_, watches, wrong) => {
  expect(wrongFields(PutWatches, { watches })).toEqual(wrong);
});

test.each([
  [[1, 2], []],
  [[1, 2, 1], ['lines']],
])('an order has each line once: %j', (keys, wrong) => {
  const content = { name: '', checks: [], lines: keys.map((key) => ({ key, product: '12345' })) };
  expect(wrongFields(OrderContent, content)).toEqual(wrong);
});

test.each([
  ['ann@example.com', 'de-CH', []],
  ['ann.b+c@mail.example.co', 'en', []],
  ['Ann <ann@example.com>', 'en', ['address']],
  ['ann@example', 'en', ['address']],
  ['ann@example.com, bob@example.com', 'en', ['address']],
  [`${'a'.repeat(250)}@b.co`, 'en', ['address']],
  ['ann@example.com', 'not a locale', ['locale']],
  ['ann@example.com', '', ['locale']],
])('mails to %s in %s', (address, locale, wrong) => {
  expect(wrongFields(MailAddress, { address, locale, language: 'en' })).toEqual(wrong);
});

test.each([
  [{ since: '2026-03-01' }, { since: '2026-03-01', counted: false, page: 1, pageSize: 100 }],
  [
    { since: '1767225600000', pageSize: '200' },
    { since: 1_767_225_600_000, pageSize: 200 },
  ],
  [{ since: '2026-03-01', productIds: '12,3' }, { productIds: [12, 3] }],
  [{ since: '2026-03-01', direction: 'same' }, { direction: 'same' }],
])('changes by %j', (texts, values) => {
  expect(changesQuerySchema().parse(texts)).toMatchObject(values);
});

test.each([
  [{ since: 'soon' }, 'since'],
  [{ since: '-1' }, 'since'],
  [{ since: '1.5' }, 'since'],
  [{}, 'since'],
  [{ since: '2026-03-01', unit: 'x'.repeat(51) }, 'unit'],
  [{ since: '2026-03-01', direction: 'came' }, 'direction'],
])('no changes by %j', (texts, field) => {
  expect(wrongFields(changesQuerySchema(), texts)).toEqual([field]);
});

test.each([
  [1, true],
  [2_147_483_647, true],
  [2_147_483_648, false],
  [0, false],
  [1.5, false],
  ['1', false],
])('%j is a product ID: %s', (value, expected) => expect(isProductId(value)).toBe(expected));

test('calendars by the options of a list, with a tile under its earlier name', () => {
  const options = { productIds: '12,3', tile: 'no-answer', shortWeeks: '4', find: 'linen' };
  const defaults = { includeMaxLeadTime: true, desc: false, refreshIndex: false, page: 1, pageSize: 25 };
  const values = { ...defaults, productIds: [12, 3], tile: 'no-result', shortWeeks: 4, find: 'linen' };
  expect(calendarsQuerySchema().parse(options)).toEqual(values);
  expect(calendarsQuerySchema().parse({})).toEqual({ ...defaults, shortWeeks: 2, find: '' });
  const wrong = { productIds: '1,,2', tile: 'x', shortWeeks: '3', find: 'a\u0007', sort: 'x', unit: 'x'.repeat(51) };
  expect(wrongFields(calendarsQuerySchema(), wrong).toSorted()).toEqual(Object.keys(wrong).toSorted());
});
