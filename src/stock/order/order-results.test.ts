import { describe, expect, it } from 'vitest';

import { maxLeadTime, real, today } from '#stock/entries.arbitrary.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import type { LineResult } from './line-state.ts';
import { type CheckedOn, OrderResults, stockOf } from './order-results.ts';
import { checkedResult } from './order.sample.ts';

const present: CheckedOn = { day: today, stock: stockOf('me', 'first') };
const tomorrow: CheckedOn = { ...present, day: '2026-03-25' };
const newer: CheckedOn = { ...present, stock: stockOf('me', 'second') };
/** 40 in stock, 90 from April 10, any quantity from June 12. */
const timeline = readTimeline([real('2026-03-20', 40), real('2026-04-10', 90), maxLeadTime('2026-06-12')], today);
const query = { productId: 1, quantity: 60_000 };
const expected = checkedResult({ kind: 'expected', date: '2026-04-10' }, 42);
const failed: LineResult = { kind: 'no-result', reason: 'timeout', requestId: null };
const notTrusted: LineResult = { kind: 'not-trusted', finding: { kind: 'missing' } };

/** Results in which the query has this one, returned by the first run. */
function resultsWith(result: LineResult, on = present) {
  const results = new OrderResults(present);
  const entered = results.enter(query);
  Object.assign(entered, { result, on, settledAt: 42, settledIn: 1 });
  return { results, entered };
}

describe('a query', () => {
  it('is shared by the lines that have it, and unchecked at first', () => {
    const results = new OrderResults(present);
    expect(results.find(query)).toBeUndefined();
    expect(results.stateOf(query)).toEqual({ kind: 'not-checked' });
    const entered = results.enter(query);
    const more = results.enter({ productId: 1, quantity: 1000 });
    expect(results.enter({ ...query })).toBe(entered);
    expect(results.find(query)).toBe(entered);
    const other = results.enter({ productId: 2, quantity: 1000 });
    expect([...results.all()]).toEqual([entered, more, other]);
    expect([...results.ofProduct(1)]).toEqual([entered, more]);
    expect([...results.ofProduct(3)]).toEqual([]);
    expect(results.stateOf(query)).toEqual({ kind: 'not-checked' });
    expect(results.isOpen(entered)).toBe(true);
  });

  it('is being checked while a request is in flight, whatever it was before', () => {
    const { results, entered } = resultsWith(expected);
    entered.isInFlight = true;
    expect(results.stateOf(query)).toEqual({ kind: 'checking' });
  });

  it.each<[string, LineResult, boolean]>([
    ['a date', expected, false],
    ['no date', { kind: 'not-available' }, false],
    ['no result', failed, true],
    ['a result that is not trusted', notTrusted, true],
  ])('with %s is what it is, the same object each time, and open if a check may add a result', (_, result, isOpen) => {
    const { results, entered } = resultsWith(result);
    expect(results.stateOf(query)).toBe(result);
    expect(results.isOpen(entered)).toBe(isOpen);
    entered.failure = failed;
    expect(results.isOpen(entered)).toBe(true);
  });

  it.each([
    ['on another day', tomorrow],
    ['with other stock', newer],
  ])('is outdated and open %s, until its conditions are back', (_, other) => {
    const { results, entered } = resultsWith(expected);
    expect(results.stateOf(query)).toBe(expected);
    results.setPresent(other);
    const outdated = { kind: 'outdated', was: expected, day: today, checkedAt: 42 };
    expect(results.present).toBe(other);
    expect(results.stateOf(query)).toEqual(outdated);
    expect(results.stateOf(query)).toBe(results.stateOf(query));
    expect(results.isOpen(entered)).toBe(true);
    results.setPresent(present);
    expect(results.stateOf(query)).toBe(expected);
  });

  it.each<[string, LineResult, number]>([
    ['of the response', checkedResult({ kind: 'expected', date: '2026-04-10' }, 7), 7],
    ['of its arrival without one', { kind: 'not-available' }, 42],
  ])('that is outdated keeps the time %s', (_, result, checkedAt) => {
    const { results } = resultsWith(result);
    results.setPresent(tomorrow);
    expect(results.stateOf(query)).toMatchObject({ kind: 'outdated', checkedAt });
  });

  it.each([failed, notTrusted])('without a reliable result is never outdated: $kind', (result) => {
    const { results } = resultsWith(result);
    results.setPresent(tomorrow);
    expect(results.stateOf(query)).toBe(result);
  });
});

describe('the date for a quantity', () => {
  it("is the service's, otherwise that of today's calendar", () => {
    const { results } = resultsWith(expected);
    expect(results.dateFor(query)).toEqual(expected.stockResult);
    const unchecked = { productId: 1, quantity: 30_000 };
    expect(results.dateFor(unchecked)).toBeNull();
    results.calendars.set(1, { timeline, fetchedIn: 1 });
    expect(results.dateFor(unchecked)).toEqual({ kind: 'in-stock', date: '2026-03-20' });
    results.setPresent(tomorrow);
    expect(results.dateFor(unchecked)).toBeNull();
  });

  it('is null if the calendar has none', () => {
    const { results } = resultsWith(expected);
    results.calendars.set(1, { timeline: readTimeline([real(today, 40)], today), fetchedIn: 1 });
    expect(results.dateFor({ productId: 1, quantity: 41_000 })).toBeNull();
  });
});

it('has the date from stock once the calendar is loaded', () => {
  const { results } = resultsWith(checkedResult({ kind: 'max-lead-time', date: '2026-06-12' }));
  expect(results.realDateOf(query)).toBe('no-result');
  results.isWorking = true;
  expect(results.realDateOf(query)).toBe('working-out');
  results.calendars.set(1, { timeline: null, fetchedIn: 1 });
  expect(results.realDateOf(query)).toBe('no-result');
  results.calendars.set(1, { timeline, fetchedIn: 1 });
  expect(results.realDateOf(query)).toBe('2026-04-10');
  expect(results.realDateOf({ productId: 1, quantity: 91_000 })).toBe('none');
});

it('has the calendar of an outdated result if none was loaded since', () => {
  const { results } = resultsWith(expected);
  expect(results.timelineThen(query)).toBeNull();
  results.calendars.set(1, { timeline, fetchedIn: 1 });
  results.setPresent(tomorrow);
  expect(results.timelineOf(1)).toBeNull();
  expect(results.timelineThen(query)).toBe(timeline);
  expect(results.timelineThen({ productId: 1, quantity: 1000 })).toBeNull();
  results.calendars.set(1, { timeline, fetchedIn: 2 });
  expect(results.timelineThen(query)).toBeNull();
  results.calendars.set(1, { timeline: null, fetchedIn: 1 });
  expect(results.timelineThen(query)).toBeNull();
  results.calendars.set(1, { timeline: { ...timeline, today: tomorrow.day }, fetchedIn: 1 });
  expect(results.timelineThen(query)).toBeNull();
});

it('saves the results of the order once each, with all calendars, and restores them', () => {
  const { results, entered } = resultsWith(expected);
  entered.failure = failed;
  results.enter({ productId: 2, quantity: 1000 });
  const other = results.enter({ productId: 3, quantity: 1000 });
  Object.assign(other, { result: { kind: 'not-available' }, on: present });
  results.calendars.set(1, { timeline, fetchedIn: 4 }).set(2, { timeline: null, fetchedIn: 4 });
  const lines = [query, query, { productId: 2, quantity: 1000 }, { productId: 9, quantity: 1 }];
  const saved = structuredClone(results.save(lines));
  expect(saved).toEqual({
    results: [{ ...query, result: expected, on: present, settledAt: 42, failure: failed }],
    calendars: [{ productId: 1, timeline }],
  });
  const restored = new OrderResults(present, saved);
  expect([...restored.all()]).toMatchObject([{ ...saved.results[0], settledIn: 0, isInFlight: false }]);
  expect(restored.stateOf(query)).toEqual(expected);
  expect(restored.timelineOf(1)).toEqual(timeline);
  restored.setPresent(tomorrow);
  expect(restored.timelineThen(query)).toEqual(timeline);
  expect([...new OrderResults(present, null).all()]).toEqual([]);
});
