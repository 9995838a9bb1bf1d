import { expect, test } from 'vitest';

import { createKeyFinder, createRateLimiter } from './admit-callers.ts';

test('allows a burst of a minute’s requests, then one at a time', () => {
  const secondsToWait = createRateLimiter(60);
  for (let count = 0; count < 60; count += 1) expect(secondsToWait(0, 1000)).toBe(0);
  expect(secondsToWait(0, 1000)).toBe(1);
  expect(secondsToWait(0, 1999)).toBe(1);
  expect(secondsToWait(0, 2000)).toBe(0);
  expect(secondsToWait(0, 2000)).toBe(1);
});

test('never accumulates more than a minute’s requests', () => {
  const secondsToWait = createRateLimiter(2);
  expect(secondsToWait(0, 0)).toBe(0);
  expect([1, 2, 3].map(() => secondsToWait(0, 86_400_000))).toEqual([0, 0, 30]);
});

test('counts each caller separately, and ignores a clock set back', () => {
  const secondsToWait = createRateLimiter(1);
  expect(secondsToWait(0, 5000)).toBe(0);
  expect(secondsToWait(1, 5000)).toBe(0);
  expect(secondsToWait(0, 1000)).toBe(60);
});

test('can be disabled', () => {
  const secondsToWait = createRateLimiter(null);
  expect(Array.from({ length: 1000 }, () => secondsToWait(0, 0))).not.toContain(1);
});

test('returns the index of a key, and requires at least one key', () => {
  const findKey = createKeyFinder(['first', 'second']);
  expect(['second', 'first', '', 'third'].map(findKey)).toEqual([1, 0, -1, -1]);
  for (const none of [[], ['first', '']])
    expect(() => createKeyFinder(none)).toThrow(new TypeError('At least one subscription key is needed, none empty.'));
});
