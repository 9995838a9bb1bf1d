import { EventEmitter, getEventListeners, once } from 'node:events';
import { beforeEach, expect, it } from 'vitest';

import { concurrencyLimit } from './concurrency-limit.ts';

/** Calls stay in flight until this emits `open`. */
let gate: EventEmitter;
beforeEach(() => {
  gate = new EventEmitter();
});
const longCall = () => once(gate, 'open');
const stays = new AbortController().signal;

it('runs queued calls in order within the concurrency limit, and rejects calls beyond the queue', async () => {
  const limited = concurrencyLimit(2, 1);
  const made: string[] = [];
  const take = (name: string, call: () => Promise<unknown>) =>
    limited(async () => {
      made.push(name);
      await call();
    }, stays);
  const all = [take('first', longCall), take('second', longCall), take('third', async () => {})];
  await expect(take('fourth', async () => {})).rejects.toThrow('Bulkhead capacity exceeded');
  expect(made).toEqual(['first', 'second']);
  gate.emit('open');
  await Promise.all(all);
  expect(made).toEqual(['first', 'second', 'third']);
});

it('leaves nothing with a signal that outlives its calls', async () => {
  const limited = concurrencyLimit(1, 1);
  await limited(async () => {}, stays);
  await expect(limited(() => Promise.reject(new Error('failed')), stays)).rejects.toThrow('failed');
  expect(getEventListeners(stays, 'abort')).toEqual([]);
});

it('rejects aborted calls at once, and passes their slots on', async () => {
  const limited = concurrencyLimit(1, Infinity);
  const under = limited(longCall, stays);
  const leaving = new AbortController();
  const left = [1, 2].map(() => limited(() => Promise.reject(new Error('Nobody waits for this')), leaving.signal));
  const behind = limited(async () => 'its turn', stays);
  const reason = new Error('called off');
  leaving.abort(reason);
  for (const each of left) await expect(each).rejects.toBe(reason);
  gate.emit('open');
  await under;
  expect(await behind).toBe('its turn');
  await expect(limited(async () => 'late', leaving.signal)).rejects.toBe(reason);
});
