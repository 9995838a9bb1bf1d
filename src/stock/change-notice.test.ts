import { expect, it, vi } from 'vitest';

import { ChangeNotice } from './change-notice.ts';

it('notifies each listener once per task, until it unsubscribes', async () => {
  const notice = new ChangeNotice();
  const [listener, gone] = [vi.fn(), vi.fn()];
  notice.subscribe(listener);
  notice.subscribe(gone)();
  notice.announce();
  notice.announce();
  expect(listener).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(listener).toHaveBeenCalledOnce();
  notice.announce();
  await Promise.resolve();
  expect([listener.mock.calls.length, gone.mock.calls.length]).toEqual([2, 0]);
});
