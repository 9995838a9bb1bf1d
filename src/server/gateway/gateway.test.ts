import { afterEach, expect, it, vi } from 'vitest';

import { runApp, type RunningApp } from '#server/running-app.fixture.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a server that deletes expired sessions with `forget`, on fake timers. */
function runForgetting(forget: () => Promise<void>): Promise<RunningApp> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const wrapStore = <Store extends object>(store: Store) =>
    Object.assign(Object.create(store) as Store, { deleteExpiredSessions: forget });
  return runApp({}, { wrapStore });
}

it('deletes expired sessions at startup and every hour until shutdown', async () => {
  const forget = vi.fn(() => Promise.resolve());
  const app = await runForgetting(forget);
  vi.advanceTimersByTime(3_599_999);
  expect(forget).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(forget).toHaveBeenCalledTimes(2);
  await app.close();
  vi.advanceTimersByTime(7_200_000);
  expect(forget).toHaveBeenCalledTimes(2);
});

it("keeps serving if sessions can't be deleted, and logs why", async () => {
  const app = await runForgetting(() => Promise.reject(new Error('disk I/O error')));
  expect((await app.ask('/gateway/availability?productId=12345')).status).toBe(200);
  const logged = app.log().trim().split('\n');
  expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      msg: 'expired sessions stay',
      err: expect.objectContaining({ message: 'disk I/O error' }),
    }),
  );
  await app.close();
});

it('takes no import for an external service', async () => {
  const app = await runApp({ STOCK_UPSTREAM_URL: 'https://stock.example.com' });
  const body = 'productId,stockDate,stockQuantity\n5,2026-12-01,1\n';
  const headers = { 'Content-Type': 'text/csv' };
  expect((await app.ask('/gateway/import?kind=stock', { method: 'POST', body, headers })).status).toBe(404);
  await app.close();
});

it('returns a problem for an unknown route', async () => {
  const app = await runApp();
  // There is no company sign-in without its settings.
  for (const path of ['/gateway/nothing', '/gateway/oidc/start']) {
    const { status, text } = await app.ask(path);
    expect([status, JSON.parse(text).detail]).toEqual([404, 'The gateway has nothing at this address.']);
  }
  await app.close();
});
