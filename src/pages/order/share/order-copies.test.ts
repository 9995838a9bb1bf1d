import { expect, it } from 'vitest';

import type { CalendarDate } from '#lib/calendar-date.ts';
import { settledSession } from '#pages/order/lines/order-session.sample.ts';
import type { OrderSession } from '#pages/order/lines/order-session.ts';
import { wordsOn } from '#pages/order/order-words.sample.ts';

import { customerCopy } from './order-copies.ts';

const today = '2026-03-24';

function customerText(session: OrderSession, day: CalendarDate): string {
  const { verdict: summary } = session.overview.get();
  return customerCopy({ entries: session.lines.getEntries(), summary, words: wordsOn(day) }).text;
}

it('compares a ship date with no day that is over', async () => {
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
