import { expect, it, vi } from 'vitest';

import { Observable } from './observable.ts';

it('notifies listeners of changed values only', () => {
  const value = new Observable('one');
  const [listener, other] = [vi.fn(), vi.fn()];
  const stop = value.subscribe(listener);
  value.subscribe(other);
  value.set('one');
  expect(listener).not.toHaveBeenCalled();
  value.set('two');
  stop();
  value.set('three');
  expect([value.get(), listener.mock.calls.length, other.mock.calls.length]).toEqual(['three', 1, 2]);
});
