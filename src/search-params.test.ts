import { describe, expect, it } from 'vitest';

import { availabilityParams, calendarsParams, connectionParams, orderParams } from './route-params.ts';
import { droppedParams, parseSearch, readSearch, stringifySearch } from '#shell/search-params.ts';

const read = (search: string) => readSearch(availabilityParams, parseSearch(search));
const readCalendars = (search: string) => readSearch(calendarsParams, parseSearch(search));

describe('search parameters of Availability', () => {
  it.each([
    ['?product=10001&quantity=12.5&shipBy=2027-03-17', { product: 10001, quantity: 12.5, shipBy: '2027-03-17' }],
    ['?neededBy=2027-03-17&smallestDrop=2&mostDrops=3', { shipBy: '2027-03-17', minShipment: 2, maxShipments: 3 }],
    ['?product=AB-12%20x', { product: 'AB-12 x' }],
    ['?product=1e3', { product: '1e3' }],
    ['?product=007', { product: '007' }],
    ['?product=99999999999', { product: '99999999999' }],
    [
      '?minShipment=0.5&maxShipments=3&deliveryDays=2&workingDays=true',
      { minShipment: 0.5, maxShipments: 3, deliveryDays: 2, workingDays: true },
    ],
    ['?quantity=1000000000', { quantity: 1_000_000_000 }],
  ])('parses %s', (search, expected) => {
    expect(read(search)).toMatchObject(expected);
  });

  it.each([
    '?quantity=abc',
    '?quantity=',
    '?quantity=0',
    '?quantity=-1',
    '?quantity=1e3',
    '?quantity=0x10',
    '?quantity=NaN',
    '?quantity=1.2345',
    '?quantity=1,5',
    '?quantity=1000000001',
    '?quantity=٣',
    '?shipBy=2027-02-30',
    '?shipBy=tomorrow',
    '?product=',
    '?product=%20',
    '?workingDays=yes',
    '?maxShipments=0',
    '?maxShipments=1.5',
    '?__proto__=1&constructor=2',
  ])('ignores invalid values: %s', (search) => {
    expect(Object.values(read(search)).filter((value) => value !== undefined)).toEqual([]);
  });

  it('sets invalid parameters to undefined, so that no raw text is kept', () => {
    expect(read('?quantity=abc')).toHaveProperty('quantity', undefined);
  });

  it('keeps valid parameters beside an invalid one', () => {
    expect(read('?product=10001&quantity=abc')).toMatchObject({ product: 10001 });
  });

  it('round-trips, and accepts numbers from links', () => {
    const search = { product: 10001, quantity: 0.001, shipBy: '2027-03-17', maxShipments: undefined };
    expect(stringifySearch(search)).toBe('?product=10001&quantity=0.001&shipBy=2027-03-17');
    expect(read(stringifySearch(search))).toMatchObject({ product: 10001, quantity: 0.001, shipBy: '2027-03-17' });
    expect(readSearch(availabilityParams, search)).toMatchObject({ product: 10001, quantity: 0.001 });
  });

  it('returns an empty string for an empty search', () => {
    expect(stringifySearch({ product: undefined })).toBe('');
  });
});

it('parses the search parameters of a calendar', () => {
  const search = parseSearch('?quantity=40&mlt=false&bucket=week&from=2027-01-01&to=never');
  expect(readSearch(availabilityParams, search)).toEqual({
    quantity: 40,
    mlt: false,
    bucket: 'week',
    from: '2027-01-01',
    to: undefined,
  });
});

describe('search parameters of Settings', () => {
  it.each([
    ['?result=failed', 'failed'],
    ['?result=broken', 'failed'],
    ['?result=not-shown', 'not-specified'],
    ['?result=toString', undefined],
    ['', undefined],
  ])('parses %s, also as saved earlier', (search, result) => {
    expect(readSearch(connectionParams, parseSearch(search))).toEqual({ result });
  });
});

describe('search parameters of an order', () => {
  it.each([
    ['?show=no-result', { show: 'no-result' }],
    ['?show=not-answered', { show: 'no-result' }],
    ['?show=unasked', { show: 'not-checked' }],
    ['?show=toString', {}],
    ['?sort=answer', { sort: 'shipDate' }],
    ['?sort=shipDate', { sort: 'shipDate' }],
  ])('parses %s, also as saved earlier', (search, expected) => {
    expect(readSearch(orderParams, parseSearch(search))).toEqual({
      show: undefined,
      filter: undefined,
      sort: undefined,
      desc: undefined,
      ...expected,
    });
  });
});

describe('search parameters of the products page', () => {
  it.each([
    ['?tile=no-result', 'no-result'],
    ['?tile=no-answer', 'no-result'],
    ['?tile=toString', undefined],
  ])('parses the tile of %s, also as saved earlier', (search, tile) => {
    expect(readCalendars(search).tile).toBe(tile);
  });

  it('parses a page of listed products', () => {
    expect(readCalendars('?ids=3,1,2&page=2&pageSize=25')).toMatchObject({ ids: [3, 1, 2], page: 2, pageSize: 25 });
  });

  it('parses a high page number of all products', () => {
    expect(readCalendars('?page=4000&pageSize=25')).toMatchObject({ ids: undefined, page: 4000, pageSize: 25 });
  });

  it('removes duplicate products', () => {
    expect(readCalendars('?ids=7,7,8,7').ids).toEqual([7, 8]);
  });

  it('skips items that are no product ids', () => {
    expect(readCalendars('?ids=2,x,%201%20,,0,2147483648,1.5,01').ids).toEqual([2, 1]);
  });

  it('parses a selection, or that the fragment contains it', () => {
    expect(readCalendars('?selected=3,1').selected).toEqual([3, 1]);
    expect(readCalendars('?selected=kept').selected).toBe('kept');
  });

  it.each([
    '?ids=',
    '?ids=x,,-1',
    '?ids=0',
    '?ids=99999999999',
    '?page=0',
    '?page=-1',
    '?page=1e3',
    '?pageSize=20',
    '?pageSize=1000',
    '?tile=soon',
    '?sort=colour',
    '?selected=a',
    `?ids=${Array.from({ length: 1001 }, (_, index) => index + 1).join()}`,
  ])('ignores invalid values: %s', (search) => {
    expect(Object.values(readCalendars(search)).filter((value) => value !== undefined)).toEqual([]);
  });

  it('round-trips a list of products', () => {
    const search = stringifySearch({ ids: [10001, 10002], page: 2 });
    expect(search).toBe('?ids=10001,10002&page=2');
    expect(readCalendars(search)).toMatchObject({ ids: [10001, 10002], page: 2 });
  });
});

it.each([
  [
    { quantity: 'abc' },
    { quantity: undefined, mlt: undefined },
    [{ name: 'quantity', value: 'abc', isPartial: false }],
  ],
  [{ quantity: '' }, { quantity: undefined }, [{ name: 'quantity', value: '', isPartial: false }]],
  [{ quantity: '12.5' }, { quantity: 12.5 }, []],
  [{ mlt: 'false' }, { mlt: false }, []],
  [{ ids: '1,x, 2,,0' }, { ids: [1, 2] }, [{ name: 'ids', value: 'x, 0', isPartial: true }]],
  [{ ids: '2,1,2' }, { ids: [2, 1] }, []],
  [{ selected: 'kept' }, { selected: 'kept' }, []],
  [{ campaign: 'x' }, { quantity: undefined }, []],
])('lists the ignored parameters of %j, parsed as %j', (opened: Record<string, string>, read, dropped) => {
  expect(droppedParams(opened, read)).toEqual(dropped);
});
