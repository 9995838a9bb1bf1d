import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';

import { backgroundCalls } from './background-calls.ts';

const { signal } = new AbortController();

/** A call that lasts until `end`. */
function openCall(log: string[], name: string) {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const call = async () => {
    log.push(name);
    await ended;
  };
  return { call, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('begin a few at a time, when no other call is in flight', async () => {
  const calls = backgroundCalls({ maxBackgroundCalls: 2, maxBackgroundWait: 1e6 });
  const log: string[] = [];
  const other = openCall(log, 'other');
  const [first, second, third] = ['first', 'second', 'third'].map((name) => openCall(log, name));
  const ended = [calls.foreground(other.call)];
  for (const each of [first, second, third]) if (each) ended.push(calls.background(each.call, signal));
  await settle();
  expect(log).toEqual(['other']);
  other.end();
  await settle();
  expect(log).toEqual(['other', 'first', 'second']);
  second?.end();
  await settle();
  expect(log).toEqual(['other', 'first', 'second', 'third']);
  first?.end();
  third?.end();
  await Promise.all(ended);
});

test('are only delayed by others that never end, and abort while they wait', async () => {
  const calls = backgroundCalls({ maxBackgroundCalls: 2, maxBackgroundWait: 1 });
  const other = openCall([], 'other');
  const running = calls.foreground(other.call);
  expect(await calls.background(async () => 'done', signal)).toBe('done');
  const patient = backgroundCalls({ maxBackgroundCalls: 2, maxBackgroundWait: 1e6 });
  const busy = patient.foreground(other.call);
  const controller = new AbortController();
  const aborted = patient.background(async () => 'never', controller.signal);
  controller.abort(new Error('left'));
  await expect(aborted).rejects.toThrow('left');
  other.end();
  await Promise.all([running, busy]);
});

test('wait until the last of the others has ended, and leave nothing with their signal', async () => {
  const calls = backgroundCalls({ maxBackgroundCalls: 1, maxBackgroundWait: 1e6 });
  const log: string[] = [];
  const [one, another] = [openCall(log, 'one'), openCall(log, 'another')];
  const others = [calls.foreground(one.call), calls.foreground(another.call)];
  const background = calls.background(async () => void log.push('background'), signal);
  one.end();
  await settle();
  expect(log).toEqual(['one', 'another']);
  another.end();
  await Promise.all([...others, background]);
  expect(log).toEqual(['one', 'another', 'background']);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a failed call lets background calls begin', async () => {
  const calls = backgroundCalls({ maxBackgroundCalls: 1, maxBackgroundWait: 1e6 });
  await expect(calls.foreground(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await calls.background(async () => 'done', signal)).toBe('done');
});
