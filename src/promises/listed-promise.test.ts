import { expect, test } from 'vitest';

import type { KeptPromise } from '#stock/contract/promises.ts';
import { keptPromise } from '#stock/promises/kept-promise.sample.ts';

import { findPromises, listPromises, type PromiseFilter, promiseFilters } from './listed-promise.ts';

const today = '2026-11-26';
const at = Date.parse('2026-11-26T12:00:00Z');

const promised = { kind: 'expected', date: '2026-12-10', day: today } as const;
const leadTime = { kind: 'max-lead-time', date: '2026-12-10', day: '2026-11-25' } as const;
const promise = (place: number, changes: Partial<KeptPromise> = {}) =>
  keptPromise({ place, toldAt: at, since: at, checkedAt: at, ...changes });
const list = (...promises: KeptPromise[]) => listPromises({ promises, today, at });

const firstOf = (changes: Partial<KeptPromise>) => list(promise(0, changes))[0]?.firstPromised;
const above = (...promises: KeptPromise[]) => list(...promises).map((each) => each.above);

test('the worst comes first, then what was promised first', () => {
  const later = { ...promised, date: '2026-12-16' } as const;
  const sooner = { ...promised, date: '2026-12-01' } as const;
  const listed = list(promise(0), promise(1, { promised: sooner, now: sooner }), promise(2, { now: later }));
  expect(listed.map((each) => [each.promise.place, each.status.kind, each.days])).toEqual([
    [2, 'later', 6],
    [1, 'on-time', 0],
    [0, 'on-time', 0],
  ]);
});

test('promises are found by all words of a text, in customer, reference and product', () => {
  const nord = promise(0, { customer: 'Atelier Nörd', reference: '4711', product: '12345 Linen, sage' });
  const listed = list(nord, promise(1));
  const found = (text?: string) => findPromises(listed, text).map((each) => each.promise.place);
  expect(['nord', 'ATELIER 4711', 'sage nörd', '12345', 'linen 4712'].map(found)).toEqual([[0], [0], [0], [0], []]);
  expect(found()).toEqual([0, 1]);
});

test('a line has its stock after the lines of its product that were told with it, while they are open', () => {
  expect(above(promise(0), promise(1), promise(2, { productId: 2 }))).toEqual([0, 60_000, 0]);
  expect(above(promise(0, { closed: 'shipped' }), promise(1))).toEqual([0, 0]);
  expect(above(promise(0), promise(0, { letterId: 'another-letter' }))).toEqual([0, 0]);
});

test.each<[what: string, changes: Partial<KeptPromise>, hasUpdate: boolean]>([
  ['a date that holds', {}, false],
  ['another date', { now: { ...promised, date: '2026-12-16' } }, true],
  ['another basis', { now: { ...promised, kind: 'max-lead-time' } }, true],
  ['no date', { now: { kind: 'not-available', day: today } }, true],
  ['a result that is not reliable', { now: { kind: 'not-reliable', day: today } }, false],
  ['a closed promise', { now: { kind: 'not-available', day: today }, closed: 'ordered' }, false],
])('whether the customer should be told: %s', (_, changes, hasUpdate) => {
  expect(list(promise(0, changes))[0]?.hasUpdate).toBe(hasUpdate);
});

test.each<[what: string, changes: Partial<KeptPromise>, hasUpdate: boolean]>([
  ['a date that holds', {}, false],
  ['another date', { now: { ...promised, date: '2026-12-16' } }, true],
  [
    'a max lead time date that moved on',
    { promised: leadTime, now: { ...leadTime, date: '2026-12-11', day: today } },
    true,
  ],
  ['another basis', { now: { ...promised, kind: 'max-lead-time' } }, true],
  ['no date', { now: { kind: 'not-available', day: today } }, true],
  ['a closed promise', { now: { ...promised, date: '2026-12-16' }, closed: 'ordered' }, false],
])('whether there is another date to tell than promised: %s', (_, changes, hasUpdate) => {
  expect(list(promise(0, changes))[0]?.hasUpdate).toBe(hasUpdate);
});

test('the date that was promised first stays visible after an update, and after no other', () => {
  const told = { ...promised, at, isTold: true };
  const updated = { ...promised, date: '2026-12-16' } as const;
  const found = { ...updated, at: at + 1, isTold: false };
  expect(firstOf({ changes: [told] })).toBeNull();
  expect(firstOf({ changes: [told, found], now: updated })).toBeNull();
  const again = { ...updated, at: at + 2, isTold: true };
  expect(firstOf({ changes: [told, found, again], promised: updated, now: updated })).toBe('2026-12-10');
});

test('a promise that is past or closed is no longer checked: it has nothing now, and did not move', () => {
  const past = { ...promised, date: '2026-11-25', day: '2026-11-20' } as const;
  const found = { ...promised, date: '2026-12-19' } as const;
  const listed = list(
    promise(0, { now: found }),
    promise(1, { promised: past, now: past }),
    promise(2, { closed: 'shipped' }),
  );
  expect(listed.map(({ now, days }) => [now, days])).toEqual([
    [found, 9],
    [null, null],
    [null, null],
  ]);
});

test('each promise is open, past or closed; a past one that is closed is done', () => {
  const past = { ...promised, date: '2026-11-25', day: '2026-11-20' } as const;
  const listed = list(
    promise(0),
    promise(1, { closed: 'cancelled' }),
    promise(2, { promised: past, now: past }),
    promise(3, { promised: past, now: past, closed: 'shipped' }),
  );
  const shown = (filter: PromiseFilter) => listed.filter(promiseFilters[filter]).map(({ promise: { place } }) => place);
  expect([shown('open'), shown('worse'), shown('past'), shown('closed')]).toEqual([[0], [], [2], [3, 1]]);
});
