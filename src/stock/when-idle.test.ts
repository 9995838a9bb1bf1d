import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { whenIdle } from './when-idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('whenIdle waits for the browser to be idle, unless canceled', () => {
  const cancel = vi.fn();
  const request = vi.fn((_run: () => void) => 7);
  vi.stubGlobal('requestIdleCallback', request);
  vi.stubGlobal('cancelIdleCallback', cancel);
  const run = vi.fn();
  const callOff = whenIdle(run);
  expect(request).toHaveBeenCalledWith(run, { timeout: 3000 });
  callOff();
  expect(cancel).toHaveBeenCalledWith(7);
});

it('whenIdle waits for a fixed time without idle callbacks', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const [run, never] = [vi.fn(), vi.fn()];
  whenIdle(run);
  whenIdle(never)();
  vi.runAllTimers();
  expect([run.mock.calls.length, never.mock.calls.length]).toEqual([1, 0]);
});
