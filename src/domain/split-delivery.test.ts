import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import type { CalendarDate } from '#lib/calendar-date.ts';

import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryEntries, highestLevel, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { splitDelivery, type SplitOrder } from './split-delivery.ts';
import { readTimeline } from './stock-timeline.ts';

const rising = [real('2026-03-20', 40), real('2026-04-05', 70), real('2026-04-20', 100)];
const falling = [real('2026-03-20', 80), real('2026-04-05', 30), real('2026-04-20', 90)];
const leadTime = maxLeadTime('2026-06-12');

/** A row of the table: drops as `date quantity`, the one at max lead time with `theoretical`, then what is left. */
type Ladder = readonly [string[], number];

function ladder(
  entries: Parameters<typeof readTimeline>[0],
  quantity: number,
  smallestDrop = 1,
  mostDrops = 9,
): Ladder {
  const order = { quantity: quantity * 1000, smallestDrop: smallestDrop * 1000, mostDrops };
  const { drops, undeliverable } = splitDelivery(readTimeline(entries, today), order);
  const lines = drops.map((drop) => `${drop.date} ${drop.quantity / 1000}${drop.isMaxLeadTime ? ' theoretical' : ''}`);
  return [lines, undeliverable / 1000];
}

describe('splitDelivery', () => {
  it.each<[string, Ladder, Ladder]>([
    ['in one drop where enough is safe today', ladder(rising, 40), [['2026-03-24 40'], 0]],
    ['as the level rises', ladder(rising, 90), [['2026-03-24 40', '2026-04-05 30', '2026-04-20 20'], 0]],
    [
      'the rest at max lead time',
      ladder([...rising, leadTime], 130),
      [['2026-03-24 40', '2026-04-05 30', '2026-04-20 30', '2026-06-12 30 theoretical'], 0],
    ],
    ['the rest not at all', ladder(rising, 130), [['2026-03-24 40', '2026-04-05 30', '2026-04-20 30'], 30]],
    ['only what no later fall takes back', ladder(falling, 80), [['2026-03-24 30', '2026-04-20 50'], 0]],
    ['waiting for the smallest drop', ladder(rising, 90, 45), [['2026-04-05 70'], 20]],
    [
      'a rest below the smallest drop at max lead time',
      ladder([...rising, leadTime], 50, 35),
      [['2026-03-24 40', '2026-06-12 10 theoretical'], 0],
    ],
    [
      'an order below the smallest drop at max lead time',
      ladder([...rising, leadTime], 10, 35),
      [['2026-06-12 10 theoretical'], 0],
    ],
    [
      'none too small on the way',
      ladder([...rising, leadTime], 130, 35),
      [['2026-03-24 40', '2026-04-20 60', '2026-06-12 30 theoretical'], 0],
    ],
    ['in one drop, on the day that is enough', ladder([...rising, leadTime], 90, 1, 1), [['2026-04-20 90'], 0]],
    ['in one drop at max lead time', ladder([...rising, leadTime], 130, 1, 1), [['2026-06-12 130 theoretical'], 0]],
    ['in one drop of the most there is', ladder(rising, 130, 1, 1), [['2026-04-20 100'], 30]],
    [
      'in two drops, the second completing',
      ladder([...rising, leadTime], 100, 1, 2),
      [['2026-03-24 40', '2026-04-20 60'], 0],
    ],
    [
      'in two drops, the second at max lead time',
      ladder([...rising, leadTime], 130, 1, 2),
      [['2026-03-24 40', '2026-06-12 90 theoretical'], 0],
    ],
    ['in two drops, the second the most there is', ladder(rising, 130, 1, 2), [['2026-03-24 40', '2026-04-20 60'], 30]],
    [
      'nothing of nothing, however small a drop may be',
      ladder([real(today, 0), ...rising.slice(1)], 70, 0),
      [['2026-04-05 70'], 0],
    ],
    ['nothing without stock', ladder([], 5), [[], 5]],
    ['nothing from negative levels', ladder([real(today, -4)], 5), [[], 5]],
    ['all at max lead time without stock', ladder([leadTime], 5), [['2026-06-12 5 theoretical'], 0]],
    [
      'today at a max lead time that is past',
      ladder([maxLeadTime('2026-03-01')], 5),
      [['2026-03-24 5 theoretical'], 0],
    ],
    [
      'real stock of the date of the max lead time, as the answer does',
      ladder([real('2026-06-12', 5), leadTime], 8),
      [['2026-06-12 5', '2026-06-12 3 theoretical'], 0],
    ],
    [
      'nothing real from after the max lead time',
      ladder([leadTime, real('2026-06-13', 5)], 3),
      [['2026-06-12 3 theoretical'], 0],
    ],
  ])('drops %s', (_, drops, expected) => {
    expect(drops).toEqual(expected);
  });

  const arbitraryOrder: fc.Arbitrary<SplitOrder> = fc.record({
    quantity: fc.integer({ min: 1, max: 2 * highestLevel }),
    smallestDrop: fc.integer({ min: 1, max: 6 }),
    mostDrops: fc.integer({ min: 1, max: 5 }),
  });
  const cases = fc.tuple(arbitraryEntries, arbitraryOrder);

  test('is what walking the days finds', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        expect(splitDelivery(readTimeline(entries, today), order)).toEqual(dayByDay(entries, today).split(order));
      }),
      { numRuns: 1000 },
    );
  });

  test('loses nothing: drops and what is undeliverable add up', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        const timeline = readTimeline(entries, today);
        const { drops, undeliverable } = splitDelivery(timeline, order);
        expect(drops.reduce((sum, drop) => sum + drop.quantity, undeliverable)).toBe(order.quantity);
        if (timeline.maxLeadTimeDate !== null) expect(undeliverable).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test('never has more dropped than the level of any day from then on', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        const { days, level } = dayByDay(entries, today);
        const { drops } = splitDelivery(readTimeline(entries, today), order);
        const real = drops.filter((drop) => !drop.isMaxLeadTime);
        const droppedBy = (day: CalendarDate) =>
          real.filter((drop) => drop.date <= day).reduce((sum, drop) => sum + drop.quantity, 0);
        for (const day of days) expect(droppedBy(day)).toBeLessThanOrEqual(Math.max(0, day < today ? 0 : level(day)));
      }),
      { numRuns: 400 },
    );
  });

  test('keeps to the drops asked for, in order, the theoretical one last', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        const { drops } = splitDelivery(readTimeline(entries, today), order);
        const dates = drops.map((drop) => drop.date);
        expect(drops.length).toBeLessThanOrEqual(order.mostDrops);
        expect(dates).toEqual(dates.toSorted());
        expect(dates.every((date) => date >= today)).toBe(true);
        expect(drops.slice(0, -1).every((drop) => !drop.isMaxLeadTime && drop.quantity >= order.smallestDrop)).toBe(
          true,
        );
        expect(drops.every((drop) => drop.quantity > 0)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('leaves nothing behind that is safe, when drops may be many and small', () => {
    fc.assert(
      fc.property(arbitraryEntries, fc.integer({ min: 1, max: 2 * highestLevel }), (entries, quantity) => {
        const timeline = readTimeline(
          entries.filter((entry) => !entry.isMaxLeadTime),
          today,
        );
        const { safe, days } = dayByDay(entries, today);
        const { undeliverable } = splitDelivery(timeline, { quantity, smallestDrop: 1, mostDrops: 99 });
        expect(undeliverable).toBe(quantity - Math.min(quantity, Math.max(0, safe(days.at(-1) ?? today))));
      }),
      { numRuns: 400 },
    );
  });
});
