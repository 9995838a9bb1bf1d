import { describe, expect, it, vi } from 'vitest';

import { real } from '#domain/entries.arbitrary.ts';
import type { OrderLine } from '#domain/order/order-line.ts';
import { orderLine } from '#domain/order/order.sample.ts';

import { checkOf, entries, faulted, kindsOf, linesOf, serviceOf, sizesOf, upTo } from './checked-order.sample.ts';
import { FaultyService } from './faulty-service.fake.ts';
import { OrderCheck } from './order-check.ts';

describe('a check', () => {
  it('asks for 200 lines at a time, at most four times at once', async () => {
    const { service, kinds } = await faulted(1050, []);
    expect(sizesOf(service)).toEqual([200, 200, 200, 200, 200, 50]);
    expect(service.mostUnderWay).toBe(4);
    expect(new Set(kinds)).toEqual(new Set(['answered']));
  });

  it('asks once for what several lines ask', async () => {
    const service = serviceOf(2);
    const check = checkOf(service, linesOf(1, 2, 2, 1));
    await check.check();
    expect(service.stockCalls[0]).toMatchObject([{ productId: 1 }, { productId: 2 }]);
    expect(kindsOf(check, linesOf(1, 2, 2, 1))).toEqual(Array(4).fill('answered'));
  });

  it('leaves out what nothing can be asked for', async () => {
    const service = serviceOf(2);
    const lines = [
      orderLine(1, { productId: null, product: 'Linnen', notFound: true }),
      orderLine(2, { productId: null, product: 'Wool' }),
      orderLine(3, { quantity: null }),
      orderLine(4, { quantity: 0 }),
    ];
    const check = checkOf(service, lines);
    expect(kindsOf(check, lines)).toEqual(Array(4).fill('unasked'));
    await check.check();
    expect(service.stockCalls).toEqual([]);
    expect(kindsOf(check, lines)).toEqual(['unknown-product', 'unasked', 'unasked', 'unasked']);
  });

  it('names unknown products and impossible quantities, and answers the others', async () => {
    const service = new FaultyService(
      new Map([
        [1, entries],
        [2, [real('2026-03-20', 5)]],
      ]),
    );
    const lines = [
      orderLine(1),
      orderLine(2, { productId: 2, quantity: 4000 }),
      orderLine(3, { productId: 2, quantity: 6000 }),
      orderLine(4, { productId: 9 }),
    ];
    const check = checkOf(service, lines);
    await check.check();
    expect(kindsOf(check, lines)).toEqual(['answered', 'answered', 'not-available', 'unknown-product']);
    expect(service.calendarCalls).toEqual([]);
  });

  it('tells its listeners once for the changes of one task', async () => {
    const service = serviceOf(400);
    const check = checkOf(service, linesOf(...upTo(400)));
    const listener = vi.fn();
    const unsubscribe = check.subscribe(listener);
    await check.check();
    expect(listener.mock.calls.length).toBeLessThan(10);
    unsubscribe();
    const calls = listener.mock.calls.length;
    check.setLines([]);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(calls);
  });

  it('counts the lines done, and gives the same snapshot until something changes', async () => {
    const service = serviceOf(3);
    const check = checkOf(service, linesOf(1, 2, 3, 1), 1);
    const done: [number, number][] = [];
    check.subscribe(() => {
      const { phase, done: each, total } = check.getSnapshot();
      if (phase === 'checking' && total > 0) done.push([each, total]);
    });
    await check.check();
    expect(done[0]).toEqual([0, 4]);
    expect(done.map(([each]) => each)).toEqual(done.map(([each]) => each).toSorted((a, b) => a - b));
    expect(check.getSnapshot()).toMatchObject({ phase: 'idle', done: 4, total: 4, canRetry: false });
    expect(check.getSnapshot()).toBe(check.getSnapshot());
  });
});

describe('a person who is signed out', () => {
  it('finds the check waiting, and it goes on from there', async () => {
    const service = serviceOf(6);
    service.faults = [null, '401'];
    const lines = linesOf(...upTo(6));
    const check = checkOf(service, lines, 2);
    const ended = check.check();
    await vi.waitFor(() => expect(check.getSnapshot().phase).toBe('signed-out'));
    expect(kindsOf(check, lines).toSorted()).toEqual([
      'answered',
      'answered',
      'answered',
      'answered',
      'checking',
      'checking',
    ]);
    check.resume();
    await ended;
    expect(kindsOf(check, lines)).toEqual(Array(6).fill('answered'));
    expect(service.askedTwice).toEqual([]);
    expect(check.getSnapshot().phase).toBe('idle');
  });

  it('can cancel instead', async () => {
    const service = serviceOf(1);
    service.faults = ['401'];
    const check = checkOf(service, linesOf(1));
    const ended = check.check();
    await vi.waitFor(() => expect(check.getSnapshot().phase).toBe('signed-out'));
    check.cancel();
    await ended;
    expect(kindsOf(check, linesOf(1))).toEqual(['unasked']);
    await check.check();
    expect(kindsOf(check, linesOf(1))).toEqual(['answered']);
  });
});

describe('a cancelled check', () => {
  it('keeps what has come, and is taken up where it ended', async () => {
    const service = serviceOf(40);
    const lines = linesOf(...upTo(40));
    const check = checkOf(service, lines, 4);
    const unsubscribe = check.subscribe(() => {
      if (check.getSnapshot().done >= 8) check.cancel();
    });
    await check.check();
    unsubscribe();
    const kinds = kindsOf(check, lines);
    expect(new Set(kinds)).toEqual(new Set(['answered', 'unasked']));
    expect(check.getSnapshot().phase).toBe('idle');
    await check.check();
    expect(kindsOf(check, lines)).toEqual(Array(40).fill('answered'));
    expect(service.askedTwice).toEqual([]);
  });

  it('may be followed by the next at once', async () => {
    const service = serviceOf(40);
    const lines = linesOf(...upTo(40));
    const check = checkOf(service, lines, 4);
    const first = check.check();
    await Promise.resolve();
    check.cancel();
    const second = check.check();
    await Promise.all([first, second]);
    expect(kindsOf(check, lines)).toEqual(Array(40).fill('answered'));
    expect(service.mostUnderWay).toBeLessThanOrEqual(4);
  });

  it('waits no longer for the service', async () => {
    const service = serviceOf(1);
    service.faults = ['429 Retry-After seconds'];
    service.isSlow = true;
    const check = new OrderCheck(service.options);
    check.setLines(linesOf(1));
    const ended = check.check();
    await vi.waitFor(() => expect(check.getSnapshot().pausedUntil).not.toBeNull());
    check.cancel();
    await ended;
    expect(kindsOf(check, linesOf(1))).toEqual(['unasked']);
  });
});

describe('an edited line', () => {
  const edited = [orderLine(1, { productId: 1, quantity: 50_000 }), ...linesOf(1, 2, 3).slice(1)];

  it('loses its answer at once, and it alone is asked again', async () => {
    const service = serviceOf(3);
    const check = checkOf(service, linesOf(1, 2, 3));
    await check.check();
    check.setLines(edited);
    expect(kindsOf(check, edited)).toEqual(['unasked', 'answered', 'answered']);
    await check.check();
    expect(service.stockCalls.slice(1)).toEqual([[expect.objectContaining({ productId: 1, quantity: 50_000 })]]);
    expect(check.answers.stateOf(edited[0] as OrderLine)).toMatchObject({ answer: { date: '2026-04-17' } });
  });

  it('has its answer back once the edit is undone', async () => {
    const service = serviceOf(3);
    const check = checkOf(service, linesOf(1, 2, 3));
    await check.check();
    check.setLines(edited);
    check.setLines(linesOf(1, 2, 3));
    expect(kindsOf(check, linesOf(1, 2, 3))).toEqual(Array(3).fill('answered'));
  });

  it('is asked within the check under way', async () => {
    const service = serviceOf(3);
    const check = checkOf(service, linesOf(1, 2, 3));
    const ended = check.check();
    check.setLines(edited);
    await ended;
    expect(check.answers.stateOf(edited[0] as OrderLine)).toMatchObject({ answer: { date: '2026-04-17' } });
  });

  it('shows nothing that it was not asked for, though another line was', async () => {
    const service = serviceOf(2);
    const check = checkOf(service, linesOf(1, 2));
    await check.check();
    const lines = [...linesOf(1, 2), orderLine(3, { productId: 1, quantity: 1000 })];
    check.setLines(lines);
    expect(kindsOf(check, lines)).toEqual(['answered', 'answered', 'unasked']);
  });
});

describe('an answer that another line had', () => {
  it.each([
    [59_000, 0],
    [61_000, 1],
  ])('serves for %i ms', async (age, calls) => {
    const service = serviceOf(2);
    const check = checkOf(service, linesOf(1));
    await check.check();
    service.clock += age;
    service.stockCalls = [];
    const lines = [...linesOf(1), orderLine(2, { productId: 1, quantity: 1000 })];
    check.setLines(lines);
    await check.check();
    expect(kindsOf(check, lines)).toEqual(['answered', 'answered']);
    const own = service.stockCalls.filter(([question]) => question?.quantity === 1000);
    expect(own).toHaveLength(calls);
  });
});

it('asks for everything anew when told to, and keeps what was known where no answer comes', async () => {
  const service = serviceOf(3);
  const check = checkOf(service, linesOf(1, 2, 3));
  await check.check();
  service.clock += 1000;
  const seen = new Set<string>();
  const unsubscribe = check.subscribe(() => seen.add(kindsOf(check, linesOf(1)).join('')));
  await check.checkAnew();
  unsubscribe();
  expect(seen).toContain('checking');
  expect(service.stockCalls).toHaveLength(2);
  expect(check.answers.stateOf(orderLine(1))).toMatchObject({ checkedAt: service.clock });

  const cancelled = check.checkAnew();
  await Promise.resolve();
  check.cancel();
  await cancelled;
  expect(kindsOf(check, linesOf(1, 2, 3))).toEqual(Array(3).fill('answered'));
});
