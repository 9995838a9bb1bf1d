import { describe, expect, it } from 'vitest';

import { parseSearch, readSearch, stringifySearch } from '#parts/search-params.ts';

import { availabilityParams } from './availability-params.ts';

const read = (search: string) => readSearch(availabilityParams, parseSearch(search));

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
