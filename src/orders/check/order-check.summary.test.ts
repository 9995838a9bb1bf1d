import { describe, expect, it } from 'vitest';

import { real } from '#stock/entries.arbitrary.ts';
import { countedLine } from '#stock/order/order.sample.ts';

import { CheckedOrder, entries, serviceOf } from './checked-order.sample.ts';

describe('data that the summary needs besides the lines', () => {
  it('is the calendars', async () => {
    const service = serviceOf(3);
    const lines = [
      countedLine(1, { quantity: 30_000 }),
      countedLine(2, { quantity: 30_000 }),
      countedLine(3, { productId: 2, quantity: 60_000 }),
      countedLine(4, { productId: 2, quantity: 60_000 }),
      countedLine(5, { productId: 3 }),
    ];
    const check = new CheckedOrder(service, lines);
    await check.check();
    expect(check.summary).toMatchObject({
      firstShipDate: '2026-03-20',
      completion: {
        kind: 'known',
        real: { kind: 'none', lines: [4] },
        withMaxLeadTime: '2026-06-12',
        blockers: [4],
      },
      counts: { 'in-stock': 2, expected: 2, 'max-lead-time': 1 },
    });
  });

  it('includes stock dates later than the max lead time date', async () => {
    const service = serviceOf(2, [...entries, real('2026-07-01', 500)]);
    const check = new CheckedOrder(service, [countedLine(1, { quantity: 200_000 })]);
    await check.check();
    expect(check.summary.completion).toMatchObject({
      real: { kind: 'date', date: '2026-07-01' },
      withMaxLeadTime: '2026-06-12',
    });
  });

  it('excludes one line and recalculates those below it', async () => {
    const check = new CheckedOrder(
      serviceOf(1),
      [30, 31, 32].map((quantity, index) => countedLine(index + 1, { quantity: quantity * 1000 })),
    );
    await check.check();
    const { completion } = check.summary;
    expect(completion).toMatchObject({ kind: 'known', withMaxLeadTime: '2026-06-12', blockers: [3] });
    const without = { real: { kind: 'date', date: '2026-04-17' }, withMaxLeadTime: '2026-04-17' };
    expect(completion.kind === 'known' && [1, 2, 3].map((key) => completion.without(key))).toEqual([
      without,
      without,
      without,
    ]);
  });

  it('is calculated when the calendar arrives, and can be retried if it fails', async () => {
    const service = serviceOf(1);
    service.faults = ['no calendars'];
    const check = new CheckedOrder(service, [countedLine(1, { quantity: 200_000 })]);
    const seen = new Set<string>();
    check.subscribe(() => {
      const { completion } = check.summary;
      if (completion.kind === 'known') seen.add(completion.real.kind);
    });
    await check.check();
    await Promise.resolve();
    expect(seen).toEqual(new Set(['working-out', 'no-result']));
    expect(check.getSnapshot().canRetry).toBe(true);
    await check.check();
    expect(check.summary.completion).toMatchObject({ real: { kind: 'none' } });
    expect(service.askedTwice).toEqual([]);
  });
});

describe('saved results', () => {
  it('are restored unchanged and not requested again', async () => {
    const service = serviceOf(2);
    const lines = [
      countedLine(1, { quantity: 60_000 }),
      countedLine(2, { quantity: 60_000 }),
      countedLine(3, { productId: 2 }),
    ];
    const check = new CheckedOrder(service, lines);
    await check.check();
    const restored = new CheckedOrder(service, lines, structuredClone(check.save()));
    expect({ ...restored.summary, completion: null }).toEqual({ ...check.summary, completion: null });
    expect(restored.summary.completion).toMatchObject({ real: { kind: 'none' }, withMaxLeadTime: '2026-06-12' });
    service.stockCalls = [];
    await restored.check();
    expect(service.stockCalls).toEqual([]);
  });
});
