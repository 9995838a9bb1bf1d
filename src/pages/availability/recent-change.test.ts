import { describe, expect, it } from 'vitest';

import type { CalendarDate } from '#lib/calendar-date.ts';

import { changeSince, toneOf } from './recent-change.ts';
import type { RememberedAnswer } from './recent-lookups.ts';

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
