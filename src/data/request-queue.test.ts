import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { problemType } from '#stock/contract/problem-codes.ts';

import { HttpError } from './errors.ts';
import { readRefusal } from './http-client.ts';
import { RequestQueue, wait } from './request-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('wait resolves after its time', async () => {
  const ended = vi.fn();
  const waiting = wait(1000, new AbortController().signal).then(ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(ended).toHaveBeenCalled();
});

it('wait rejects with the reason of its signal and leaves no timer', async () => {
  const controller = new AbortController();
  const waiting = wait(1000, controller.signal);
  controller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  expect(vi.getTimerCount()).toBe(0);
  await expect(wait(1, controller.signal)).rejects.toThrow('cancelled');
});

/** A queue with one job whose calls return 401 while `isIn` is false. */
function signedOutJob() {
  const queue = new RequestQueue();
  const control = new AbortController();
  const state = { isIn: false, calls: 0 };
  const call = queue.limit(async (_signal: AbortSignal) => {
    state.calls += 1;
    if (state.isIn) return 'answer';
    const problem = {
      type: problemType('unauthorized'),
      title: 'Unauthorized',
      status: 401,
      detail: 'No.',
      instance: '/',
    };
    throw new HttpError(await readRefusal(new Response(JSON.stringify(problem), { status: 401 })));
  });
  const repeated = () => queue.repeat(() => call(control.signal), control.signal);
  return { queue, control, state, call, repeated };
}

describe('a job whose session has expired', () => {
  it('waits for a sign-in and continues', async () => {
    const { queue, state, repeated } = signedOutJob();
    const seen: boolean[] = [];
    queue.subscribe(() => seen.push(queue.isSignedOut));
    const jobs = [repeated(), repeated()];
    await vi.waitFor(() => expect(seen).toEqual([true, true]));
    const late = repeated();
    await vi.waitFor(() => expect(seen).toEqual([true, true, true]));
    expect(state.calls).toBe(2);
    state.isIn = true;
    queue.signedIn();
    expect(await Promise.all([...jobs, late])).toEqual(['answer', 'answer', 'answer']);
    expect(queue.isSignedOut).toBe(false);
  });

  it('continues when another call finds the session renewed', async () => {
    const { queue, control, state, call, repeated } = signedOutJob();
    const job = repeated();
    await vi.waitFor(() => expect(queue.isSignedOut).toBe(true));
    state.isIn = true;
    await call(control.signal);
    expect(await job).toBe('answer');
  });

  it('ends with the original error if another user signs in', async () => {
    const { queue, repeated } = signedOutJob();
    const ends = Promise.allSettled([repeated(), repeated()]);
    await vi.waitFor(() => expect(queue.isSignedOut).toBe(true));
    queue.signedIn('other');
    expect(await ends).toMatchObject([{ reason: { status: 401 } }, { reason: { status: 401 } }]);
  });

  it('can be canceled, which ends the wait for a sign-in', async () => {
    const { queue, control, repeated } = signedOutJob();
    const job = repeated();
    await vi.waitFor(() => expect(queue.isSignedOut).toBe(true));
    control.abort(new Error('cancelled'));
    await expect(job).rejects.toThrow('cancelled');
    expect(queue.isSignedOut).toBe(false);
  });
});
