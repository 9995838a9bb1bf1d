import { describe, expect, it } from 'vitest';

import { readTimeline, type DatedEntry } from '#stock/stock-timeline.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';

import { entryRows } from './entry-rows.ts';

const today = '2026-03-10';

function real(stockDate: CalendarDate, stockQuantity: number, isDeleted = false): DatedEntry {
  return { stockDate, stockQuantity, isMaxLeadTime: false, isDeleted };
}

function leadTime(stockDate: CalendarDate): DatedEntry {
  return { stockDate, stockQuantity: 99_999, isMaxLeadTime: true, isDeleted: false };
}

function rowsOf(entries: DatedEntry[], quantity: number | null = null) {
  return entryRows(entries, readTimeline(entries, today), quantity);
}

describe('entryRows', () => {
  it('classifies entries, in date order', () => {
    const rows = rowsOf([
      leadTime('2026-06-12'),
      real('2026-07-01', 500),
      real('2026-03-17', 90.5),
      real('2026-02-01', 20),
      real('2026-03-01', 80),
      real('2026-04-01', 7, true),
    ]);
    expect(rows.map(({ date, kind }) => [date, kind])).toEqual([
      ['2026-02-01', 'past'],
      ['2026-03-01', 'in-force'],
      ['2026-03-17', 'increase'],
      ['2026-04-01', 'deleted'],
      ['2026-06-12', 'max-lead-time'],
      ['2026-07-01', 'after-max-lead-time'],
    ]);
  });

  it('distinguishes increases from decreases at any level', () => {
    const rows = rowsOf([
      real('2026-03-01', 80),
      real('2026-03-12', 20),
      real('2026-03-14', -5),
      real('2026-03-16', -5),
      real('2026-03-20', 1),
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['in-force', 'decrease', 'decrease', 'unchanged', 'increase']);
  });

  it('returns days from today, level, and change from the previous level', () => {
    const rows = rowsOf([real('2026-03-09', 0.1), real('2026-03-10', 0.3), real('2026-03-12', 0.2)]);
    expect(rows.map(({ days, level, change }) => [days, level, change])).toEqual([
      [-1, 100, 100],
      [0, 300, 200],
      [2, 200, -100],
    ]);
  });

  it('never uses the placeholder quantity of max lead time', () => {
    const [lead, after] = rowsOf([leadTime('2026-06-12'), real('2026-07-01', 5)]);
    expect(lead).toMatchObject({ level: undefined, change: undefined, spare: undefined });
    expect(after).toMatchObject({ level: 5000, change: 5000 });
  });

  it('shows no date for placeholders; stock since one is in force', () => {
    const rows = rowsOf([
      real('1900-01-01', 5),
      leadTime('1753-01-01'),
      real('2026-03-20', 8),
      real('2099-12-31', 10),
      real('9999-12-31', 10),
      leadTime('4712-12-31'),
    ]);
    expect(rows.map(({ kind, isPlaceholder }) => [kind, isPlaceholder])).toEqual([
      ['no-date', true],
      ['in-force', true],
      ['increase', false],
      ['no-date', true],
      ['no-date', true],
      ['no-date', true],
    ]);
  });

  it('ignores deleted entries in changes', () => {
    const rows = rowsOf([real('2026-03-01', 10), real('2026-03-11', 99, true), real('2026-03-12', 14)]);
    expect(rows.map(({ change }) => change)).toEqual([10_000, undefined, 4000]);
  });

  it('uses the later of two max lead time dates and the lower of two levels on one date', () => {
    const rows = rowsOf([
      leadTime('2026-06-12'),
      leadTime('2026-05-01'),
      real('2026-04-01', 9),
      real('2026-04-01', 4),
      real('2026-04-01', 4),
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'not-counted',
      'increase',
      'not-counted',
      'not-counted',
      'max-lead-time',
    ]);
  });

  it('compares the quantity only with entries that answers can use', () => {
    const rows = rowsOf(
      [
        real('2026-02-01', 500),
        real('2026-03-01', 80),
        real('2026-03-17', 250),
        leadTime('2026-06-12'),
        real('2026-07-01', 900),
      ],
      250_000,
    );
    expect(rows.map(({ spare }) => spare)).toEqual([undefined, -170_000, 0, undefined, undefined]);
  });
});
