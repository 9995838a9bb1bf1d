import { expect, it, vi } from 'vitest';

import type { FindCalendars } from '#server/gateway/calendars-routes.ts';
import { caller } from '#server/lookup/faulty-backend.fake.ts';

import { liveProducts, type ProductsView } from './live-products.ts';
import { liveResult } from './live-table.ts';

it('filters by the tile of an address that was made under its earlier name', async () => {
  const find = vi.fn<FindCalendars>().mockRejectedValue(new Error('not reached'));
  const view = { of: 'products', tile: 'no-answer' } as unknown as ProductsView;
  const lookup = { find, caller, now: () => 0, today: '2026-11-21' as const };
  await expect(
    liveProducts({ name: '', view, productIds: null }, lookup, new AbortController().signal),
  ).rejects.toThrow('not reached');
  expect(find.mock.calls[0]?.[0]).toMatchObject({ tile: 'no-result' });
});

it.each([
  ['broken-response', 'broken-answer'],
  ['timeout', 'timeout'],
] as const)('writes the reason %s as the code %s, which spreadsheets compare', (reason, code) => {
  const result = liveResult({ kind: 'no-result', reason, requestId: null }, { today: '2026-11-21', at: 0 });
  expect([result.status, result.reason]).toEqual(['no-result', code]);
});
