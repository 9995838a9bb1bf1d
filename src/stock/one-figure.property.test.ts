import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type CalendarDate, daysBetween, later } from './calendar-date.ts';
import type { Thousandths } from './thousandths.ts';

import { resultFor, reconciledResult } from './stock-result.ts';
import { arbitraryDayAhead, arbitraryEntries, arbitraryQuantity, highestLevel, today } from './entries.arbitrary.ts';
import { compareShipBy } from './ship-by.ts';
import { lineAdvice } from '#stock/order/line-advice.ts';
import { lineQueries } from '#stock/order/order-line.ts';
import { checkedResult } from '#stock/order/order.sample.ts';
import { maxQuantityBy, nudge, quantityBreaks } from './quantity-breaks.ts';
import { splitDelivery } from './split-delivery.ts';
import { readTimeline } from './stock-timeline.ts';

/** The largest quantity whose own result is from stock, by a day: what every other figure must be. */
function figureBy(entries: Parameters<typeof readTimeline>[0], day: CalendarDate): Thousandths {
  const timeline = readTimeline(entries, today);
  for (let quantity = highestLevel; quantity > 0; quantity -= 1) {
    const stockResult = resultFor(timeline, quantity);
    if ((stockResult.kind === 'in-stock' || stockResult.kind === 'expected') && stockResult.date <= day)
      return quantity;
  }
  return 0;
}

test('one question has one figure: breaks, shortage, maximum, part, split and result agree', () => {
  fc.assert(
    fc.property(arbitraryEntries, arbitraryQuantity, arbitraryDayAhead, (entries, quantity, day) => {
      const timeline = readTimeline(entries, today);
      const figure = figureBy(entries, day);
      const stockResult = resultFor(timeline, quantity);
      const { breaks } = quantityBreaks(timeline);
      expect(maxQuantityBy(timeline, day)).toBe(figure);
      expect(breaks.findLast(({ date }) => date <= day)?.upTo ?? 0).toBe(figure);

      const comparison = compareShipBy(timeline, quantity, stockResult, day);
      if (comparison.kind === 'late') {
        expect([comparison.maxOnTime, comparison.shortBy]).toEqual([figure, quantity - figure]);
        const [question] = lineQueries([{ key: 1, productId: 1, quantity }]);
        if (question === undefined) throw new Error('A line has a question');
        const state = stockResult.kind === 'not-available' ? stockResult : checkedResult(stockResult);
        const { short, part } = lineAdvice(timeline, question, state, day);
        expect(short).toBe(quantity - figure);
        if (stockResult.kind !== 'not-available') expect(part?.quantity ?? 0).toBe(figure);
      }

      const split = splitDelivery(timeline, { quantity, minQuantity: 1, maxShipments: 99 });
      const shipped = split.shipments.filter(({ date, isMaxLeadTime }) => !isMaxLeadTime && date <= day);
      const byThen = shipped.reduce((sum, shipment) => sum + shipment.quantity, 0);
      expect(byThen).toBe(Math.min(quantity, figure));
      expect(split.undeliverable > 0).toBe(stockResult.kind === 'not-available');
      if (stockResult.kind !== 'not-available')
        expect(split.shipments.at(-1)?.date).toBe(later(today, stockResult.date));
    }),
    { numRuns: 2000 },
  );
});

test('a smaller quantity that is offered ships as many days earlier as promised', () => {
  fc.assert(
    fc.property(arbitraryEntries, arbitraryQuantity, (entries, quantity) => {
      const timeline = readTimeline(entries, today);
      const offer = nudge(timeline, quantity);
      if (offer === null) return;
      const [whole, less] = [resultFor(timeline, quantity), resultFor(timeline, offer.quantity)];
      if (whole.kind === 'not-available' || less.kind === 'not-available') throw new Error('Both have a ship date');
      const [late, early] = [later(today, whole.date), later(today, less.date)];
      expect([daysBetween(early, late), quantity - offer.quantity]).toEqual([offer.daysEarlier, offer.less]);
      expect(figureBy(entries, early)).toBe(offer.quantity);
    }),
    { numRuns: 1000 },
  );
});

test('no figure comes from a calendar that contradicts the service, or is incomplete', () => {
  fc.assert(
    fc.property(arbitraryEntries, arbitraryQuantity, fc.nat(2), (entries, quantity, unreadable) => {
      const refused = reconciledResult('refused', { entries, unreadable }, quantity, today);
      if (refused.kind === 'reliable') expect(refused.stockResult.kind).toBe('not-available');
      if (unreadable > 0) expect(refused.kind).toBe('not-reliable');
    }),
  );
});
