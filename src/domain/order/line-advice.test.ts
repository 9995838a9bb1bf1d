import { describe, expect, it } from 'vitest';

import { maxLeadTime, real, today } from '#domain/entries.arbitrary.ts';
import { readTimeline } from '#domain/stock-timeline.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import { lineAdvice } from './line-advice.ts';
import type { LineState } from './line-state.ts';
import { lineQuestions } from './order-line.ts';
import { answered, countedLine } from './order.sample.ts';

const notAvailable: LineState = { kind: 'not-available' };

/** Returns the advice for a line of `quantity` units after earlier lines of its product with `above` in total. */
function adviceFor(
  entries: Parameters<typeof readTimeline>[0],
  { quantity, above = 0, neededBy = null }: { quantity: number; above?: number; neededBy?: CalendarDate | null },
  state: LineState,
) {
  const [, question] = lineQuestions([
    countedLine(1, { quantity: above * 1000 }),
    countedLine(2, { quantity: quantity * 1000 }),
  ]);
  if (question === undefined) throw new Error('two lines have two questions');
  return lineAdvice(readTimeline(entries, today), question, state, neededBy);
}

describe('a late line', () => {
  const entries = [real('2026-03-20', 40), real('2026-04-10', 90), maxLeadTime('2026-06-12')];
  const late = answered({ kind: 'expected', date: '2026-04-10' });
  const neededBy = '2026-04-01';

  it('has the maximum quantity by its ship-by date, and the available-to-promise part from today on', () => {
    expect(adviceFor(entries, { quantity: 60, neededBy }, late)).toEqual({
      fall: null,
      most: { quantity: 40_000, date: neededBy },
      short: 20_000,
      part: { quantity: 40_000, date: today },
    });
  });

  it('uses the stock remaining after earlier lines', () => {
    expect(adviceFor(entries, { quantity: 60, above: 25, neededBy }, late)).toMatchObject({
      most: { quantity: 15_000 },
      short: 45_000,
      part: { quantity: 15_000 },
    });
    expect(adviceFor(entries, { quantity: 30, above: 55, neededBy }, late)).toMatchObject({
      most: { quantity: 0 },
      short: 30_000,
      part: null,
    });
  });

  it('never has more than its own quantity', () => {
    expect(adviceFor(entries, { quantity: 20, neededBy }, late).most?.quantity).toBe(20_000);
  });

  it('is not promised stock that later demand needs', () => {
    const falling = [real('2026-03-20', 40), real('2026-03-28', 15), real('2026-04-10', 90)];
    expect(adviceFor(falling, { quantity: 60, neededBy }, late)).toMatchObject({
      most: { quantity: 40_000 },
      part: { quantity: 15_000, date: today },
    });
  });

  it('has the largest part up to its ship-by date and the max lead time date', () => {
    const rising = [real('2026-03-20', 10), real('2026-03-30', 30), real(neededBy, 50), real('2026-04-02', 60)];
    expect(adviceFor(rising, { quantity: 70, neededBy }, late).part).toEqual({ quantity: 50_000, date: neededBy });
    expect(adviceFor([...rising, maxLeadTime('2026-03-30')], { quantity: 70, neededBy }, late).part).toEqual({
      quantity: 30_000,
      date: '2026-03-30',
    });
  });

  it('is late only with a ship-by date that it misses', () => {
    expect(adviceFor(entries, { quantity: 60 }, late)).toEqual({ fall: null, most: null, short: null, part: null });
    const onTime = adviceFor(entries, { quantity: 60, neededBy: '2026-04-10' }, late);
    expect(onTime).toEqual({ fall: null, most: null, short: null, part: null });
  });
});

describe('a line that is not available', () => {
  it('has the maximum quantity on any date', () => {
    const entries = [real('2026-03-20', 40), real('2026-04-10', 90), real('2026-05-01', 70)];
    expect(adviceFor(entries, { quantity: 100, above: 20 }, notAvailable)).toEqual({
      fall: null,
      most: { quantity: 70_000, date: '2026-04-10' },
      short: 30_000,
      part: null,
    });
    expect(adviceFor([real('2026-03-20', 40)], { quantity: 100 }, notAvailable).most).toEqual({
      quantity: 40_000,
      date: today,
    });
  });

  it('is shorter with an earlier ship-by date', () => {
    const entries = [real('2026-03-20', 40), real('2026-04-10', 90)];
    const wanted = { quantity: 100, above: 20, neededBy: '2026-04-09' } as const;
    expect(adviceFor(entries, wanted, notAvailable)).toMatchObject({ most: { quantity: 70_000 }, short: 80_000 });
  });

  it('has a maximum of 0 without stock', () => {
    expect(adviceFor([], { quantity: 1 }, notAvailable)).toMatchObject({
      most: { quantity: 0, date: today },
      short: 1000,
    });
  });
});

it('warns if later demand needs part of the quantity of the line and earlier lines', () => {
  const entries = [real('2026-03-20', 40), real('2026-04-10', 30)];
  const inStock = answered({ kind: 'in-stock', date: '2026-03-20' });
  expect(adviceFor(entries, { quantity: 20 }, inStock).fall).toBeNull();
  expect(adviceFor(entries, { quantity: 20, above: 15 }, inStock).fall).toEqual({ date: '2026-04-10', level: 30_000 });
});

it('is empty for a line without a result', () => {
  const nothing = { fall: null, most: null, short: null, part: null };
  expect(adviceFor([real(today, 40)], { quantity: 60, neededBy: today }, { kind: 'checking' })).toEqual(nothing);
});
