import { describe, expect, it, vi } from 'vitest';

import { real } from '#domain/entries.arbitrary.ts';
import type { OrderLine } from '#domain/order/order-line.ts';
import { orderLine } from '#domain/order/order.sample.ts';
import { orderVerdict } from '#domain/order/order-verdict.ts';

import { checkOf, entries, kindsOf, serviceOf } from './checked-order.sample.ts';
import { FaultyService } from './faulty-service.fake.ts';
import { OrderCheck } from './order-check.ts';

const verdictOf = (check: OrderCheck, service: FaultyService, lines: readonly OrderLine[]) =>
  orderVerdict(lines, check.answers, service.today);

describe('what the verdict needs beyond the lines', () => {
  it('is asked for: sums, and the calendars of what is answered at max lead time', async () => {
    const service = serviceOf(3);
    const lines = [
      orderLine(1, { productId: 1, quantity: 30_000 }),
      orderLine(2, { productId: 1, quantity: 30_000 }),
      orderLine(3, { productId: 2, quantity: 60_000 }),
      orderLine(4, { productId: 2, quantity: 60_000 }),
      orderLine(5, { productId: 3, quantity: 1000 }),
    ];
    const check = checkOf(service, lines);
    await check.check();
    expect(service.stockCalls[1]).toMatchObject([
      { productId: 1, quantity: 60_000 },
      { productId: 2, quantity: 120_000 },
    ]);
    expect(service.calendarCalls).toEqual([[2]]);
    expect(verdictOf(check, service, lines)).toMatchObject({
      firstShipDate: '2026-03-20',
      completion: {
        kind: 'known',
        real: { kind: 'none', lines: [3, 4] },
        withMaxLeadTime: '2026-06-12',
        blockers: [3, 4],
      },
    });
  });

  it('works out real dates later than the max lead time', async () => {
    const service = serviceOf(2, 'names lines', [...entries, real('2026-07-01', 500)]);
    const lines = [orderLine(1, { quantity: 200_000 })];
    const check = checkOf(service, lines);
    await check.check();
    expect(verdictOf(check, service, lines).completion).toMatchObject({
      real: { kind: 'date', date: '2026-07-01' },
      withMaxLeadTime: '2026-06-12',
    });
  });

  it('holds the sums without one line of those that hold the order up', async () => {
    const service = serviceOf(1);
    const lines = [30, 31, 32].map((quantity, index) => orderLine(index + 1, { quantity: quantity * 1000 }));
    const check = checkOf(service, lines);
    await check.check();
    const { completion } = verdictOf(check, service, lines);
    expect(completion).toMatchObject({ kind: 'known', withMaxLeadTime: '2026-06-12', blockers: [1, 2, 3] });
    expect(completion.kind === 'known' && completion.without(2)).toEqual({
      real: { kind: 'date', date: '2026-04-17' },
      withMaxLeadTime: '2026-04-17',
    });
  });

  it('asks once for what is left without either of two equal lines', async () => {
    const service = serviceOf(1);
    const check = checkOf(
      service,
      [30, 30, 31].map((quantity, index) => orderLine(index + 1, { quantity: quantity * 1000 })),
    );
    await check.check();
    const asked = service.stockCalls.flat().map(({ quantity }) => quantity);
    expect(asked).toEqual([30_000, 31_000, 91_000, 61_000, 60_000]);
  });

  it('is working out until the calendar is there, and can be retried where it fails', async () => {
    const service = serviceOf(1);
    const lines = [orderLine(1, { quantity: 200_000 })];
    const { askCalendar } = service.options;
    const calendar = vi.fn(askCalendar);
    calendar.mockRejectedValueOnce(new Error('no'));
    const check = new OrderCheck({ ...service.options, askCalendar: calendar });
    check.setLines(lines);
    const seen = new Set<string>();
    check.subscribe(() => {
      const { completion } = verdictOf(check, service, lines);
      if (completion.kind === 'known') seen.add(completion.real.kind);
    });
    await check.check();
    await Promise.resolve();
    expect(seen).toEqual(new Set(['working-out', 'not-answered']));
    expect(check.getSnapshot().canRetry).toBe(true);
    await check.retry();
    expect(verdictOf(check, service, lines).completion).toMatchObject({ real: { kind: 'none' } });
    expect(service.stockCalls).toHaveLength(1);
  });

  it('does not trust what today contradicts', async () => {
    const service = serviceOf(1);
    const lines = [orderLine(1, { quantity: 200_000 })];
    let level = 500;
    const askCalendar: typeof service.options.askCalendar = async (productId, signal) => {
      const calendar = await service.options.askCalendar(productId, signal);
      return calendar.map((entry) => Object.assign(entry, { stockQuantity: level }));
    };
    const check = new OrderCheck({ ...service.options, askCalendar });
    check.setLines(lines);
    await check.check();
    expect(check.answers.stateOf(lines[0] as OrderLine)).toEqual({
      kind: 'not-trusted',
      finding: { kind: 'calendar-contradicts', levelToday: 500_000 },
    });
    await check.retry();
    expect(kindsOf(check, lines)).toEqual(['not-trusted']);
    level = 40;
    await check.retry();
    expect(kindsOf(check, lines)).toEqual(['answered']);
  });

  it('leaves an older answer alone that a newer calendar contradicts', async () => {
    const service = serviceOf(1);
    const lines = [200_000, 300_000].map((quantity, index) => orderLine(index + 1, { quantity }));
    let { askCalendar } = service.options;
    const check = new OrderCheck({ ...service.options, askCalendar: (...asked) => askCalendar(...asked) });
    check.setLines(lines.slice(0, 1));
    await check.check();
    service.clock += 61_000;
    const calendar = [real('2026-03-20', 900), ...entries.slice(2)];
    ({ askCalendar } = new FaultyService(new Map([[1, calendar]])).options);
    check.setLines(lines);
    await check.check();
    expect(kindsOf(check, lines)).toEqual(['answered', 'not-trusted']);
  });
});

describe('what was worked out before', () => {
  const lines = [1, 2].map((key) => orderLine(key, { quantity: 50_000 }));
  const more = [...lines, orderLine(3, { quantity: 200_000 })];
  const other = [...lines, orderLine(3, { productId: 2 })];
  const same = [...lines.slice(1), orderLine(3, { quantity: 50_000 })];

  it.each([
    ['serves for a while', 59_000, other, 1, 1],
    ['is asked for again where a new line draws on the same stock', 59_000, more, 2, 1],
    ['is asked for again where it is older than the answers that it serves', 61_000, more, 2, 2],
    ['serves a line that asks the same for a while', 59_000, same, 1, 1],
    ['is asked for again where such a line is', 61_000, same, 2, 2],
  ])('%s', async (_, age, edited, sums, calendars) => {
    const service = serviceOf(2);
    const check = checkOf(service, lines);
    await check.check();
    service.clock += age;
    check.setLines(edited);
    await check.check();
    const asked = service.stockCalls.flat().filter(({ quantity }) => quantity === 100_000 || quantity === 300_000);
    expect(asked).toHaveLength(sums);
    expect(service.calendarCalls).toHaveLength(calendars);
    expect(verdictOf(check, service, edited).completion.kind).toBe('known');
  });

  it('is asked for again with the lines', async () => {
    const service = serviceOf(1);
    const check = checkOf(service, lines);
    await check.check();
    service.clock += 1000;
    await check.checkAnew();
    expect(service.stockCalls.flat().map(({ quantity }) => quantity)).toEqual([50_000, 100_000, 50_000, 100_000]);
    expect(service.calendarCalls).toEqual([[1], [1]]);
  });
});

describe('a saved check', () => {
  it('says the same after it was stored', async () => {
    const service = serviceOf(2);
    const lines = [
      orderLine(1, { quantity: 60_000 }),
      orderLine(2, { quantity: 60_000 }),
      orderLine(3, { productId: 2 }),
    ];
    const check = checkOf(service, lines);
    await check.check();
    const restored = new OrderCheck(service.options, structuredClone(check.save()));
    restored.setLines(lines);
    const [before, after] = [check, restored].map(({ answers }) => orderVerdict(lines, answers, service.today));
    expect({ ...after, completion: null }).toEqual({ ...before, completion: null });
    expect(after?.completion).toMatchObject({ kind: 'known', real: { kind: 'none' }, withMaxLeadTime: '2026-06-12' });
    service.stockCalls = [];
    await restored.check();
    expect(service.stockCalls).toEqual([]);
  });

  it('says in stock of what was expected by then', async () => {
    const service = serviceOf(1);
    const lines = [orderLine(1, { quantity: 60_000 })];
    const check = checkOf(service, lines);
    await check.check();
    expect(check.answers.stateOf(lines[0] as OrderLine)).toMatchObject({ answer: { kind: 'expected' } });
    const restored = new OrderCheck({ ...service.options, today: () => '2026-04-17' }, check.save());
    restored.setLines(lines);
    expect(restored.answers.stateOf(lines[0] as OrderLine)).toMatchObject({ answer: { kind: 'in-stock' } });
  });
});
