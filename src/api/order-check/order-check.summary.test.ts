import { describe, expect, it, vi } from 'vitest';

import { real } from '#domain/entries.arbitrary.ts';
import { countedLine } from '#domain/order/order.sample.ts';

import { CheckedOrder, checkOf, entries, serviceOf } from './checked-order.sample.ts';
import { FaultyService } from './faulty-service.fake.ts';

describe('data that the summary needs besides the lines', () => {
  it('is the calendars, first those of lines at max lead time', async () => {
    const service = serviceOf(3);
    const lines = [
      countedLine(1, { quantity: 30_000 }),
      countedLine(2, { quantity: 30_000 }),
      countedLine(3, { productId: 2, quantity: 60_000 }),
      countedLine(4, { productId: 2, quantity: 60_000 }),
      countedLine(5, { productId: 3 }),
    ];
    const check = checkOf(service, lines);
    await check.check();
    expect(service.calendarCalls).toEqual([[2, 1, 3]]);
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
    const service = serviceOf(2, 'names lines', [...entries, real('2026-07-01', 500)]);
    const check = checkOf(service, [countedLine(1, { quantity: 200_000 })]);
    await check.check();
    expect(check.summary.completion).toMatchObject({
      real: { kind: 'date', date: '2026-07-01' },
      withMaxLeadTime: '2026-06-12',
    });
  });

  it('excludes one line and recalculates those below it', async () => {
    const check = checkOf(
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
    const askCalendar = vi.fn(service.options.askCalendar);
    askCalendar.mockRejectedValueOnce(new Error('no'));
    const check = new CheckedOrder({ ...service.options, askCalendar }, [countedLine(1, { quantity: 200_000 })]);
    const seen = new Set<string>();
    check.subscribe(() => {
      const { completion } = check.summary;
      if (completion.kind === 'known') seen.add(completion.real.kind);
    });
    await check.check();
    await Promise.resolve();
    expect(seen).toEqual(new Set(['working-out', 'not-answered']));
    expect(check.getSnapshot().canRetry).toBe(true);
    await check.check();
    expect(check.summary.completion).toMatchObject({ real: { kind: 'none' } });
    expect(service.stockCalls).toHaveLength(1);
  });

  it.each([
    ['a later date than today', 200_000, 500],
    ['today', 30_000, 20],
  ])('marks %s as unreliable if the calendar contradicts it', async (_, quantity, wrong) => {
    const service = serviceOf(1);
    let level = wrong;
    const askCalendar: typeof service.options.askCalendar = async (productId, signal) => {
      const calendar = await service.options.askCalendar(productId, signal);
      return calendar.map((entry) => Object.assign(entry, { stockQuantity: level }));
    };
    const check = new CheckedOrder({ ...service.options, askCalendar }, [countedLine(1, { quantity })]);
    await check.check();
    const finding = { kind: 'calendar-contradicts', levelToday: wrong * 1000 };
    expect(check.states).toEqual([{ kind: 'not-trusted', finding }]);
    await check.check();
    expect(check.kinds).toEqual(['not-trusted']);
    level = 40;
    await check.check();
    expect(check.kinds).toEqual(['answered']);
  });

  it('keeps an older result that a newer calendar contradicts', async () => {
    const service = serviceOf(1);
    const lines = [200_000, 300_000].map((quantity, index) => countedLine(index + 1, { quantity }));
    let { askCalendar } = service.options;
    const options = {
      ...service.options,
      askCalendar: (...asked: Parameters<typeof askCalendar>) => askCalendar(...asked),
    };
    const check = new CheckedOrder(options, lines.slice(0, 1));
    await check.check();
    service.clock += 61_000;
    const calendar = [real('2026-03-20', 900), ...entries.slice(2)];
    ({ askCalendar } = new FaultyService(new Map([[1, calendar]])).options);
    check.setLines(lines);
    await check.check();
    expect(check.kinds).toEqual(['answered', 'not-trusted']);
  });
});

describe('a calendar', () => {
  it.each([
    ['serves results of the same minute', 59_000, 1],
    ['is loaded again where it is older than the results that it serves', 61_000, 2],
  ])('%s', async (_, age, calendars) => {
    const service = serviceOf(1);
    const check = checkOf(service, [countedLine(1, { quantity: 50_000 })]);
    await check.check();
    service.clock += age;
    check.setLines([countedLine(1, { quantity: 50_000 }), countedLine(2, { quantity: 60_000 })]);
    await check.check();
    expect(service.calendarCalls).toHaveLength(calendars);
    expect(check.summary.completion.kind).toBe('known');
  });

  it('is reloaded with the lines', async () => {
    const service = serviceOf(1);
    const check = checkOf(service, [countedLine(1, { quantity: 50_000 })]);
    await check.check();
    await check.checkAnew();
    expect(service.stockCalls).toHaveLength(2);
    expect(service.calendarCalls).toEqual([[1], [1]]);
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
    const check = checkOf(service, lines);
    await check.check();
    const restored = new CheckedOrder(service.options, lines, structuredClone(check.save()));
    expect({ ...restored.summary, completion: null }).toEqual({ ...check.summary, completion: null });
    expect(restored.summary.completion).toMatchObject({ real: { kind: 'none' }, withMaxLeadTime: '2026-06-12' });
    service.stockCalls = [];
    await restored.check();
    expect(service.stockCalls).toEqual([]);
  });
});
