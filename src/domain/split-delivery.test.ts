import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type CalendarDate, later } from '#lib/calendar-date.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryEntries, highestLevel, maxLeadTime, real, today, arbitraryQuantity } from './entries.arbitrary.ts';
import { splitDelivery, type SplitOrder, fallBelow, availableToPromise } from './split-delivery.ts';
import { readTimeline, type StockTimeline } from './stock-timeline.ts';
import { answerFor } from './answer.ts';

const rising = [real('2026-03-20', 40), real('2026-04-05', 70), real('2026-04-20', 100)];
const falling = [real('2026-03-20', 80), real('2026-04-05', 30), real('2026-04-20', 90)];
const leadTime = maxLeadTime('2026-06-12');

/** Table row: shipments as `date quantity`, plus `theoretical` if at max lead time; undeliverable quantity. */
type Ladder = readonly [string[], number];

function ladder(
  entries: Parameters<typeof readTimeline>[0],
  quantity: number,
  minQuantity = 1,
  maxShipments = 9,
): Ladder {
  const order = { quantity: quantity * 1000, minQuantity: minQuantity * 1000, maxShipments };
  const { shipments, undeliverable } = splitDelivery(readTimeline(entries, today), order);
  const lines = shipments.map(
    (shipment) => `${shipment.date} ${shipment.quantity / 1000}${shipment.isMaxLeadTime ? ' theoretical' : ''}`,
  );
  return [lines, undeliverable / 1000];
}

describe('splitDelivery', () => {
  it.each<[string, Ladder, Ladder]>([
    ['in one shipment if enough is available to promise today', ladder(rising, 40), [['2026-03-24 40'], 0]],
    ['as the level rises', ladder(rising, 90), [['2026-03-24 40', '2026-04-05 30', '2026-04-20 20'], 0]],
    [
      'the remainder at max lead time',
      ladder([...rising, leadTime], 130),
      [['2026-03-24 40', '2026-04-05 30', '2026-04-20 30', '2026-06-12 30 theoretical'], 0],
    ],
    ['without an uncovered remainder', ladder(rising, 130), [['2026-03-24 40', '2026-04-05 30', '2026-04-20 30'], 30]],
    ['only stock available to promise', ladder(falling, 80), [['2026-03-24 30', '2026-04-20 50'], 0]],
    ['once the minimum is reached', ladder(rising, 90, 45), [['2026-04-05 70'], 20]],
    [
      'a remainder below the minimum shipment quantity at max lead time',
      ladder([...rising, leadTime], 50, 35),
      [['2026-03-24 40', '2026-06-12 10 theoretical'], 0],
    ],
    [
      'an order below the minimum shipment quantity at max lead time',
      ladder([...rising, leadTime], 10, 35),
      [['2026-06-12 10 theoretical'], 0],
    ],
    [
      'without shipments below the minimum in between',
      ladder([...rising, leadTime], 130, 35),
      [['2026-03-24 40', '2026-04-20 60', '2026-06-12 30 theoretical'], 0],
    ],
    ['in one shipment, once stock suffices', ladder([...rising, leadTime], 90, 1, 1), [['2026-04-20 90'], 0]],
    ['in one shipment at max lead time', ladder([...rising, leadTime], 130, 1, 1), [['2026-06-12 130 theoretical'], 0]],
    ['in one maximum shipment', ladder(rising, 130, 1, 1), [['2026-04-20 100'], 30]],
    [
      'in two shipments, the second completing the order',
      ladder([...rising, leadTime], 100, 1, 2),
      [['2026-03-24 40', '2026-04-20 60'], 0],
    ],
    [
      'in two shipments, the second at max lead time',
      ladder([...rising, leadTime], 130, 1, 2),
      [['2026-03-24 40', '2026-06-12 90 theoretical'], 0],
    ],
    ['in two shipments, the second maximal', ladder(rising, 130, 1, 2), [['2026-03-24 40', '2026-04-20 60'], 30]],
    [
      'no empty shipments with a minimum quantity of 0',
      ladder([real(today, 0), ...rising.slice(1)], 70, 0),
      [['2026-04-05 70'], 0],
    ],
    ['nothing without stock', ladder([], 5), [[], 5]],
    ['nothing from negative levels', ladder([real(today, -4)], 5), [[], 5]],
    ['everything at max lead time without stock', ladder([leadTime], 5), [['2026-06-12 5 theoretical'], 0]],
    [
      'today if the max lead time date is past',
      ladder([maxLeadTime('2026-03-01')], 5),
      [['2026-03-24 5 theoretical'], 0],
    ],
    [
      'stock dated the max lead time date, like the answer',
      ladder([real('2026-06-12', 5), leadTime], 8),
      [['2026-06-12 5', '2026-06-12 3 theoretical'], 0],
    ],
    [
      'no stock dated after the max lead time date',
      ladder([leadTime, real('2026-06-13', 5)], 3),
      [['2026-06-12 3 theoretical'], 0],
    ],
  ])('ships %s', (_, shipments, expected) => {
    expect(shipments).toEqual(expected);
  });

  const arbitraryOrder: fc.Arbitrary<SplitOrder> = fc.record({
    quantity: fc.integer({ min: 1, max: 2 * highestLevel }),
    minQuantity: fc.integer({ min: 1, max: 6 }),
    maxShipments: fc.integer({ min: 1, max: 5 }),
  });
  const cases = fc.tuple(arbitraryEntries, arbitraryOrder);

  test('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        expect(splitDelivery(readTimeline(entries, today), order)).toEqual(dayByDay(entries, today).split(order));
      }),
      { numRuns: 1000 },
    );
  });

  test('shipments and undeliverable quantity add up to the order', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        const timeline = readTimeline(entries, today);
        const { shipments, undeliverable } = splitDelivery(timeline, order);
        expect(shipments.reduce((sum, shipment) => sum + shipment.quantity, undeliverable)).toBe(order.quantity);
        if (timeline.maxLeadTimeDate !== null) expect(undeliverable).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test('never ships more than the level of any day from then on', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        const { days, level } = dayByDay(entries, today);
        const { shipments } = splitDelivery(readTimeline(entries, today), order);
        const real = shipments.filter((shipment) => !shipment.isMaxLeadTime);
        const shippedBy = (day: CalendarDate) =>
          real.filter((shipment) => shipment.date <= day).reduce((sum, shipment) => sum + shipment.quantity, 0);
        for (const day of days) expect(shippedBy(day)).toBeLessThanOrEqual(Math.max(0, day < today ? 0 : level(day)));
      }),
      { numRuns: 400 },
    );
  });

  test('respects the maximum number of shipments, in date order, max lead time last', () => {
    fc.assert(
      fc.property(cases, ([entries, order]) => {
        const { shipments } = splitDelivery(readTimeline(entries, today), order);
        const dates = shipments.map((shipment) => shipment.date);
        expect(shipments.length).toBeLessThanOrEqual(order.maxShipments);
        expect(dates).toEqual(dates.toSorted());
        expect(dates.every((date) => date >= today)).toBe(true);
        expect(
          shipments.slice(0, -1).every((shipment) => !shipment.isMaxLeadTime && shipment.quantity >= order.minQuantity),
        ).toBe(true);
        expect(shipments.every((shipment) => shipment.quantity > 0)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('ships all stock available to promise if shipments may be many and small', () => {
    fc.assert(
      fc.property(arbitraryEntries, fc.integer({ min: 1, max: 2 * highestLevel }), (entries, quantity) => {
        const timeline = readTimeline(
          entries.filter((entry) => !entry.isMaxLeadTime),
          today,
        );
        const { safe, days } = dayByDay(entries, today);
        const { undeliverable } = splitDelivery(timeline, { quantity, minQuantity: 1, maxShipments: 99 });
        expect(undeliverable).toBe(quantity - Math.min(quantity, Math.max(0, safe(days.at(-1) ?? today))));
      }),
      { numRuns: 400 },
    );
  });
});

const timeline = readTimeline(
  [
    real('2026-03-10', 15),
    real('2026-03-20', 50),
    real('2026-04-05', 20),
    real('2026-04-10', 45),
    real('2026-04-15', 20),
    real('2026-05-01', 80),
  ],
  today,
);

const safeFrom = (timeline: StockTimeline) =>
  timeline.steps.map(({ date }, index) => [date, availableToPromise(timeline)[index]]);

describe('availableToPromise', () => {
  it('are the lowest levels from each step on, starting with the current one', () => {
    expect(safeFrom(timeline)).toEqual([
      ['2026-03-20', 20_000],
      ['2026-04-05', 20_000],
      ['2026-04-10', 20_000],
      ['2026-04-15', 20_000],
      ['2026-05-01', 80_000],
    ]);
  });

  it('can be negative', () => {
    expect(availableToPromise(readTimeline([real(today, 5), real('2026-04-01', -2)], today))).toEqual([-2000, -2000]);
  });

  it('include drops after the max lead time date', () => {
    const entries = [real(today, 5), maxLeadTime('2026-04-01'), real('2026-04-02', 3)];
    expect(availableToPromise(readTimeline(entries, today))).toEqual([3000, 3000]);
  });

  test('match the day-by-day oracle and never decrease', () => {
    fc.assert(
      fc.property(arbitraryEntries, (entries) => {
        const timeline = readTimeline(entries, today);
        const oracle = dayByDay(entries, today);
        const safe = availableToPromise(timeline);
        expect(safe).toEqual(timeline.steps.map(({ date }) => oracle.safe(later(today, date))));
        expect(safe).toEqual(safe.toSorted((a, b) => a - b));
      }),
    );
  });
});

const warningFor = (quantity: number) => fallBelow(timeline, answerFor(timeline, quantity), quantity);

describe('fallBelow', () => {
  it('returns the lowest later level and its first day', () => {
    expect(warningFor(50_000)).toEqual({ date: '2026-04-05', level: 20_000 });
  });

  it('is null if the level always covers the quantity', () => {
    expect(warningFor(20_000)).toBeNull();
  });

  it('is null after the last drop', () => {
    expect(warningFor(80_000)).toBeNull();
  });

  it("counts only drops after the answer's date if a service promises more than its calendar", () => {
    expect(fallBelow(timeline, { kind: 'expected', date: '2026-05-01' }, 90_000)).toBeNull();
  });

  it('is null for an answer not backed by stock', () => {
    const entries = [real(today, 5), maxLeadTime('2026-04-01'), real('2026-04-02', 0)];
    const timeline = readTimeline(entries, today);
    expect(fallBelow(timeline, answerFor(timeline, 9000), 9000)).toBeNull();
    expect(fallBelow(timeline, { kind: 'not-available' }, 9000)).toBeNull();
  });

  test('warns exactly if a stock-backed answer exceeds the quantity available to promise', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
        const timeline = readTimeline(entries, today);
        const { days, level, answer, safe } = dayByDay(entries, today);
        const found = answer(quantity);
        const isReal = found.kind === 'in-stock' || found.kind === 'expected';
        const lowest = isReal ? safe(found.date) : quantity;
        const date = isReal ? days.find((day) => day > found.date && level(day) === lowest) : undefined;
        const expected = lowest < quantity ? { date, level: lowest } : null;
        expect(fallBelow(timeline, answerFor(timeline, quantity), quantity)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});
