import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, type CalendarDate } from '#stock/calendar-date.ts';

import {
  arbitraryDayAhead,
  arbitraryEntries,
  arbitraryQuantity,
  lastDay,
  maxLeadTime,
  real,
  today as propertyDay,
} from '#stock/entries.arbitrary.ts';
import { maxQuantityBy } from '#stock/quantity-breaks.ts';
import { readTimeline, type StockTimeline } from '#stock/stock-timeline.ts';

import type { Offer } from '#stock/offers.ts';
import { keptPromise } from './kept-promise.sample.ts';
import {
  balanceWithPromises,
  claimsBeside,
  comparePromises,
  freeOffer,
  freeQuantity,
  isOpenPromise,
  type Need,
  openPromisesOf,
  promisesOfSeveralLetters,
  shortPromises,
} from './open-promises.ts';
import { compareStatus, isWorse, type PromiseState, promiseStatus } from './promise-status.ts';

const today: CalendarDate = '2026-11-26';

const promises = fc.array(
  fc
    .record({
      productId: fc.integer({ min: 1, max: 3 }),
      quantity: fc.integer({ min: 1, max: 9_000_000 }),
      days: fc.integer({ min: -3, max: 3 }),
      toldDaysAgo: fc.integer({ min: 0, max: 4 }),
      closed: fc.constantFrom(null, null, 'ordered' as const, 'shipped' as const),
    })
    .map(({ days, toldDaysAgo, ...facts }) => {
      const promised = { kind: 'expected' as const, date: addDays(today, days), day: addDays(today, -toldDaysAgo) };
      return Object.assign(facts, { promised, now: promised });
    }),
);

test('a promise stays open after its date if the last check found a later one, until its goods are there', () => {
  const promised = { kind: 'expected', date: '2026-11-25', day: '2026-11-20' } as const;
  const open = (now: PromiseState['now']) => isOpenPromise({ promised, now, closed: null }, today);
  expect(open({ kind: 'expected', date: '2026-12-04', day: '2026-11-24' })).toBe(true);
  expect(open({ kind: 'max-lead-time', date: '2027-02-04', day: today })).toBe(true);
  expect(open({ kind: 'not-available', day: today })).toBe(true);
  expect(open({ kind: 'not-reliable', day: today })).toBe(false);
  expect(open({ kind: 'in-stock', date: '2026-11-26', day: today })).toBe(false);
});

test.each([
  ['of a later day', { kind: 'expected', date: '2026-12-10', day: '2026-11-20' }, null, true],
  ['due today', { kind: 'expected', date: today, day: '2026-11-20' }, null, true],
  ['past', { kind: 'expected', date: '2026-11-25', day: '2026-11-20' }, null, false],
  ['of a past date, told today', { kind: 'in-stock', date: '2026-11-01', day: today }, null, true],
  ['closed', { kind: 'expected', date: '2026-12-10', day: '2026-11-20' }, 'shipped', false],
] as const)('whether a promise is open: %s', (_, promised, closed, expected) => {
  expect(isOpenPromise({ promised, now: promised, closed }, today)).toBe(expected);
});

const quantityOf = (some: readonly { quantity: number }[]) => some.reduce((sum, { quantity }) => sum + quantity, 0);

test('what is promised of each product adds up to what is promised, without closed promises', () => {
  fc.assert(
    fc.property(promises, fc.integer({ min: 0, max: 3 }), (all, days) => {
      const day = addDays(today, days);
      const open = all.filter((promise) => isOpenPromise(promise, today));
      const past = all.filter((promise) => promise.closed === null && !open.includes(promise));
      const soon = open.filter(({ promised }) => promised.date <= day);
      const sums = [1, 2, 3].map((productId) => openPromisesOf(all, productId, today));
      const added = (of: (sum: (typeof sums)[number]) => number) => sums.reduce((sum, each) => sum + of(each), 0);
      expect(added(({ count }) => count)).toBe(open.length);
      expect(added(({ quantity }) => quantity)).toBe(quantityOf(open));
      expect(added(({ needs }) => quantityOf(needs.filter(({ date }) => date <= day)))).toBe(quantityOf(soon));
      expect(added((sum) => sum.past.count)).toBe(past.length);
      expect(added((sum) => sum.past.quantity)).toBe(quantityOf(past));
    }),
  );
});

test('a promise is open as its status says', () => {
  fc.assert(
    fc.property(promises, (all) => {
      for (const promise of all) {
        const { kind } = promiseStatus({ ...promise, checkedAt: 0 }, today, 0);
        expect(isOpenPromise(promise, today)).toBe(kind !== 'closed' && kind !== 'past');
      }
    }),
  );
});

const rolled = { kind: 'max-lead-time', date: '2027-02-21', day: '2026-11-27' } as const;

test.each([
  ['from stock', { kind: 'expected', date: '2026-12-10', day: today }, 60_000],
  ['at max lead time, which moved on with the days', { ...rolled, date: '2027-02-20', day: today }, 0],
  ['at max lead time, which is later now', { ...rolled, date: '2027-02-10', day: today }, 60_000],
] as const)('what a promise needs from stock: %s', (_, promised, needed) => {
  const now = promised.kind === 'max-lead-time' ? rolled : promised;
  const { needs, quantity } = openPromisesOf([keptPromise({ promised, now })], 1, today);
  expect([quantityOf(needs), quantity]).toEqual([needed, 60_000]);
});

/** Quantities of an offer, all of it last, with their dates and whether they are at max lead time. */
const datesOf = (offer: Offer | null) => [
  ...(offer?.part ? [[offer.part.quantity, offer.part.date, false]] : []),
  ...(offer ? [[offer.quantity, offer.stockResult.date, offer.stockResult.kind === 'max-lead-time']] : []),
];

const stock = [real('2026-11-20', 40), real('2026-12-19', 100), real('2026-12-22', 60), real('2027-01-12', 180)];
const day = '2026-12-19';
const later = '2027-01-05';

test.each([
  ['nothing is promised', [], 500_000, null, []],
  [
    'there is enough for both',
    [{ quantity: 30_000, date: today }],
    70_000,
    { date: day, promised: 30_000, canShip: 100_000, asked: 70_000, missing: 0 },
    [[70_000, day, false]],
  ],
  [
    'there is enough, and nothing is promised by then',
    [{ quantity: 15_000, date: later }],
    70_000,
    null,
    [[70_000, day, false]],
  ],
  [
    'both need more than can ship by then',
    [{ quantity: 70_000, date: today }],
    80_000,
    { date: day, promised: 70_000, canShip: 100_000, asked: 80_000, missing: 50_000 },
    [
      [30_000, day, false],
      [80_000, '2027-01-12', false],
    ],
  ],
  [
    'a promise of a later day needs it',
    [{ quantity: 85_000, date: later }],
    80_000,
    { date: later, promised: 85_000, canShip: 100_000, asked: 80_000, missing: 65_000 },
    [
      [15_000, day, false],
      [80_000, '2027-01-12', false],
    ],
  ],
  [
    'the quantity is only left at max lead time',
    [{ quantity: 140_000, date: '2027-02-01' }],
    60_000,
    { date: '2027-02-01', promised: 140_000, canShip: 180_000, asked: 60_000, missing: 20_000 },
    [
      [40_000, day, false],
      [60_000, '2027-03-01', true],
    ],
  ],
  [
    'a promise for the max lead time date needs no stock',
    [{ quantity: 500_000, date: '2027-03-01' }],
    80_000,
    null,
    [[80_000, day, false]],
  ],
] as const)('what is short and what is free with promises: %s', (_, needs, quantity, short, offers) => {
  const timeline = readTimeline([...stock, maxLeadTime('2027-03-01')], today);
  expect(balanceWithPromises(needs, [{ quantity, date: day }], timeline)).toEqual(short);
  if (short !== null || offers.length > 0)
    expect(datesOf(freeOffer(needs, timeline, { quantity, date: day }))).toEqual(offers);
});

test('a part of what ships late may ship before, as far as promises leave it', () => {
  const [before, after] = [addDays(day, -1), addDays(day, 5)];
  const timeline = readTimeline([real(today, 70), real(after, 200)], today);
  const needs = [{ quantity: 25_000, date: before }];
  const asked = { quantity: 160_000, date: after };
  expect(datesOf(freeOffer(needs, timeline, asked))).toEqual([[160_000, after, false]]);
  expect(datesOf(freeOffer(needs, timeline, { ...asked, partFrom: today }))).toEqual([
    [45_000, today, false],
    [160_000, after, false],
  ]);
});

test('nothing is offered if no day has anything left, and only a part without a max lead time', () => {
  const timeline = readTimeline(stock, today);
  const offer = (promised: number) =>
    freeOffer([{ quantity: promised, date: '2027-02-01' }], timeline, { quantity: 80_000, date: day });
  expect(offer(180_000)).toBeNull();
  expect(offer(150_000)).toEqual({
    kind: 'smaller',
    quantity: 30_000,
    stockResult: { kind: 'expected', date: day },
    part: null,
  });
});

test('a promise of a later day has no claim on what is promised before', () => {
  const [soon, late] = [
    { quantity: 40_000, date: day },
    { quantity: 80_000, date: later },
  ] as const;
  expect(claimsBeside([soon, late], null)).toEqual([soon, late]);
  expect(claimsBeside([soon, late], day)).toEqual([soon]);
});

test('lines that are asked together share what is left', () => {
  const timeline = readTimeline(stock, today);
  const needs = [{ quantity: 30_000, date: today }];
  const asked = [
    { quantity: 60_000, date: day },
    { quantity: 20_000, date: later },
  ] as const;
  expect(balanceWithPromises(needs, asked, timeline)).toEqual({
    date: later,
    promised: 30_000,
    canShip: 100_000,
    asked: 80_000,
    missing: 10_000,
  });
  expect(balanceWithPromises(needs, asked.slice(0, 1), timeline)?.missing).toBe(0);
});

const needsOfDays = fc.array(fc.record({ quantity: arbitraryQuantity, date: arbitraryDayAhead }), { maxLength: 5 });

const days: CalendarDate[] = [];
for (let each = propertyDay; each <= addDays(lastDay, 1); each = addDays(each, 1)) days.push(each);

/** What is left on each day from one on, before the max lead time: day by day. */
function leftByDay(needs: readonly Need[], timeline: StockTimeline, from: CalendarDate): number[] {
  const end = timeline.maxLeadTimeDate;
  return days
    .filter((each) => each >= from && (end === null || each < end))
    .map((each) => maxQuantityBy(timeline, each) - quantityOf(needs.filter(({ date }) => date <= each)));
}

test('what is free leaves enough on each later day, without promises all that can ship, and never falls', () => {
  fc.assert(
    fc.property(arbitraryEntries, needsOfDays, (entries, needs) => {
      const timeline = readTimeline(entries, propertyDay);
      let before = 0;
      for (const each of days) {
        const free = freeQuantity(needs, timeline, each);
        expect(free).toBe(Math.max(0, Math.min(...leftByDay(needs, timeline, each))));
        expect(free).toBeGreaterThanOrEqual(before);
        before = free;
        const isOver = timeline.maxLeadTimeDate !== null && each >= timeline.maxLeadTimeDate;
        expect(freeQuantity([], timeline, each)).toBe(isOver ? Infinity : maxQuantityBy(timeline, each));
      }
    }),
  );
});

test('promising what is free makes no promise short that was not, and one more does', () => {
  fc.assert(
    fc.property(arbitraryEntries, needsOfDays, arbitraryDayAhead, (entries, needs, date) => {
      const timeline = readTimeline(entries, propertyDay);
      const free = freeQuantity(needs, timeline, date);
      fc.pre(free < Infinity);
      const shortDays = (all: readonly Need[]) =>
        leftByDay(all, timeline, propertyDay).flatMap((left, at) => (left < 0 ? at : []));
      if (free > 0) expect(shortDays([...needs, { quantity: free, date }])).toEqual(shortDays(needs));
      const most = Math.min(...leftByDay(needs, timeline, date));
      const more = [{ quantity: free + 1, date }];
      expect(Math.min(...leftByDay([...needs, ...more], timeline, date))).toBe(most - free - 1);
      const short = balanceWithPromises(needs, more, timeline);
      if (short?.missing) expect(short.missing).toBe(short.promised + short.asked - short.canShip);
      // Without a promise by then, the quantity is short by itself.
      if (needs.some((need) => need.date <= date)) expect(short?.missing).toBe(free + 1 - most);
    }),
  );
});

test('offers are what is free on the first date with anything, and the first date on which all is', () => {
  fc.assert(
    fc.property(
      arbitraryEntries,
      needsOfDays,
      arbitraryDayAhead,
      arbitraryQuantity,
      (entries, needs, date, quantity) => {
        const timeline = readTimeline(entries, propertyDay);
        const first = days.find((each) => each >= date && freeQuantity(needs, timeline, each) > 0) ?? date;
        const part = freeQuantity(needs, timeline, first);
        const whole = days.find((each) => each >= date && freeQuantity(needs, timeline, each) >= quantity);
        const isMaxLeadTime =
          timeline.maxLeadTimeDate !== null && whole !== undefined && whole >= timeline.maxLeadTimeDate;
        expect(datesOf(freeOffer(needs, timeline, { quantity, date }))).toEqual([
          ...(part > 0 && part < quantity ? [[part, first, false]] : []),
          ...(whole === undefined ? [] : [[quantity, whole, isMaxLeadTime]]),
        ]);
      },
    ),
  );
});

test('a promise is short with others if its product is on its date, in more than one letter', () => {
  const of = (letterId: string, quantity: number, date: CalendarDate, productId = 1) => {
    const promised = { kind: 'expected', date, day: today } as const;
    return keptPromise({ letterId, quantity, productId, promised, now: promised });
  };
  const [first, second, third] = [of('a', 60_000, day), of('b', 75_000, later), of('c', 20_000, '2027-01-12')];
  const alone = [of('a', 500_000, day, 2), of('a', 500_000, day, 2)];
  const all = [third, second, first, ...alone, { ...of('d', 500_000, day), closed: 'shipped' as const }];
  const byProduct = promisesOfSeveralLetters(all, today);
  expect([...byProduct]).toEqual([[1, [first, second, third]]]);
  const short = shortPromises(byProduct, new Map([[1, readTimeline(stock, today)]]));
  expect([...short]).toEqual([
    [
      second,
      { date: later, promised: 135_000, asked: 0, canShip: 100_000, missing: 35_000, promises: [first, second] },
    ],
  ]);
  expect(shortPromises(byProduct, new Map()).size).toBe(0);
  // One letter that is short by itself says so by its own date.
  const tooMuch = promisesOfSeveralLetters([of('a', 200_000, day), of('b', 10_000, '2027-02-01')], today);
  const dates = [...shortPromises(tooMuch, new Map([[1, readTimeline(stock, today)]])).values()].map(
    ({ date }) => date,
  );
  expect(dates).toEqual(['2027-02-01']);
});

test('promises are short with others as each is by a sum of its own', () => {
  const some = fc.array(
    fc.record({ quantity: arbitraryQuantity, date: arbitraryDayAhead, letterId: fc.constantFrom('a', 'b', 'c') }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(arbitraryEntries, some, (entries, facts) => {
      const timeline = readTimeline(entries, propertyDay);
      const end = timeline.maxLeadTimeDate;
      const all = facts.map(({ date, ...fact }) => {
        const promised = { kind: 'expected', date, day: propertyDay } as const;
        return keptPromise({ ...fact, promised, now: promised });
      });
      const short = shortPromises(promisesOfSeveralLetters(all, propertyDay), new Map([[1, timeline]]));
      for (const promise of all) {
        const { date } = promise.promised;
        const soon = all.filter(({ promised }) => promised.date <= date);
        const missing = quantityOf(soon) - maxQuantityBy(timeline, date);
        const isShort =
          missing > 0 && (end === null || date < end) && new Set(soon.map(({ letterId }) => letterId)).size > 1;
        expect(short.get(promise)?.missing).toBe(isShort ? missing : undefined);
        if (isShort) expect(new Set(short.get(promise)?.promises)).toEqual(new Set(soon));
      }
    }),
  );
});

const stocked = (...entries: [date: CalendarDate, quantity: number][]) =>
  readTimeline([...entries.map(([date, quantity]) => real(date, quantity)), maxLeadTime('2027-02-20')], today);

test.each<
  [what: string, timeline: StockTimeline, others: [quantity: number, date: CalendarDate][], found: CalendarDate]
>([
  ['nobody else needs', stocked(['2026-12-04', 100]), [], '2026-12-04'],
  ['others need before', stocked(['2026-12-04', 100], ['2026-12-20', 200]), [[60_000, '2026-12-10']], '2026-12-20'],
  ['others need in part', stocked(['2026-12-04', 100], ['2026-12-07', 200]), [[60_000, '2026-12-05']], '2026-12-07'],
  ['others need after', stocked(['2026-12-04', 100], ['2027-01-10', 200]), [[60_000, '2027-01-12']], '2026-12-04'],
])('of an earlier date whose goods %s, what is free counts', (_, timeline, others, found) => {
  const promised = { kind: 'expected', date: '2026-12-20', day: today } as const;
  const earlier = keptPromise({ promised, now: { ...promised, date: '2026-12-04' } });
  const all = others.map(([quantity, date]) => {
    const told = { kind: 'expected', date, day: today } as const;
    return keptPromise({ letterId: 'another', quantity, promised: told, now: told });
  });
  const [first, ...rest] = comparePromises([earlier, ...all], today, new Map([[1, timeline]]));
  expect(first?.now).toMatchObject({ date: found, day: today });
  expect(rest).toEqual(all);
  expect(comparePromises([earlier, ...all], today, new Map())).toEqual([earlier, ...all]);
});

test('of promises at max lead time, those for which stock is free by now can ship earlier', () => {
  const promised = { kind: 'max-lead-time', date: '2027-02-10', day: '2026-11-16' } as const;
  const now = { kind: 'expected', date: '2026-12-04', day: today } as const;
  const [first, second] = [keptPromise({ promised, now }), keptPromise({ letterId: 'another', promised, now })];
  const compared = comparePromises([first, second], today, new Map([[1, stocked(['2026-12-04', 100])]]));
  expect(compared).toEqual([first, { ...second, now: { kind: 'max-lead-time', date: '2027-02-20', day: today } }]);
});

test('a promise that is short with others has no earlier date', () => {
  const promised = { kind: 'expected', date: '2026-12-20', day: today } as const;
  const now = { ...promised, date: '2026-12-04' } as const;
  const all = ['a', 'b'].map((letterId) => keptPromise({ letterId, promised, now }));
  const compared = comparePromises(all, today, new Map([[1, stocked(['2026-12-04', 100])]]));
  for (const promise of compared) expect(promise).toMatchObject({ now: promised, short: { missing: 20_000 } });
});

const statusOf = (changes: Parameters<typeof keptPromise>[0], missing?: number) =>
  promiseStatus({ ...keptPromise(changes), short: missing === undefined ? undefined : { missing } }, today, 0);

test('a promise that is short with others needs attention, after those that moved', () => {
  const holds = keptPromise({ closed: null });
  const short = statusOf({}, 35_000);
  expect(short).toEqual({ kind: 'short', missing: 35_000 });
  expect(isWorse(short)).toBe(true);
  const moved = statusOf({ now: { ...holds.now, date: '2026-12-12' } as typeof holds.now }, 35_000);
  expect(moved).toEqual({ kind: 'later', days: 2 });
  expect(statusOf({ closed: 'shipped' }, 35_000).kind).toBe('closed');
  expect([statusOf({}), short, moved].toSorted(compareStatus).map(({ kind }) => kind)).toEqual([
    'later',
    'short',
    'on-time',
  ]);
});
