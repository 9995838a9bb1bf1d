import { describe, expect, it, test } from 'vitest';

import {
  CalendarEntryEnvelope,
  LooseCalendarsEnvelope,
  ProductCalendarEnvelope,
  StockItemEnvelope,
} from './envelope.ts';
import { productCalendarsExample } from './open-api-examples.ts';

describe('envelope', () => {
  const rest = { parameters: null, facets: [], page: 1, pageSize: 1, totalPageCount: 1, totalItemCount: 1 };
  const filter = { name: 'productId', displayName: 'Product id', keyValue: '12345', displayValue: '12345' };
  const codes = { company: 'BRU', salesOrganization: '2510' };
  const identified = { itemId: '12345', id: '12345', localized: [], productId: 12345, ...codes };
  const dated = { stockDate: '2027-03-17', stockDateUnix: 1_805_241_600, territoryId: 'BRU_GLO' };
  const entry = { productId: 12345, ...codes, ...dated, isDeleted: false, stockQuantity: 500.5, isMaxLeadTime: false };
  const item = { ...identified, ...dated, lastUpdateDate: '2026-11-20', isMaxLeadTime: true, stockQuantity: 500.5 };

  const stockItems = {
    ...rest,
    results: [{ item }],
    filters: [{ ...filter, value: 12345 }],
    filter: 'productId.eq.12345',
  };
  const calendarEntries = { ...rest, results: [{ item: entry }], filters: [filter], filter: 'productId.eq.12345' };
  const productCalendars = {
    ...stockItems,
    results: [{ item: { ...identified, stock: [] } }, { item: { ...identified, stock: [entry] } }],
  };

  test.each([
    ['§4.1', CalendarEntryEnvelope, calendarEntries],
    ['§4.2 and §4.3', StockItemEnvelope, stockItems],
    ['§4.4', ProductCalendarEnvelope, productCalendars],
  ])("accepts the specification's example of %s", (_section, schema, stockResult) => {
    expect(schema.parse(stockResult)).toEqual(stockResult);
  });

  test.each([
    ['a date that does not exist', { stockDate: '2027-02-29' }],
    ['a date before there were years', { stockDate: '0000-01-01' }],
    ['a date with a time', { stockDate: '2027-03-17T00:00:00Z' }],
    ['a quantity as text', { stockQuantity: '500.5' }],
    ['a quantity that is no number', { stockQuantity: Number.NaN }],
    ['a product id of 0', { productId: 0 }],
    ['a flag that is missing', { isMaxLeadTime: undefined }],
  ])('rejects %s', (_case, wrong) => {
    expect(
      CalendarEntryEnvelope.safeParse({ ...calendarEntries, results: [{ item: { ...entry, ...wrong } }] }).success,
    ).toBe(false);
  });
});

describe('loose calendars', () => {
  const { stock: _, ...item } = productCalendarsExample.results[0]?.item ?? {};

  /** The parsed elements of `stock`; null if the envelope is rejected. */
  function read(given: object): readonly unknown[] | null {
    const { data } = LooseCalendarsEnvelope.safeParse({
      ...productCalendarsExample,
      results: [{ item: { ...item, ...given } }],
    });
    return data?.results[0]?.item.stock ?? null;
  }

  describe('LooseCalendarsEnvelope', () => {
    it('accepts any elements of stock', () => {
      expect(read({ stock: [null, 7, 'soon'] })).toEqual([null, 7, 'soon']);
    });

    it.each([[{ stock: [] }], [{ stock: null }], [{}]])('parses %j as a product without entries', (given) => {
      expect(read(given)).toEqual([]);
    });

    it.each([[{ stock: {} }], [{ stock: 'none' }], [{ stock: 0 }]])('rejects %j', (given) => {
      expect(read(given)).toBeNull();
    });
  });
});
