import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { wait } from './request-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends after its time', async () => {
  const ended = vi.fn();
  const waiting = wait(1000, new AbortController().signal).then(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(ended).toHaveBeenCalled();
});

it('ends with the reason of its signal, and leaves no timer', async () => {
  const controller = new AbortController();
  const waiting = wait(1000, controller.signal);
  controller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  expect(vi.getTimerCount()).toBe(0);
  await expect(wait(1, controller.signal)).rejects.toThrow('cancelled');
});
