import { expect, it } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { keptPromise } from '#stock/promises/kept-promise.sample.ts';

import { concernedIn } from './concerned.tsx';

const order = (id: string, ...productIds: number[]) => ({ id, name: id, lineCount: productIds.length, productIds });
const spring = order('spring', 1, 2);
const autumn = order('autumn', 2);

const lookup = (promises: ReturnType<typeof keptPromise>[], today: CalendarDate = '2026-12-10') => {
  const concernedBy = concernedIn([{ orders: [spring, autumn] }], { promises, today, at: 0 });
  return (productId: number) => concernedBy(productId).map(({ of }) => of);
};

it('names the orders that have a product and its promises that belong to none of them, those without a promise last', () => {
  const alone = keptPromise({ letterId: 'alone' });
  const ofDeletedLine = keptPromise({ letterId: 'of-deleted-line', orderId: 'autumn' });
  const concernedBy = lookup([alone, ofDeletedLine, keptPromise({ orderId: 'spring' })]);
  expect(concernedBy(1)).toEqual([spring, alone, ofDeletedLine]);
  expect(concernedBy(2)).toEqual([spring, autumn]);
  expect(concernedBy(3)).toEqual([]);
});

it('says how what is promised of the product stands, the worst of several', () => {
  const found = { kind: 'expected', date: '2026-12-18', day: '2026-11-27' } as const;
  const promises = [keptPromise({ orderId: 'spring' }), keptPromise({ orderId: 'spring', place: 1, now: found })];
  const concernedBy = concernedIn([{ orders: [spring, autumn] }], { promises, today: '2026-11-27', at: 0 });
  expect(concernedBy(1)).toMatchObject([{ of: spring, status: { kind: 'later' } }]);
  expect(concernedBy(2)).toEqual([
    { of: spring, status: null },
    { of: autumn, status: null },
  ]);
});

it('leaves out promises that are closed or past', () => {
  const open = keptPromise();
  const promises = [open, keptPromise({ closed: 'shipped' })];
  expect(lookup(promises)(1)).toEqual([open, spring]);
  expect(lookup(promises, '2026-12-11')(1)).toEqual([spring]);
});
