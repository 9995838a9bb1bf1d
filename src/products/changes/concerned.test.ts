import { expect, it } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { keptPromise } from '#stock/promises/kept-promise.sample.ts';

import { affectedRank, concernedIn } from './concerned.tsx';

const order = (id: string, ...productIds: number[]) => ({ id, name: id, lineCount: productIds.length, productIds });
const received = [{ orders: [order('spring', 1, 2), order('autumn', 2)] }];
const [spring, autumn] = received[0]!.orders;
const lookup = (promises: ReturnType<typeof keptPromise>[], today: CalendarDate = '2026-12-10') =>
  concernedIn(received, { promises, today, at: 0 });

it('names the orders that have a product, then its promises that belong to none of them', () => {
  const alone = keptPromise({ letterId: 'alone' });
  const ofDeletedLine = keptPromise({ letterId: 'of-deleted-line', orderId: 'autumn' });
  const concernedBy = lookup([alone, ofDeletedLine]);
  expect(concernedBy(1).map(({ of }) => of)).toEqual([spring, alone, ofDeletedLine]);
  expect(concernedBy(2).map(({ of }) => of)).toEqual([spring, autumn]);
  expect(concernedBy(3)).toEqual([]);
});

it('puts what moved first, by its worst promise, and what holds last', () => {
  const holds = keptPromise({ letterId: 'holds' });
  const now = { kind: 'expected', date: '2026-12-20', day: '2026-11-26' } as const;
  const worse = keptPromise({ orderId: 'autumn', productId: 2, now: { ...now, date: '2026-12-24' } });
  const ofAutumn = [keptPromise({ orderId: 'autumn', productId: 2, now }), worse];
  const alone = keptPromise({ letterId: 'alone', now });
  expect(lookup([holds, ...ofAutumn, alone])(1)).toEqual([
    { of: alone, moved: alone },
    { of: spring, moved: undefined },
    { of: holds, moved: null },
  ]);
  expect(lookup(ofAutumn)(2)).toEqual([
    { of: autumn, moved: worse },
    { of: spring, moved: undefined },
  ]);
});

it('puts what can ship earlier after what is later, before what nothing is promised of', () => {
  const earlier = keptPromise({
    letterId: 'earlier',
    now: { kind: 'in-stock', date: '2026-11-20', day: '2026-12-08' },
  });
  const later = keptPromise({ letterId: 'later', now: { kind: 'expected', date: '2026-12-20', day: '2026-11-26' } });
  expect(lookup([earlier, later], '2026-12-08')(1)).toEqual([
    { of: later, moved: later },
    { of: earlier, moved: earlier },
    { of: spring, moved: undefined },
  ]);
  const ofSpring = keptPromise({ ...earlier, orderId: 'spring' });
  expect(lookup([ofSpring, keptPromise({ orderId: 'spring' })], '2026-12-08')(1)).toEqual([
    { of: spring, moved: ofSpring },
  ]);
});

it('leaves out single promises that are closed or past', () => {
  const open = keptPromise();
  const promises = [open, keptPromise({ closed: 'shipped' })];
  expect(lookup(promises)(1).map(({ of }) => of)).toEqual([spring, open]);
  expect(lookup(promises, '2026-12-11')(1).map(({ of }) => of)).toEqual([spring]);
});

it('ranks products whose promises moved before those that are in orders only, and last those as promised', () => {
  const holds = keptPromise({ letterId: 'holds', productId: 3 });
  const moved = keptPromise({ now: { kind: 'expected', date: '2026-12-20', day: '2026-11-26' } });
  const concernedBy = lookup([holds, moved]);
  expect([1, 2, 3].map((productId) => affectedRank(concernedBy(productId)))).toEqual([0, 1, 2]);
  expect([null, 'failed' as const].map(affectedRank)).toEqual([1, 1]);
});
