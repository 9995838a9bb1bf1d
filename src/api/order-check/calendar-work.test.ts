import { describe, expect, it, vi } from 'vitest';

import { NetworkError } from '#api/errors.ts';
import type { CalendarEntry } from '#contract/envelope.ts';
import { toUnixSeconds } from '#lib/calendar-date.ts';

import type { AskCalendars } from '#api/stock-source.ts';
import { BatchRunner } from '#api/batch-runner.ts';
import { RequestQueue } from '#api/request-queue.ts';
import { CalendarWork } from './calendar-work.ts';

const { signal } = new AbortController();
const clock = { now: () => 0, wait: () => Promise.resolve() };

function entryOf(productId: number, more: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    productId,
    company: 'BRU',
    salesOrganization: '2510',
    territoryId: 'BRU_GLO',
    isDeleted: false,
    stockDate: '2026-04-17',
    stockDateUnix: toUnixSeconds('2026-04-17'),
    stockQuantity: 40,
    isMaxLeadTime: false,
    ...more,
  };
}

/** Loads calendars with these functions; returns the settled ones and the products loaded one by one. */
async function ask(
  productIds: number[],
  askCalendars: AskCalendars,
  askCalendar = (id: number) => Promise.resolve([entryOf(id)]),
) {
  const settled = new Map<number, readonly CalendarEntry[] | null>();
  const single = vi.fn(askCalendar);
  const work = new CalendarWork({
    askCalendars,
    askCalendar: single,
    settle: (productId, entries) => settled.set(productId, entries),
  });
  await new BatchRunner(new RequestQueue(clock)).askAll(productIds, work, signal);
  return { settled, singly: single.mock.calls.map(([productId]) => productId) };
}

const calendarsOf =
  (...entries: CalendarEntry[]): AskCalendars =>
  () =>
    Promise.resolve(new Map(entries.map((entry) => [entry.productId, [entry]])));

describe('CalendarWork', () => {
  it('loads a hundred calendars per call', async () => {
    const askCalendars = vi.fn<AskCalendars>((ids) => Promise.resolve(new Map(ids.map((id) => [id, [entryOf(id)]]))));
    const { settled, singly } = await ask(
      Array.from({ length: 250 }, (_, index) => index + 1),
      askCalendars,
    );
    expect(askCalendars.mock.calls.map(([ids]) => ids.length)).toEqual([100, 100, 50]);
    expect(settled.size).toBe(250);
    expect(singly).toEqual([]);
  });

  it.each<[string, AskCalendars]>([
    ['are left out', calendarsOf(entryOf(1))],
    [
      'come back empty',
      () =>
        Promise.resolve(
          new Map([
            [1, [entryOf(1)]],
            [2, []],
          ]),
        ),
    ],
    [
      'hold entries of another product',
      () =>
        Promise.resolve(
          new Map([
            [1, [entryOf(1)]],
            [2, [entryOf(3)]],
          ]),
        ),
    ],
    ['have a Unix time of another day', calendarsOf(entryOf(1), entryOf(2, { stockDateUnix: 0 }))],
  ])('loads calendars one by one that %s', async (_, askCalendars) => {
    const { settled, singly } = await ask([1, 2], askCalendars);
    expect(singly).toEqual([2]);
    expect(settled.get(2)).toEqual([entryOf(2)]);
  });

  it('loads all one by one if the service rejects them together', async () => {
    const { settled, singly } = await ask([1, 2, 3], () => Promise.reject(new Error('not here')));
    expect(new Set(singly)).toEqual(new Set([1, 2, 3]));
    expect(settled.size).toBe(3);
  });

  it('gives up calendars that fail even alone', async () => {
    const { settled } = await ask([1, 2], calendarsOf(entryOf(1)), () => Promise.reject(new Error('no')));
    expect(settled.get(1)).toEqual([entryOf(1)]);
    expect(settled.get(2)).toBeNull();
  });

  it('gives up calendars that stay unreachable', async () => {
    const askCalendars = vi.fn<AskCalendars>(() => Promise.reject(new NetworkError('cut')));
    const { settled } = await ask([1, 2], askCalendars);
    expect(askCalendars).toHaveBeenCalledTimes(3);
    expect([...settled.values()]).toEqual([null, null]);
  });
});
