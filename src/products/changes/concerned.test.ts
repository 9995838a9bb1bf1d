import { expect, it } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { real } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';
import { keptPromise } from '#stock/promises/kept-promise.sample.ts';

import { concernedIn, severityOfConcerned } from './concerned.tsx';

const order = (id: string, ...productIds: number[]) => ({
  id,
  name: id,
  lineCount: productIds.length,
  products: productIds.map((productId) => ({ productId, quantity: null as number | null })),
});
/** 10 in stock, and 20 from one date before, from another now. */
const calendars = (...dates: [CalendarDate, CalendarDate]) => {
  const [before, now] = dates.map((date) => readTimeline([real('2026-12-10', 10), real(date, 20)], '2026-12-10'));
  return { before: before!, now: now! };
};
const received = [{ orders: [order('spring', 1, 2), order('autumn', 2)] }];
const [spring, autumn] = received[0]!.orders;
const concernedOf = (...of: Parameters<typeof concernedIn>) => {
  const concernedBy = concernedIn(...of);
  return (productId: number) =>
    concernedBy({
      product: { productId, name: null, sku: null, unit: null },
      ...calendars('2026-12-12', '2026-12-20'),
    });
};
const lookup = (promises: ReturnType<typeof keptPromise>[], today: CalendarDate = '2026-12-10') =>
  concernedOf(received, { promises, today, at: 0 });

it('names the orders that have a product, then its promises that belong to none of them', () => {
  const alone = keptPromise({ letterId: 'alone' });
  const ofDeletedLine = keptPromise({ letterId: 'of-deleted-line', orderId: 'autumn' });
  const concernedBy = lookup([alone, ofDeletedLine]);
  expect(concernedBy(1).map(({ of }) => of)).toEqual([spring, alone, ofDeletedLine]);
  expect(concernedBy(2).map(({ of }) => of)).toEqual([spring, autumn]);
  expect(concernedBy(3)).toEqual([]);
});

const moveOf = ({ promised: from, now: to }: ReturnType<typeof keptPromise>, days: number) => ({
  from,
  to,
  days,
  isWorse: days > 0,
});

it('puts what moved first, by its worst promise, and what holds last', () => {
  const holds = keptPromise({ letterId: 'holds' });
  const now = { kind: 'expected', date: '2026-12-20', day: '2026-11-26' } as const;
  const worse = keptPromise({ orderId: 'autumn', productId: 2, now: { ...now, date: '2026-12-24' } });
  const ofAutumn = [keptPromise({ orderId: 'autumn', productId: 2, now }), worse];
  const alone = keptPromise({ letterId: 'alone', now });
  expect(lookup([holds, ...ofAutumn, alone])(1)).toEqual([
    { of: alone, isPromised: true, moved: moveOf(alone, 10) },
    { of: spring, isPromised: false, moved: undefined },
    { of: holds, isPromised: true, moved: null },
  ]);
  expect(lookup(ofAutumn)(2)).toEqual([
    { of: autumn, isPromised: true, moved: moveOf(worse, 14) },
    { of: spring, isPromised: false, moved: undefined },
  ]);
});

it('puts what can ship earlier after what is later, before what nothing is known of', () => {
  const earlier = keptPromise({
    letterId: 'earlier',
    now: { kind: 'in-stock', date: '2026-11-20', day: '2026-12-08' },
  });
  const later = keptPromise({ letterId: 'later', now: { kind: 'expected', date: '2026-12-20', day: '2026-11-26' } });
  expect(lookup([earlier, later], '2026-12-08')(1)).toEqual([
    { of: later, isPromised: true, moved: moveOf(later, 10) },
    { of: earlier, isPromised: true, moved: moveOf(earlier, -2) },
    { of: spring, isPromised: false, moved: undefined },
  ]);
});

const moveFor = (quantity: number) => {
  const orders = [{ ...order('spring', 1), products: [{ productId: 1, quantity }] }];
  return concernedOf([{ orders }], { promises: [], today: '2026-12-10', at: 0 })(1)[0]?.moved;
};

it('compares the quantity of an order of which nothing is promised', () => {
  const [from, to] = (['2026-12-12', '2026-12-20'] as const).map((date) => ({
    kind: 'expected',
    date,
    day: '2026-12-10',
  }));
  expect(moveFor(15_000)).toEqual({ from, to, days: 8, isWorse: true });
  expect(moveFor(10_000)).toBeNull();
  expect(moveFor(30_000)).toBeNull();
});

it('leaves out single promises that are closed or past', () => {
  const open = keptPromise();
  const promises = [open, keptPromise({ closed: 'shipped' })];
  expect(lookup(promises)(1).map(({ of }) => of)).toEqual([spring, open]);
  expect(lookup(promises, '2026-12-11')(1).map(({ of }) => of)).toEqual([spring]);
});

it('ranks products by what is worst: a later promise, what is not known, what is as promised', () => {
  const holds = keptPromise({ letterId: 'holds', productId: 3 });
  const moved = keptPromise({ now: { kind: 'expected', date: '2026-12-20', day: '2026-11-26' } });
  const concernedBy = lookup([holds, moved]);
  expect([1, 2, 3].map((productId) => severityOfConcerned(concernedBy(productId)))).toEqual([13, 1, 0]);
  expect([null, 'failed' as const].map(severityOfConcerned)).toEqual([1, 1]);
});
