import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { addDays, type CalendarDate, toMilliseconds } from '#stock/calendar-date.ts';

import type { StockRow } from './stock-store.ts';
import { openTemporaryStore, stockRow, type TemporaryStore } from './temporary-store.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary.close());

const hour = 3_600_000;
const monday: CalendarDate = '2026-11-23';
const day = (days: number) => addDays(monday, days);

/** Each run has a market of its own. */
let markets = 0;
function stockOfMarket() {
  const market = { company: 'BRU', salesOrganization: '2510', territoryId: `TEST_${(markets += 1)}` };
  return {
    /** Imports rows at six in Los Angeles, when it is afternoon in UTC. */
    write: (days: number, rows: readonly StockRow[]) =>
      temporary.write({ rows, market, committedAt: toMilliseconds(day(days)) + 14 * hour }),
    /** Writes the rows of a product with stock on Dec 13 and a max lead time date, both in days from Monday. */
    rowsOf: (lead: number, level = 80) => [
      stockRow({ productId: 1, stockDate: day(20), stockQuantity: level }),
      stockRow({ productId: 1, stockDate: day(lead), isMaxLeadTime: true }),
    ],
    changesSince: async (since: number, today: number, countedOn: number | null = null, quantity = 100_000) => {
      const query = { productIds: null, quantity, unit: undefined, page: 1, pageSize: 10 } as const;
      const { counts, countsThen, rows } = await temporary.store.findChanges(market, {
        ...query,
        since: toMilliseconds(day(since)) + 8 * hour,
        today: day(today),
        timeZone: 'America/Los_Angeles',
        countedOn: countedOn === null ? null : day(countedOn),
      });
      return { counts, countsThen, leads: rows.map(({ before, now }) => [leadOf(before), leadOf(now)]) };
    },
  };
}
const leadOf = (rows: readonly { stockDate: CalendarDate; isMaxLeadTime: boolean }[] | null) =>
  rows?.find(({ isMaxLeadTime }) => isMaxLeadTime)?.stockDate;

/** Imports replace a product's calendar, so deleting the date that moved leaves one max lead time date. */
const deletedLead = (lead: number) =>
  stockRow({ productId: 1, stockDate: day(lead), isMaxLeadTime: true, isDeleted: true });

const unchanged = { gone: 0, later: 0, earlier: 0, same: 0 };

test('a max lead time date that moves on with the days is no change, and another move of it is one', async () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
  const distance = fc.integer({ min: 30, max: 200 });
  const move = fc.integer({ min: -9, max: 9 }).filter((days) => days !== 0);
  await fc.assert(
    fc.asyncProperty(gaps, distance, move, fc.nat(30), async (all, distant, moved, sinceAt) => {
      const { write, rowsOf, changesSince } = stockOfMarket();
      const days = [0];
      for (const gap of all) days.push((days.at(-1) ?? 0) + gap);
      let lead: number | null = null;
      for (const at of days) {
        const next: number = at + distant;
        await write(at, [...(lead === null ? [] : [deletedLead(lead)]), ...rowsOf(next)]);
        lead = next;
      }
      const today = days.at(-1) ?? 0;
      const since = 1 + (sinceAt % (today + 1));
      expect(await changesSince(since, today)).toMatchObject({ counts: unchanged, leads: [] });
      expect((await changesSince(1, today, 1)).counts).toEqual(unchanged);

      const next = today + 1 + distant + moved;
      await write(today + 1, [...(moved === -1 ? [] : [deletedLead(today + distant)]), ...rowsOf(next)]);
      const { counts, leads } = await changesSince(since, today + 1);
      // The import may have the last date once more, or the one that there was then.
      const isSame = moved === -1 || next === leadSince(days, distant, since);
      expect(counts.gone + counts.later + counts.earlier + counts.same).toBe(isSame ? 0 : 1);
      if (!isSame) expect(leads[0]?.[1]).toBe(day(next));
    }),
    { numRuns: 12 },
  );
});

/** The max lead time date, in days from Monday, that was the last one before a day. */
function leadSince(days: readonly number[], distant: number, since: number): number {
  return (days.findLast((at) => at < since) ?? 0) + distant;
}

test('stock that changes beside a max lead time that moves on is the only change', async () => {
  const { write, rowsOf, changesSince } = stockOfMarket();
  await write(0, rowsOf(84));
  await write(1, [deletedLead(84), ...rowsOf(85, 90)]);
  const { counts, leads } = await changesSince(1, 1);
  expect(counts).toEqual({ gone: 0, later: 0, earlier: 0, same: 1 });
  expect(leads).toEqual([[day(85), day(85)]]);
});

test('a change counts for the quantity alone', async () => {
  const { write, rowsOf, changesSince } = stockOfMarket();
  await write(0, rowsOf(84, 80));
  await write(1, rowsOf(84, 60));
  expect((await changesSince(1, 1, null, 70)).counts).toEqual({ gone: 0, later: 1, earlier: 0, same: 0 });
  expect((await changesSince(1, 1, null, 50)).counts).toEqual({ gone: 0, later: 0, earlier: 0, same: 1 });
});

test('figures of an earlier day are the same with a max lead time that moves on', async () => {
  const { write, rowsOf, changesSince } = stockOfMarket();
  for (const at of [0, 1, 2, 3]) await write(at, [...(at === 0 ? [] : [deletedLead(83 + at)]), ...rowsOf(84 + at)]);
  const { countsThen } = await changesSince(2, 3, 2);
  expect(countsThen?.tiles).toMatchObject({ 'max-lead-time': 1, later: 0, nothing: 0 });
});
