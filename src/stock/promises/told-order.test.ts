import { expect, test } from 'vitest';

import type { KeptPromise } from '#stock/contract/promises.ts';

import { toldOrders } from './told-order.ts';

const today = '2026-11-26';
const at = Date.parse('2026-11-26T12:00:00Z');
const promised = { kind: 'expected', date: '2026-12-25', day: '2026-11-25' } as const;
const slipped = { kind: 'expected', date: '2027-01-21', day: today } as const;
const promise = (place: number, changes: Partial<KeptPromise> = {}): KeptPromise => ({
  letterId: 'a-letter',
  place,
  productId: 1,
  product: 'Blue poplin',
  quantity: 60_000,
  unit: 'm',
  orderId: 'an-order',
  toldAt: at,
  promised,
  now: { ...promised, day: today },
  since: at,
  checkedAt: at,
  closed: null,
  changes: [],
  ...changes,
});
const told = (...promises: KeptPromise[]) => toldOrders(promises, today, at).get('an-order');

test('the order has moved by its last line', () => {
  expect(told(promise(0), promise(1, { now: slipped }))).toMatchObject({
    moved: [{ place: 1 }],
    promises: [{ place: 0 }, { place: 1 }],
    toldOn: '2026-11-25',
    from: { kind: 'expected', date: '2026-12-25' },
    to: { kind: 'expected', date: '2027-01-21' },
    days: 27,
  });
});

test.each<[what: string, changes: Partial<KeptPromise>, moved: number, to: string | null]>([
  ['a line that is no longer available', { now: { kind: 'not-available', day: today } }, 1, null],
  ['a result that is not reliable', { now: { kind: 'not-reliable', day: today } }, 0, null],
  [
    'stock on hand',
    {
      promised: { ...promised, kind: 'in-stock', date: today },
      now: { kind: 'in-stock', date: '2026-11-20', day: today },
    },
    0,
    today,
  ],
])('%s', (_, changes, moved, to) => {
  const order = told(promise(0, changes));
  expect(order?.to?.date ?? null).toBe(to);
  expect(order?.moved.length ?? 0).toBe(moved);
});

test('a max lead time date that moves on with the days has not moved the order', () => {
  const rolled = { kind: 'max-lead-time', date: '2027-02-27', day: today } as const;
  const before = { kind: 'max-lead-time', date: '2027-02-17', day: '2026-11-16' } as const;
  const held = { date: rolled.date, day: today } as const;
  expect(told(promise(0, { promised: { ...before, held }, now: rolled }))).toMatchObject({
    moved: [],
    from: { kind: 'max-lead-time', date: '2027-02-17' },
    to: { kind: 'max-lead-time', date: '2027-02-27' },
    days: 0,
  });
});

test('closed and past promises, and those of other orders, do not count', () => {
  const past = { ...promised, date: '2026-11-20', day: '2026-11-19' } as const;
  expect(told(promise(0, { closed: 'shipped', now: slipped }), promise(1, { promised: past }))).toBeUndefined();
  const { orderId: _, ...single } = promise(2, { now: slipped });
  expect(toldOrders([single], today, at).size).toBe(0);
});

test('the complete ship date is at max lead time if one of its lines is', () => {
  const lead = { ...promised, kind: 'max-lead-time' } as const;
  const order = told(promise(0), promise(1, { promised: lead, now: slipped }));
  expect(order?.from).toMatchObject({ kind: 'max-lead-time', date: promised.date });
});
