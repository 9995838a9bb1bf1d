import { expect, it } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import { keptPromise } from '#stock/promises/kept-promise.sample.ts';

import { concernedIn } from './concerned.tsx';

const order = (id: string, ...productIds: number[]) => ({ id, name: id, lineCount: productIds.length, productIds });
const spring = order('spring', 1, 2);
const autumn = order('autumn', 2);

const lookup = (promises: ReturnType<typeof keptPromise>[], today: CalendarDate = '2026-12-10') =>
  concernedIn([{ orders: [spring, autumn] }], { promises, today });

it('names the orders that have a product, then its promises that belong to none of them', () => {
  const alone = keptPromise({ letterId: 'alone' });
  const ofDeletedLine = keptPromise({ letterId: 'of-deleted-line', orderId: 'autumn' });
  const concernedBy = lookup([alone, ofDeletedLine, keptPromise({ orderId: 'spring' })]);
  expect(concernedBy(1)).toEqual([spring, alone, ofDeletedLine]);
  expect(concernedBy(2)).toEqual([spring, autumn]);
  expect(concernedBy(3)).toEqual([]);
});

it('leaves out promises that are closed or past', () => {
  const open = keptPromise();
  const promises = [open, keptPromise({ closed: 'shipped' })];
  expect(lookup(promises)(1)).toEqual([spring, open]);
  expect(lookup(promises, '2026-12-11')(1)).toEqual([spring]);
});
