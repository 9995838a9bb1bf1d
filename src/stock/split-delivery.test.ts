import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { later } from './calendar-date.ts';
import { resultFor } from './stock-result.ts';
import { dayByDay } from './day-by-day.oracle.ts';
import { arbitraryEntries, highestLevel, maxLeadTime, real, today } from './entries.arbitrary.ts';
import { maxQuantityBy, quantityBreaks } from './quantity-breaks.ts';
import { splitDelivery, type SplitOrder } from './split-delivery.ts';
import { readTimeline } from './stock-timeline.ts';

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
  used = 0,
): Ladder {
  const order = { quantity: quantity * 1000, minQuantity: minQuantity * 1000, maxShipments };
  const { shipments, undeliverable } = splitDelivery(readTimeline(entries, today), order, used * 1000);
  const lines = shipments.map(
    (shipment) => `${shipment.date} ${shipment.quantity / 1000}${shipment.isMaxLeadTime ? ' theoretical' : ''}`,
  );
  return [lines, undeliverable / 1000];
}

describe('splitDelivery', () => {
  it.each<[string, Ladder, Ladder]>([
    ['in one shipment if enough is available today', ladder(rising, 40), [['2026-03-24 40'], 0]],
    ['as the level rises', ladder(rising, 90), [['2026-03-24 40', '2026-04-05 30', '2026-04-20 20'], 0]],
    [
      'the remainder at max lead time',
      ladder([...rising, leadTime], 130),
      [['2026-03-24 40', '2026-04-05 30', '2026-04-20 30', '2026-06-12 30 theoretical'], 0],
    ],
    ['without an uncovered remainder', ladder(rising, 130), [['2026-03-24 40', '2026-04-05 30', '2026-04-20 30'], 30]],
    ['what is available today, whatever later demand needs', ladder(falling, 80), [['2026-03-24 80'], 0]],
    ['the larger quantity of a later day', ladder(falling, 90), [['2026-03-24 80', '2026-04-20 10'], 0]],
    ['once the minimum is reached', ladder(rising, 90, 45), [['2026-04-20 90'], 0]],
    ['the maximum quantity once the minimum is reached', ladder(rising, 130, 45), [['2026-04-20 100'], 30]],
    [
      'in one shipment if a part would leave less than the minimum',
      ladder([...rising, leadTime], 50, 35),
      [['2026-04-05 50'], 0],
    ],
    ['a quantity below the minimum', ladder([...rising, leadTime], 10, 35), [['2026-03-24 10'], 0]],
    ['nothing if less than the minimum is ever available', ladder([real(today, 4)], 9, 5), [[], 9]],
    [
      'a remainder below the minimum at max lead time',
      ladder([real(today, 40), leadTime], 50, 35),
      [['2026-03-24 40', '2026-06-12 10 theoretical'], 0],
    ],
    [
      'what other lines of the product leave',
      ladder(rising, 50, 1, 9, 30),
      [['2026-03-24 10', '2026-04-05 30', '2026-04-20 10'], 0],
    ],
    ['nothing that other lines of the product use up', ladder(rising, 5, 1, 9, 100), [[], 5]],
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
  const arbitraryUse = fc.integer({ min: 0, max: 6 });

  test('matches the day-by-day oracle', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryOrder, arbitraryUse, (entries, order, used) => {
        const split = splitDelivery(readTimeline(entries, today), order, used);
        expect(split).toEqual(dayByDay(entries, today).split(order, used));
      }),
      { numRuns: 1000 },
    );
  });

  test('shipments and undeliverable quantity add up to the order', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryOrder, arbitraryUse, (entries, order, used) => {
        const timeline = readTimeline(entries, today);
        const { shipments, undeliverable } = splitDelivery(timeline, order, used);
        expect(shipments.reduce((sum, shipment) => sum + shipment.quantity, undeliverable)).toBe(order.quantity);
        if (timeline.maxLeadTimeDate !== null) expect(undeliverable).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test('never ships more by a day than its quantity breaks, less what is used up', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryOrder, arbitraryUse, (entries, order, used) => {
        const timeline = readTimeline(entries, today);
        let shipped = used;
        for (const { date, quantity, isMaxLeadTime } of splitDelivery(timeline, order, used).shipments) {
          shipped += quantity;
          if (!isMaxLeadTime) expect(shipped).toBeLessThanOrEqual(maxQuantityBy(timeline, date));
        }
      }),
      { numRuns: 400 },
    );
  });

  test('never ends later than the whole quantity in one shipment', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryOrder, arbitraryUse, (entries, order, used) => {
        const timeline = readTimeline(entries, today);
        const whole = resultFor(timeline, order.quantity + used);
        const { shipments, undeliverable } = splitDelivery(timeline, order, used);
        if (whole.kind === 'not-available') return;
        expect(undeliverable).toBe(0);
        expect(shipments.at(-1)?.date).toBe(later(today, whole.date));
      }),
      { numRuns: 1000 },
    );
  });

  test('respects the maximum number of shipments, in date order, max lead time last', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryOrder, (entries, order) => {
        const { shipments } = splitDelivery(readTimeline(entries, today), order);
        const dates = shipments.map((shipment) => shipment.date);
        const min = Math.min(order.minQuantity, order.quantity);
        expect(shipments.length).toBeLessThanOrEqual(order.maxShipments);
        expect(dates).toEqual(dates.toSorted());
        expect(dates.every((date) => date >= today)).toBe(true);
        expect(shipments.every(({ isMaxLeadTime, quantity }) => isMaxLeadTime || quantity >= min)).toBe(true);
        expect(shipments.slice(0, -1).every(({ isMaxLeadTime }) => !isMaxLeadTime)).toBe(true);
        expect(shipments.every((shipment) => shipment.quantity > 0)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('ships the maximum available quantity if shipments may be many and small', () => {
    fc.assert(
      fc.property(arbitraryEntries, fc.integer({ min: 1, max: 2 * highestLevel }), (entries, quantity) => {
        const timeline = readTimeline(
          entries.filter((entry) => !entry.isMaxLeadTime),
          today,
        );
        const most = quantityBreaks(timeline).breaks.at(-1)?.upTo ?? 0;
        const { undeliverable } = splitDelivery(timeline, { quantity, minQuantity: 1, maxShipments: 99 });
        expect(undeliverable).toBe(Math.max(0, quantity - most));
      }),
      { numRuns: 400 },
    );
  });
});
