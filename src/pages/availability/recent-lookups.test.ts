import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import type { Wording } from '#features/answer/wording.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import {
  changeSince,
  changeWords,
  readRecentLookups,
  type RecentLookup,
  type RememberedAnswer,
  rememberedWords,
  toneOf,
  withLookup,
} from './recent-lookups.ts';

const lookup = (productId: number, over: Partial<RecentLookup> = {}): RecentLookup => ({
  product: { productId, name: 'Merino Twill', sku: null, unit: 'm' },
  quantity: 2500,
  neededBy: null,
  answer: { stockDate: '2026-03-17', isMaxLeadTime: false },
  askedOn: '2026-03-01',
  askedAt: 1_772_000_000_000,
  ...over,
});

describe('readRecentLookups', () => {
  it('reads what was written', () => {
    expect(readRecentLookups(JSON.stringify([lookup(1), lookup(2, { answer: null })]))).toEqual([
      lookup(1),
      lookup(2, { answer: null }),
    ]);
  });

  it.each([null, '', '{', '{}', '[{"productId":1}]', JSON.stringify([{ ...lookup(1), quantity: 0.5 }])])(
    'reads nothing from %j',
    (text) => {
      expect(readRecentLookups(text)).toEqual([]);
    },
  );
});

describe('withLookup', () => {
  it('puts the latest first and replaces the same question', () => {
    const newer = lookup(1, { askedAt: 2 });
    expect(withLookup([lookup(2), lookup(1)], newer)).toEqual([newer, lookup(2)]);
  });

  it('keeps another quantity or day apart', () => {
    expect(withLookup([lookup(1), lookup(1, { neededBy: '2026-03-20' })], lookup(1, { quantity: 1000 }))).toHaveLength(
      3,
    );
  });

  it('is bounded', () => {
    const many = Array.from({ length: 40 }, (_, index) => lookup(index + 1));
    expect(withLookup(many, lookup(99))).toHaveLength(12);
  });
});

const real = (stockDate: CalendarDate): RememberedAnswer => ({ stockDate, isMaxLeadTime: false });
const theoretical = (stockDate: CalendarDate): RememberedAnswer => ({ stockDate, isMaxLeadTime: true });

describe('changeSince', () => {
  it.each([
    ['nothing then or now', null, null, { kind: 'same' }],
    ['no longer available', real('2026-03-20'), null, { kind: 'not-available' }],
    ['available now', null, real('2026-03-20'), { kind: 'now-available', date: '2026-03-20' }],
    ['the same date', real('2026-03-20'), real('2026-03-20'), { kind: 'same' }],
    ['five days later', real('2026-03-20'), real('2026-03-25'), { kind: 'moved', days: 5 }],
    ['earlier', theoretical('2026-06-12'), theoretical('2026-06-10'), { kind: 'moved', days: -2 }],
    ['arrived', real('2026-03-08'), real('2026-03-08'), { kind: 'now-in-stock' }],
    ['in stock then and now', real('2026-02-01'), real('2026-03-05'), { kind: 'same' }],
    ['sold since', real('2026-02-01'), real('2026-03-25'), { kind: 'no-longer-in-stock', date: '2026-03-25' }],
    [
      'fell back to max lead time',
      real('2026-03-20'),
      theoretical('2026-06-12'),
      { kind: 'now-max-lead-time', date: '2026-06-12' },
    ],
    ['became real', theoretical('2026-06-12'), real('2026-05-02'), { kind: 'now-expected', date: '2026-05-02' }],
    [
      'max lead time that has passed stays theoretical',
      theoretical('2026-03-05'),
      theoretical('2026-03-05'),
      { kind: 'same' },
    ],
  ] as const)('%s', (_, before, now, expected) => {
    expect(changeSince({ answer: before, askedOn: '2026-03-01' }, now, '2026-03-10')).toEqual(expected);
  });
});

describe('toneOf', () => {
  it.each([
    [{ kind: 'same' }, null],
    [{ kind: 'moved', days: 5 }, 'worse'],
    [{ kind: 'moved', days: -5 }, 'better'],
    [{ kind: 'now-in-stock' }, 'better'],
    [{ kind: 'now-max-lead-time', date: '2026-06-12' }, 'worse'],
    [{ kind: 'not-available' }, 'worse'],
  ] as const)('%j', (change, tone) => {
    expect(toneOf(change)).toBe(tone);
  });
});

const wording: Wording = {
  i18n: setupI18n({ locale: 'en', messages: { en: {} } }),
  locale: 'en-GB',
  today: '2026-03-10',
  unit: 'm',
};

describe('rememberedWords', () => {
  it.each([
    [null, 'not available in this quantity'],
    [{ stockDate: '2026-02-11', isMaxLeadTime: false }, 'in stock'],
    [{ stockDate: '2026-03-01', isMaxLeadTime: false }, 'in stock'],
    [{ stockDate: '2026-03-05', isMaxLeadTime: false }, 'expected 5 March 2026'],
    [{ stockDate: '2026-06-12', isMaxLeadTime: true }, 'max lead time, 12 June 2026'],
  ] as const)('%j', (answer, words) => {
    expect(rememberedWords(wording, { answer, askedOn: '2026-03-01' })).toBe(words);
  });
});

describe('changeWords', () => {
  it.each([
    [{ kind: 'same' }, 'unchanged'],
    [{ kind: 'moved', days: 5 }, 'moved 5 days later'],
    [{ kind: 'moved', days: -1 }, 'moved 1 day earlier'],
    [{ kind: 'now-in-stock' }, 'now in stock'],
    [{ kind: 'no-longer-in-stock', date: '2026-03-25' }, 'no longer in stock: 25 March 2026'],
    [{ kind: 'now-max-lead-time', date: '2026-06-12' }, 'now only at max lead time, 12 June 2026'],
    [{ kind: 'now-expected', date: '2026-03-25' }, 'now from real stock, 25 March 2026'],
    [{ kind: 'now-available', date: '2026-03-25' }, 'now available, 25 March 2026'],
    [{ kind: 'not-available' }, 'no longer available'],
  ] as const)('%j', (change, words) => {
    expect(changeWords(wording, change)).toBe(words);
  });
});
