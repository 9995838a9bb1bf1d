import { expect, test } from 'vitest';

import { defaultLimits } from '#stock/contract/limits.ts';
import type { StockStore } from '#server/store/stock-store.ts';

import { createToday, stockService } from './stock-service.ts';

test.each([
  ['UTC', '2026-11-21', '2026-11-22'],
  ['Pacific/Auckland', '2026-11-22', '2026-11-22'],
  ['America/New_York', '2026-11-21', '2026-11-21'],
])('today is the date in %s, before and after midnight UTC', (timeZone, before, after) => {
  let now = new Date('2026-11-21T23:59:59.999Z');
  const today = createToday(timeZone, () => now);
  expect(today()).toBe(before);
  now = new Date('2026-11-22T00:00:00Z');
  expect(today()).toBe(after);
});

test.each([
  [10, 'bad-request'],
  [11, 'payload-too-large'],
])('a body of %i bytes, with a limit of ten, is reported as %s', async (bytes, code) => {
  const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
  const service = stockService({
    store: {} as StockStore,
    verifyToken: () => Promise.resolve({ market, expiresAt: 4_000_000_000, subject: null }),
    subscriptionKeys: ['key'],
    limits: { ...defaultLimits, bodyBytes: 10 },
    timeZone: 'UTC',
  });
  const query = { target: '/stock', params: {}, body: Buffer.alloc(bytes, ' ') };
  const requested = service.ask('stockOfProducts', query, { token: 'token', subscriptionKey: 'key' });
  await expect(requested).rejects.toMatchObject({ code });
});
