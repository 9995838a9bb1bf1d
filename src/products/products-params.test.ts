import { describe, expect, it } from 'vitest';

import { parseSearch, stringifySearch } from '#parts/search-params.ts';

import { readCalendarsParams } from './products-params.ts';

const readCalendars = (search: string) => readCalendarsParams(parseSearch(search));

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

  it('keeps the text of changes, but no tile', () => {
    const narrowed = '?find=linen&tile=short-now&page=2&quantity=5';
    expect(readCalendars(narrowed)).toMatchObject({ find: 'linen', tile: 'short-now', page: 2 });
    expect(stringifySearch(readCalendars(`${narrowed}&view=moved`))).toBe('?quantity=5&view=moved&find=linen');
  });

  it('round-trips a list of products', () => {
    const search = stringifySearch({ ids: [10001, 10002], page: 2 });
    expect(search).toBe('?ids=10001,10002&page=2');
    expect(readCalendars(search)).toMatchObject({ ids: [10001, 10002], page: 2 });
  });
});
