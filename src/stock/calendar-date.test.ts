import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
  addDays,
  type CalendarDate,
  daysBetween,
  fromMilliseconds,
  isCalendarDate,
  isFarAhead,
  isFarBack,
  isoWeekday,
  isSameDay,
  lastDayOfMonth,
  later,
  startOfDayIn,
  todayIn,
  toMilliseconds,
  toUnixSeconds,
} from './calendar-date.ts';

const lengthsOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysOfMonth = (year: number, month: number) =>
  (lengthsOfMonths[month - 1] ?? 0) + (month === 2 && isLeapYear(year) ? 1 : 0);
const write = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as CalendarDate;

/** Every date of the years, counted without `Date`. */
function everyDay(from: number, to: number): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let year = from; year <= to; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= daysOfMonth(year, month); day += 1) days.push(write(year, month, day));
    }
  }
  return days;
}

const twoCenturies = everyDay(1900, 2100);
const arbitraryDate = fc
  .integer({ min: toMilliseconds('0001-01-01') / 86_400_000, max: toMilliseconds('9999-12-31') / 86_400_000 })
  .map((days) => fromMilliseconds(days * 86_400_000));

describe('isCalendarDate', () => {
  it('accepts every date from 1900 to 2100', () => {
    expect(twoCenturies).toHaveLength(73_414);
    expect(twoCenturies.filter((day) => !isCalendarDate(day))).toEqual([]);
  });

  it('rejects the date after the end of every month from 1900 to 2100', () => {
    const wrong = [];
    for (let year = 1900; year <= 2100; year += 1) {
      for (let month = 1; month <= 12; month += 1) wrong.push(write(year, month, daysOfMonth(year, month) + 1));
    }
    expect(wrong.filter(isCalendarDate)).toEqual([]);
  });

  it.each(['0001-01-01', '0099-12-31', '1600-02-29', '2000-02-29', '2024-02-29', '9999-12-31'])(
    'accepts %s',
    (text) => {
      expect(isCalendarDate(text)).toBe(true);
    },
  );

  it.each([
    '',
    '0000-01-01',
    '1900-02-29',
    '2023-02-29',
    '2026-02-30',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '02026-01-01',
    '+2026-01-01',
    '-2026-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026/01/01',
    '٢٠٢٦-٠١-٠١',
  ])('rejects %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('addDays and daysBetween', () => {
  it('proceed from each date of two centuries to the next', () => {
    const skipped = twoCenturies.slice(1).filter((day, index) => addDays(twoCenturies[index] ?? day, 1) !== day);
    expect(skipped).toEqual([]);
  });

  it.each([
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2023-02-28', 1, '2023-03-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['0100-01-01', -1, '0099-12-31'],
    ['9999-12-31', 1, '9999-12-31'],
    ['9999-12-01', 1_000_000, '9999-12-31'],
    ['0001-01-01', -1, '0001-01-01'],
  ] as const)('%s plus %i days is %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to);
  });

  test('are inverse', () => {
    fc.assert(
      fc.property(arbitraryDate, arbitraryDate, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to);
        expect(daysBetween(to, from)).toBe(0 - daysBetween(from, to));
      }),
    );
  });

  test('every generated date is valid, and dates compare as strings', () => {
    fc.assert(
      fc.property(arbitraryDate, arbitraryDate, (a, b) => {
        expect(isCalendarDate(a)).toBe(true);
        expect(a < b).toBe(daysBetween(a, b) > 0);
        expect(later(a, b)).toBe([a, b].toSorted()[1]);
      }),
    );
  });
});

describe('milliseconds and Unix seconds', () => {
  it.each([
    ['1970-01-01', 0],
    ['2026-11-21', 1_795_219_200],
    ['1969-12-31', -86_400],
  ] as const)('%s is midnight UTC, %i s', (date, seconds) => {
    expect(toUnixSeconds(date)).toBe(seconds);
  });

  test('return the date for any instant of the day', () => {
    fc.assert(
      fc.property(arbitraryDate, fc.integer({ min: 0, max: 86_399_999 }), (date, instant) => {
        expect(fromMilliseconds(toMilliseconds(date) + instant)).toBe(date);
      }),
    );
  });
});

describe('isoWeekday', () => {
  it('returns Monday to Sunday through two centuries, from Monday, 1 January 1900', () => {
    expect(twoCenturies.filter((day, index) => isoWeekday(day) !== (index % 7) + 1)).toEqual([]);
  });
});

describe('lastDayOfMonth', () => {
  it('is the last date of each month of two centuries', () => {
    const wrong = twoCenturies.filter((day) => {
      const [year, month] = day.split('-').map(Number) as [number, number];
      return lastDayOfMonth(day) !== write(year, month, daysOfMonth(year, month));
    });
    expect(wrong).toEqual([]);
  });
});

describe('todayIn', () => {
  it.each([
    ['just before midnight in New York', 'America/New_York', '2026-01-15T04:59:59.999Z', '2026-01-14'],
    ['midnight in New York', 'America/New_York', '2026-01-15T05:00:00Z', '2026-01-15'],
    ['before midnight, clocks put forward that day', 'America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
    ['midnight in summer time', 'America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
    ['the hour that New York repeats', 'America/New_York', '2026-11-01T05:30:00Z', '2026-11-01'],
    ['midnight after the clocks went back', 'America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
    ['summer in Auckland, thirteen hours ahead', 'Pacific/Auckland', '2026-01-14T11:00:00Z', '2026-01-15'],
    ['a millisecond before', 'Pacific/Auckland', '2026-01-14T10:59:59.999Z', '2026-01-14'],
    ['winter in Auckland, twelve ahead', 'Pacific/Auckland', '2026-07-14T11:59:59Z', '2026-07-14'],
    ['midnight of the day Auckland changes', 'Pacific/Auckland', '2026-04-04T11:00:00Z', '2026-04-05'],
    ['the clocks of Berlin put forward', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['and the midnight after', 'Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['a midnight that Havana skips', 'America/Havana', '2026-03-08T05:00:00Z', '2026-03-08'],
    ['the farthest east', 'Pacific/Kiritimati', '2026-01-14T10:00:00Z', '2026-01-15'],
    ['the farthest west', 'Pacific/Pago_Pago', '2026-01-15T10:59:59Z', '2026-01-14'],
    ['a leap day', 'UTC', '2028-02-29T23:59:59Z', '2028-02-29'],
  ])('%s', (_, timeZone, instant, date) => {
    expect(todayIn(timeZone, new Date(instant))).toBe(date);
  });

  test('returns a valid date, at most one day off the UTC date', () => {
    const zones = fc.constantFrom('Pacific/Auckland', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC');
    const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, instants, (zone, at) => {
        const date = todayIn(zone, at);
        expect(isCalendarDate(date)).toBe(true);
        expect(Math.abs(daysBetween(fromMilliseconds(at.getTime()), date))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('rejects an unknown time zone', () => {
    expect(() => todayIn('Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('isSameDay', () => {
  const start = toUnixSeconds('2026-03-29');
  it.each([
    ['its first second', start, true],
    ['its last second', start + 86_399, true],
    ['midnight in Brussels', start - 3600, true],
    ['the earliest midnight of any time zone', start - 14 * 3600, true],
    ['a second before', start - 14 * 3600 - 1, false],
    ['the day before', start - 86_400, false],
    ['the next midnight', start + 86_400, false],
    ['milliseconds', start * 1000, true],
    ['milliseconds of midnight in Brussels', (start - 3600) * 1000, true],
    ['milliseconds of the next midnight', (start + 86_400) * 1000, false],
    ['neither', 0, false],
  ])('accepts %s', (_, stockDateUnix, expected) => {
    expect(isSameDay({ stockDate: '2026-03-29', stockDateUnix })).toBe(expected);
  });
});

describe('placeholder dates', () => {
  it.each([
    ['2026-03-24', false, false],
    ['2046-03-24', false, false],
    ['2046-03-25', true, false],
    ['9999-12-31', true, false],
    ['2006-03-24', false, false],
    ['2006-03-23', false, true],
    ['0001-01-01', false, true],
  ] as const)('%s is far ahead: %s, far back: %s', (date, isAhead, isBack) => {
    expect([isFarAhead(date, '2026-03-24'), isFarBack(date, '2026-03-24')]).toEqual([isAhead, isBack]);
  });
});

describe('startOfDayIn', () => {
  it.each([
    ['2026-11-25', 'UTC', '2026-11-25T00:00:00Z'],
    ['2026-11-25', 'America/Los_Angeles', '2026-11-25T08:00:00Z'],
    ['2026-11-25', 'Pacific/Kiritimati', '2026-11-24T10:00:00Z'],
    ['2026-11-25', 'Asia/Kathmandu', '2026-11-24T18:15:00Z'],
    // The clock skips midnight.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
  ] as const)('%s in %s is %s', (date, zone, instant) => {
    expect(new Date(startOfDayIn(date, zone)).toISOString().replace('.000', '')).toBe(instant);
  });
});
