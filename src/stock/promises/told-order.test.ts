import { expect, test } from 'vitest';

import type { CalendarDate } from '#stock/calendar-date.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';

import { keptPromise } from './kept-promise.sample.ts';
import { closedAs, countLines, promisedLines, toldOrders } from './told-order.ts';

const today = '2026-11-26';
const at = Date.parse('2026-11-26T12:00:00Z');
const promised = { kind: 'expected', date: '2026-12-25', day: '2026-11-25' } as const;
const slipped = { kind: 'expected', date: '2027-01-21', day: today } as const;
const promise = (place: number, changes: Partial<KeptPromise> = {}) => {
  const now = { ...promised, day: today } as const;
  return keptPromise({ place, orderId: 'an-order', promised, now, toldAt: at, since: at, checkedAt: at, ...changes });
};
const told = (...promises: KeptPromise[]) => toldOrders(promises, today, at).get('an-order');

test('the order has moved by its last line', () => {
  expect(told(promise(0), promise(1, { now: slipped }))).toMatchObject({
    moved: [{ place: 1 }],
    open: [{ place: 0 }, { place: 1 }],
    from: { kind: 'expected', date: '2026-12-25', day: '2026-11-25' },
    to: { kind: 'expected', date: '2027-01-21' },
    days: 27,
    worstDays: 27,
  });
});

test('of an order that ships complete earlier, the line that moved later most counts', () => {
  const last = { ...promised, date: '2027-02-22' } as const;
  const soon = { ...promised, date: '2026-12-04' } as const;
  const moved = (place: number, from: typeof last | typeof soon, date: CalendarDate) =>
    promise(place, { promised: from, now: { kind: 'expected', date, day: today } });
  const gone = promise(3, { now: { kind: 'not-available', day: today } });
  const order = [moved(0, last, '2027-02-12'), moved(1, soon, '2026-12-13'), moved(2, soon, '2026-12-06')];
  expect(told(...order)).toMatchObject({ days: -10, worstDays: 9 });
  expect(told(...order, gone)).toMatchObject({ days: null, worstDays: 9 });
  expect(told(order[0]!)).toMatchObject({ days: -10, worstDays: 0 });
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
  const line = promise(0, { promised: { ...before, held }, now: rolled });
  const days = { rolled: [{ place: 0 }], days: 10, isRolled: true };
  expect(told(line)).toMatchObject({
    ...days,
    moved: [],
    worse: 0,
    worstDays: 0,
    from: { kind: 'max-lead-time', date: '2027-02-17' },
    to: { kind: 'max-lead-time', date: '2027-02-27' },
  });
  // A line that is later ships before it, or after it.
  expect(told(line, promise(1, { now: slipped }))).toMatchObject({ ...days, worse: 1, worstDays: 27 });
  const last = promise(1, { now: { ...slipped, date: '2027-03-01' } });
  expect(told(line, last)).toMatchObject({ days: 12, isRolled: false, worstDays: 66 });
});

test('counts the lines that got worse, and has a complete date only if every line has one', () => {
  const gone = { now: { kind: 'not-available', day: today } as const };
  expect(told(promise(0), promise(1, { now: slipped }), promise(2, gone))).toMatchObject({
    moved: [{ place: 1 }, { place: 2 }],
    worse: 2,
    from: { kind: 'expected', date: '2026-12-25' },
    to: null,
    days: null,
  });
  expect(told(promise(0), promise(1))).toMatchObject({ worse: 0, moved: [], days: 0 });
});

test('the complete ship date is the latest, whichever line has it', () => {
  const lead = { ...promised, kind: 'max-lead-time' } as const;
  const sooner = { ...promised, date: '2026-12-01' } as const;
  const [late, soon] = [promise(0, { promised: lead }), promise(1, { promised: sooner })];
  for (const order of [told(late, soon), told(soon, late)])
    expect(order?.from).toMatchObject({ kind: 'max-lead-time', date: '2026-12-25' });
  const soonAtLead = promise(1, { promised: { ...lead, date: '2026-12-01' } });
  for (const order of [told(promise(0), soonAtLead), told(soonAtLead, promise(0))])
    expect(order?.from).toMatchObject({ kind: 'expected', date: '2026-12-25' });
  for (const order of [
    told(promise(0), promise(1, { promised: lead })),
    told(promise(0, { promised: lead }), promise(1)),
  ])
    expect(order?.from).toMatchObject({ kind: 'max-lead-time', date: '2026-12-25' });
});

test('past and closed promises are told apart, and dated if there is no open one', () => {
  const past = promise(1, {
    promised: { ...promised, date: '2026-11-20', day: '2026-11-19' },
    now: { ...promised, date: '2026-11-20', day: '2026-11-19' },
  });
  const shipped = promise(0, { closed: 'shipped', now: slipped });
  expect(told(shipped, past)).toEqual({
    open: [],
    past: [past],
    closed: [shipped],
    moved: [],
    due: [],
    worse: 0,
    rolled: [],
    from: { kind: 'expected', date: '2026-11-20', day: '2026-11-19' },
    to: null,
    days: null,
    isRolled: false,
    worstDays: 0,
  });
  expect(told(promise(2), past)).toMatchObject({ open: [{ place: 2 }], past: [past], from: { day: promised.day } });
  expect(told(shipped)).toMatchObject({ past: [], closed: [shipped], from: { date: promised.date }, to: null });
});

test('a promise that was missed stays open after its date', () => {
  const missed = promise(1, { promised: { ...promised, date: '2026-11-20', day: '2026-11-19' }, now: slipped });
  expect(told(missed)).toMatchObject({ open: [missed], past: [], moved: [missed], worse: 1 });
});

test('an order is closed once all of its lines are, and none is left to close', () => {
  const shipped = promise(0, { closed: 'shipped' });
  expect(closedAs(told(shipped), 1)).toBe('shipped');
  expect(closedAs(told(shipped), 2)).toBe(null);
  expect(closedAs(told(shipped, promise(1)), 1)).toBe(null);
  expect(closedAs(undefined, 0)).toBe(null);
});

test('promises that hold are due on their day, unless they were given on it', () => {
  const forToday = { ...promised, date: today } as const;
  const onHand = { kind: 'in-stock', date: today, day: today } as const;
  const due = promise(0, { promised: forToday, now: onHand });
  const gone = promise(1, { promised: forToday, now: slipped });
  const givenToday = promise(2, { promised: onHand, now: onHand });
  expect(told(due, gone, givenToday, promise(3))).toMatchObject({ due: [{ place: 0 }], moved: [{ place: 1 }] });
});

test('cancelled promises, and those of other orders, do not count', () => {
  expect(told(promise(0, { closed: 'cancelled', now: slipped }))).toBeUndefined();
  const { orderId: _, ...single } = promise(2, { now: slipped });
  expect(toldOrders([single], today, at).size).toBe(0);
});

test('counts each line once, and promises without a line by themselves', () => {
  const again = { letterId: 'another', lineKey: 4 };
  expect(countLines([promise(0, { lineKey: 4 }), promise(1, again), promise(2), promise(3)])).toBe(3);
});

test('the complete ship date is at max lead time if one of its lines is', () => {
  const lead = { ...promised, kind: 'max-lead-time' } as const;
  const order = told(promise(0), promise(1, { promised: lead, now: slipped }));
  expect(order?.from).toMatchObject({ kind: 'max-lead-time', date: promised.date });
});

test('of each line, the last date that isn’t closed was promised, and the first of several', () => {
  const later = { ...promised, date: '2026-12-30' } as const;
  const order = told(
    promise(0, { lineKey: 1, promised: later }),
    promise(1, { lineKey: 1 }),
    promise(5, { lineKey: 1, promised: { ...promised, date: '2026-12-28' } }),
    promise(2, { lineKey: 2, promised: later, closed: 'shipped' }),
    promise(3, { lineKey: 2 }),
    promise(4, { lineKey: 3, closed: 'ordered' }),
  );
  const { quantity } = promise(0);
  expect(Object.fromEntries(promisedLines(order!))).toMatchObject({
    1: { promised: { date: '2026-12-30' }, first: { date: '2026-12-25' }, openQuantity: 3 * quantity, closedAs: null },
    2: { promised: { date: '2026-12-25' }, openQuantity: quantity, closedQuantity: quantity, closedAs: 'shipped' },
    3: { promised: { date: '2026-12-25' }, openQuantity: 0, closedQuantity: quantity, closedAs: 'ordered' },
  });
});
