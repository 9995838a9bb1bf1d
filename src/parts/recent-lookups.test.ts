import { describe, expect, it } from 'vitest';

import { wordingOn } from '#parts/result/wording.sample.ts';
import { readEntries, withEntry } from '#parts/remembered.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import {
  changeSince,
  recentLookups,
  type RecentLookup,
  type RememberedResult,
  rememberedWords,
} from './recent-lookups.ts';

const lookup = (productId: number, over: Partial<RecentLookup> = {}): RecentLookup => ({
  product: { productId, name: 'Merino Twill', sku: null, unit: 'm' },
  quantity: 2500,
  shipBy: null,
  stockResult: { stockDate: '2026-03-17', isMaxLeadTime: false },
  checkedOn: '2026-03-01',
  checkedAt: 1_772_000_000_000,
  ...over,
});

describe('recent lookups', () => {
  it('round-trips', () => {
    expect(readEntries(recentLookups, JSON.stringify([lookup(1), lookup(2, { stockResult: null })]))).toEqual([
      lookup(1),
      lookup(2, { stockResult: null }),
    ]);
  });

  it('reads the names of fields that earlier versions stored', () => {
    const { shipBy: neededBy, stockResult: answer, checkedOn: askedOn, checkedAt: askedAt, ...same } = lookup(1);
    const stored = JSON.stringify([{ ...same, neededBy, answer, askedOn, askedAt }]);
    expect(readEntries(recentLookups, stored)).toEqual([lookup(1)]);
  });

  it.each([null, '', '{', '{}', '[{"productId":1}]', JSON.stringify([{ ...lookup(1), quantity: 0.5 }])])(
    'reads nothing from %j',
    (text) => {
      expect(readEntries(recentLookups, text)).toEqual([]);
    },
  );
});

describe('a new lookup', () => {
  it('puts the latest first and replaces the same question', () => {
    const newer = lookup(1, { checkedAt: 2 });
    expect(withEntry(recentLookups, [lookup(2), lookup(1)], newer)).toEqual([newer, lookup(2)]);
  });

  it('keeps lookups of another quantity', () => {
    expect(withEntry(recentLookups, [lookup(1)], lookup(1, { quantity: 1000 }))).toHaveLength(2);
  });

  it('keeps the last of several ship-by dates', () => {
    const tried = lookup(1, { shipBy: '2026-03-20' });
    expect(withEntry(recentLookups, [lookup(1)], tried)).toEqual([tried]);
  });

  it('limits the list', () => {
    const many = Array.from({ length: 40 }, (_, index) => lookup(index + 1));
    expect(withEntry(recentLookups, many, lookup(99))).toHaveLength(12);
  });
});

const real = (stockDate: CalendarDate): RememberedResult => ({ stockDate, isMaxLeadTime: false });
const atMaxLeadTime = (stockDate: CalendarDate): RememberedResult => ({ stockDate, isMaxLeadTime: true });

const wording = wordingOn('2026-03-10', 'm');

describe('rememberedWords', () => {
  it.each([
    [null, 'not available'],
    [{ stockDate: '2026-02-11', isMaxLeadTime: false }, 'in stock'],
    [{ stockDate: '2026-03-01', isMaxLeadTime: false }, 'in stock'],
    [{ stockDate: '2026-03-05', isMaxLeadTime: false }, 'expected 5 March 2026'],
    [{ stockDate: '2026-06-12', isMaxLeadTime: true }, 'max lead time, 12 June 2026'],
  ] as const)('%j', (stockResult, words) => {
    expect(rememberedWords(wording, { stockResult, checkedOn: '2026-03-01' })).toBe(words);
  });
});

describe('changeSince', () => {
  it.each([
    ['nothing then or now', null, null, 'unchanged', null],
    ['gone', real('2026-03-20'), null, 'no longer available', 'worse'],
    ['there now', null, real('2026-03-20'), 'now available, 20 March 2026', 'better'],
    ['the same date', real('2026-03-20'), real('2026-03-20'), 'unchanged', null],
    ['five days later', real('2026-03-20'), real('2026-03-25'), 'ships 5 days later', 'worse'],
    ['a day earlier', atMaxLeadTime('2026-06-12'), atMaxLeadTime('2026-06-11'), 'ships 1 day earlier', 'better'],
    ['arrived', real('2026-03-08'), real('2026-03-08'), 'now in stock', 'better'],
    ['in stock then and now', real('2026-02-01'), real('2026-03-05'), 'unchanged', null],
    ['sold since', real('2026-02-01'), real('2026-03-25'), 'no longer in stock: 25 March 2026', 'worse'],
    [
      'fell back to max lead time',
      real('2026-03-20'),
      atMaxLeadTime('2026-06-12'),
      'now at max lead time, 12 June 2026',
      'worse',
    ],
    ['became real', atMaxLeadTime('2026-06-12'), real('2026-05-02'), 'now backed by stock, 2 May 2026', 'better'],
    [
      "max lead time that has passed isn't in stock",
      atMaxLeadTime('2026-03-05'),
      atMaxLeadTime('2026-03-05'),
      'unchanged',
      null,
    ],
  ] as const)('%s', (_, stockResult, now, words, tone) => {
    expect(changeSince(wording, { stockResult, checkedOn: '2026-03-01' }, now)).toEqual({ words, tone });
  });
});
