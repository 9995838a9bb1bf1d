import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { CheckedService } from '#orders/check/checked-service.fake.ts';
import { dayByDay } from '#stock/day-by-day.oracle.ts';
import { arbitraryEntries, arbitraryQuantity, today as oracleDay } from '#stock/entries.arbitrary.ts';
import type { StockResult } from '#stock/stock-result.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';
import { customerWords } from '#parts/export/customer-copy.tsx';
import { addDays, type CalendarDate, later } from '#stock/calendar-date.ts';
import { formatDate } from '#stock/locale-date.ts';
import { settledSession } from '#orders/lines/order-session.sample.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import type { OrderSummary } from '#stock/order/order-summary.ts';
import type { OrderWords } from '#orders/order-words.ts';
import { wordsOn } from '#orders/order-words.sample.ts';

import { lineColumns } from './exported-lines.ts';
import { customerCopy, orderEvents } from './order-copies.ts';

type Entries = ReturnType<OrderSession['lines']['getEntries']>;

const products = 4;
const label = { id: 'Edit' };
const arbitraryCalendars = fc.array(
  arbitraryEntries.filter((entries) => entries.length > 0),
  { minLength: products, maxLength: products },
);
const arbitraryLine = fc.record({
  productId: fc.integer({ min: 1, max: products }),
  isSku: fc.boolean(),
  quantity: arbitraryQuantity,
  /** Every product is sold by the meter. */
  unit: fc.constantFrom('', '', '', 'm', 'pcs'),
});
type Line = typeof arbitraryLine extends fc.Arbitrary<infer Value> ? Value : never;
const arbitraryEdit = fc.record({
  kind: fc.constantFrom('remove', 'move', 'change'),
  at: fc.nat(20),
  quantity: arbitraryQuantity,
});

const written = ({ productId, isSku, quantity, unit }: Line): NewLine => ({
  product: isSku ? `S-${productId}` : String(productId),
  quantity,
  writtenUnit: unit,
});

/** Applies the rule line by line and day by day; null if the unit rules out a promise. */
function promises(lines: readonly Line[], oracles: readonly ReturnType<typeof dayByDay>[]): (StockResult | null)[] {
  const taken = Array.from({ length: products + 1 }, () => 0);
  return lines.map(({ productId, quantity, unit }) => {
    if (unit === 'pcs') return null;
    taken[productId] = (taken[productId] ?? 0) + quantity;
    return oracles[productId - 1]?.stockResult(taken[productId] ?? 0) ?? null;
  });
}

/** Rows of the text for a customer, without the lines that it leaves out. */
function customerRows(entries: Entries, summary: OrderSummary, words: OrderWords): string[] {
  const letter = customerCopy(
    { id: 'an-order', name: '', entries, summary, words },
    null,
    customerWords(words.i18n, 'en'),
  );
  const rows = letter.text.split('\r\n');
  return rows.slice(rows.findIndex((row) => row.startsWith('Product')) + 1);
}

/** Expects row, export, customer text, calendar file and summary to have the same date for each line. */
function expectPromised(
  session: OrderSession,
  lines: readonly Line[],
  expected: readonly (StockResult | null)[],
): void {
  const spoken = wordsOn(oracleDay);
  const entries = session.lines.getEntries();
  const { summary } = session.state.get().overview;
  const column = (name: string) => lineColumns(spoken).find(({ header }) => header === name);
  const rows = customerRows(entries, summary, spoken);
  const events = orderEvents({ id: 'one', name: '', entries, summary, words: spoken });
  const dates: CalendarDate[] = [];
  for (const [index, stockResult] of expected.entries()) {
    const entry = entries[index];
    if (!entry) throw new Error('Every line has its entry');
    const state = entry.derived?.state;
    const date = stockResult && 'date' in stockResult ? stockResult.date : null;
    expect(state).toMatchObject(
      stockResult === null ? { kind: 'unit-differs' } : date === null ? { kind: 'not-available' } : { stockResult },
    );
    const exported = { ...entry, number: index + 1, timeline: null };
    expect(column('Ship date')?.cell(exported)).toBe(date && later(date, oracleDay));
    expect(column('Stock date')?.cell(exported)).toBe(date);
    const event = events.find(({ key }) => key === `one-${entry.row.key}`);
    expect(event?.date ?? null).toBe(date && later(date, oracleDay));
    if (stockResult === null) continue;
    const row = rows.shift();
    if (date === null) expect(row).toMatch(/not available|in part/);
    if (date === null) continue;
    dates.push(date);
    expect(row).toContain(formatDate(later(date, oracleDay), 'en', 'long'));
  }
  const { completion } = summary;
  expect(completion.kind === 'known').toBe(dates.length === lines.length && lines.length > 0);
  if (completion.kind === 'known') expect(completion.withMaxLeadTime).toBe(dates.toSorted().at(-1));
  // Past dates mean today.
  const shown = dates.map((date) => later(date, oracleDay)).toSorted()[0] ?? null;
  expect(summary.firstShipDate && later(summary.firstShipDate, oracleDay)).toBe(shown);
}

/** Expects customer text and calendar file to have the dates of the check days later. */
function expectDatesOfTheCheck(
  session: OrderSession,
  day: CalendarDate,
  expected: readonly (StockResult | null)[],
): void {
  const spoken = wordsOn(addDays(day, 3));
  session.setPresent({ day: spoken.today, stock: '' });
  const entries = session.lines.getEntries();
  const { summary } = session.state.get().overview;
  const rows = customerRows(entries, summary, spoken);
  const events = orderEvents({ id: 'one', name: '', entries, summary, words: spoken });
  for (const [index, stockResult] of expected.entries()) {
    if (stockResult === null) continue;
    const row = rows.shift();
    expect(row).toContain(`Checked on ${formatDate(day, 'en', 'long')}.`);
    if (!('date' in stockResult)) continue;
    const date = later(stockResult.date, day);
    expect(row).toContain(formatDate(date, 'en', 'long'));
    expect(events.find(({ key }) => key === `one-${entries[index]?.row.key}`)?.date).toBe(date);
  }
}

it('shows the same promises everywhere, also after lines are removed, moved or changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryCalendars,
      fc.array(arbitraryLine, { minLength: 1, maxLength: 10 }),
      fc.array(arbitraryEdit, { maxLength: 3 }),
      async (calendars, lines, edits) => {
        const service = new CheckedService(new Map(calendars.map((entries, index) => [index + 1, entries])));
        const oracles = calendars.map((entries) => dayByDay(entries, service.today));
        const session = await settledSession(lines.map(written), { service });
        const now = [...lines];
        await session.startCheck(true);
        expectPromised(session, now, promises(now, oracles));
        for (const { kind, at, quantity } of edits) {
          const place = at % Math.max(now.length, 1);
          const row = session.lines.getRows()[place];
          const line = now[place];
          if (!row || !line) break;
          if (kind === 'change') {
            now[place] = { ...line, quantity };
            session.lines.setCells([{ key: row.key, cells: { quantity } }], label);
          } else {
            now.splice(place, 1);
            session.lines.deleteRows([row.key], label);
            if (kind === 'move') {
              now.push(line);
              session.lines.append(session.makeLines([written(line)]), label);
            }
          }
          // Until checked again, lines have no result or one that is still valid.
          const expected = promises(now, oracles);
          for (const [index, { derived }] of session.lines.getEntries().entries()) {
            if (derived?.state.kind === 'result') expect(derived.state.stockResult).toEqual(expected[index]);
          }
          await session.startCheck(false);
          expectPromised(session, now, expected);
        }
        expectDatesOfTheCheck(session, service.today, promises(now, oracles));
      },
    ),
    { numRuns: 40 },
  );
});
