import { expect, it } from 'vitest';

import { FaultyService } from '#api/order-check/faulty-service.fake.ts';
import { maxLeadTime, real } from '#domain/entries.arbitrary.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { lineNotes } from '#pages/order/lines/line-view.ts';
import { settledSession } from '#pages/order/lines/order-session.sample.ts';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import { wordsOn } from '#pages/order/order-words.sample.ts';

import { customerCopy } from './order-copies.ts';

const today = '2026-03-24';

function customerText(session: OrderSession, day: CalendarDate): string {
  const { verdict: summary } = session.overview.get();
  return customerCopy({ entries: session.lines.getEntries(), summary, words: wordsOn(day) }).text;
}

it('ignores past ship-by dates', async () => {
  const session = await settledSession([
    { product: '1', quantity: 60_000, neededBy: '2026-03-23' },
    { product: '2', quantity: 60_000, neededBy: today },
  ]);
  await session.startCheck(true);
  const [rejected, late] = session.lines.getEntries().map(({ derived }) => derived);
  expect(rejected).toMatchObject({ problem: 'past-date', daysLate: null, advice: { most: null, part: null } });
  expect(late).toMatchObject({ problem: null, daysLate: 24, advice: { part: { quantity: 40_000 } } });
  expect(session.overview.get().verdict.counts.late).toBe(1);
  const [, , , first, second] = customerText(session, today).split('\r\n');
  expect(first).toBe('Cloth 1 (S-1)\t60 m\tApril 17, 2026\t');
  expect(second).toContain('24 days late (ship by March 24, 2026)');
});

it('dates the results of an earlier check by its day', async () => {
  // 40 today, 5 in April, 90 in May, any quantity in June.
  const calendar = [real(today, 40), real('2026-04-17', 5), real('2026-05-15', 90), maxLeadTime('2026-06-12')];
  const service = new FaultyService(
    new Map([
      [1, calendar],
      [2, calendar],
      [3, [real(today, 7)]],
      [4, calendar],
    ]),
  );
  const session = await settledSession(
    [
      { product: '1', quantity: 30_000 },
      { product: '2', quantity: 60_000, neededBy: today },
      { product: '3', quantity: 9000, neededBy: today },
      { product: '4', quantity: 99_000 },
    ],
    { service },
  );
  await session.startCheck(true);
  session.setPresent({ day: '2026-03-25', stock: 'first' });
  const rows = customerText(session, '2026-03-25').split('\r\n');
  expect(rows.slice(0, 2)).toEqual([
    'The complete ship date is open. 1 of 4 lines are not available or not confirmed.',
    'Lines marked “checked on” are from an earlier check.',
  ]);
  const day = 'checked on March 24, 2026';
  expect(rows[4]).toContain(`March 24, 2026\t${day}`);
  expect(rows[5]).toContain('52 days late (ship by March 24, 2026); 40 m can ship on March 24, 2026');
  expect(rows[6]).toBe(`Cloth 3 (S-3)\t9 m\tnot available\t7 m can ship on March 24, 2026; ${day}`);
  expect(rows[7]).toContain('June 12, 2026, subject to the maximum lead time');
  expect(session.overview.get().verdict.counts).toMatchObject({ outdated: 4, late: 2 });
  const notes = session.lines
    .getEntries()
    .map(({ row, derived }) => derived && lineNotes(row, derived, wordsOn('2026-03-25')).join(' · '));
  expect(notes[2]).toBe('Ship by is before today. · 2 m short · Max 7 m from Mar 24');
  expect(notes[3]).toContain('Max lead time');
  expect(notes.join(' ')).not.toMatch(/\d m today/);
});

it('keeps the unit of the list for an unknown product', async () => {
  const session = await settledSession([{ product: 'NOPE-1', quantity: 12_000, writtenUnit: 'm' }]);
  expect(customerText(session, today)).toContain('NOPE-1\t12 m\t');
});
