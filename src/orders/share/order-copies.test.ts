import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';

import { messages as de } from '#shell/locales/de.po';

import { CheckedService } from '#orders/check/checked-service.fake.ts';
import { maxLeadTime, real } from '#stock/entries.arbitrary.ts';
import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import { customerWords } from '#parts/export/customer-copy.tsx';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { lineNotes } from '#orders/lines/line-view.ts';
import { settledSession } from '#orders/lines/order-session.sample.ts';
import type { OrderSession } from '#orders/lines/order-session.ts';
import { wordsOn } from '#orders/order-words.sample.ts';

import { colleagueCopy, customerCopy, customerRows, needsCheck, unsettledLines } from './order-copies.ts';

const today = '2026-03-24';

const english = customerWords(wordsOn(today).i18n, 'en');

function toCopy(session: OrderSession, day: CalendarDate) {
  const { summary } = session.state.get().overview;
  return { id: 'an-order', name: 'Spring', entries: session.lines.getEntries(), summary, words: wordsOn(day) };
}

/** Rows of a text from the one after the table's heading on. */
function rowsOf({ text }: CopiedContent): string[] {
  const rows = text.split('\r\n').map((row) => row.replaceAll('\u00a0', ' '));
  return rows.slice(rows.findIndex((row) => row.startsWith('Product')) + 1);
}

const customerText = (session: OrderSession, day: CalendarDate) => customerCopy(toCopy(session, day), null, english);
const colleagueText = (session: OrderSession, day: CalendarDate) => colleagueCopy(toCopy(session, day));

it('ignores past ship-by dates', async () => {
  const session = await settledSession([
    { product: '1', quantity: 60_000, shipBy: '2026-03-23' },
    { product: '2', quantity: 60_000, shipBy: today },
  ]);
  await session.startCheck(true);
  const [rejected, late] = session.lines.getEntries().map(({ derived }) => derived);
  expect(rejected).toMatchObject({ problem: 'past-date', daysLate: null, advice: { most: null, part: null } });
  expect(late).toMatchObject({ problem: null, daysLate: 24, advice: { part: { quantity: 40_000 } } });
  expect(session.state.get().overview.summary.counts.late).toBe(1);
  const [first, second] = rowsOf(customerText(session, today));
  expect(first).toBe('Cloth 1 (S-1)\t60 m\tApril 17, 2026\t');
  expect(second).toBe(
    'Cloth 2 (S-2)\t60 m\tApril 17, 2026\tWe can ship 40 m on Tuesday, March 24, 2026 and the remaining 20 m on Friday, April 17, 2026.',
  );
  expect(rowsOf(colleagueText(session, today))[1]).toContain(
    '24 days late (ship by March 24, 2026) · 40 m Mar 24, 2026, the rest Apr 17, 2026 · 20 m short',
  );
});

it('tells a customer nothing of closed lines', async () => {
  const session = await settledSession([
    { product: '1', quantity: 40_000 },
    { product: '2', quantity: 40_000 },
  ]);
  const promised = { kind: 'in-stock', date: today, day: today } as const;
  session.setPromised(
    new Map([[1, { productId: 1, promised, openQuantity: 0, closedQuantity: 40_000, closedAs: 'shipped' }]]),
  );
  await session.startCheck(true);
  const { told, ...copied } = customerText(session, today);
  expect(copied.text).toContain('We can ship this product complete on');
  expect(copied.text).toContain('Cloth 2');
  expect(copied.text).not.toContain('Cloth 1');
  expect(told?.lines).toMatchObject([{ lineKey: 2 }]);
  expect(rowsOf(colleagueText(session, today))[0]).toMatch(/^Cloth 1 .*Shipped/);
});

it('counts no closed line among those that keep the order open', async () => {
  const session = await settledSession(['1', '2', 'NOPE'].map((product) => ({ product, quantity: 40_000 })));
  const promised = { kind: 'in-stock', date: today, day: today } as const;
  session.setPromised(
    new Map([[1, { productId: 1, promised, openQuantity: 0, closedQuantity: 40_000, closedAs: 'shipped' }]]),
  );
  await session.startCheck(true);
  expect(colleagueText(session, today).text).toContain('1 of 2 lines are not available or not confirmed.');
});

it('dates the results of an earlier check by its day', async () => {
  // 40 today, 5 in April, 90 in May, any quantity in June.
  const calendar = [real(today, 40), real('2026-04-17', 5), real('2026-05-15', 90), maxLeadTime('2026-06-12')];
  const service = new CheckedService(
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
      { product: '2', quantity: 60_000, shipBy: today },
      { product: '3', quantity: 9000, shipBy: today },
      { product: '4', quantity: 99_000 },
    ],
    { service },
  );
  await session.startCheck(true);
  session.setPresent({ day: '2026-03-25', stock: 'me first' });
  const colleague = colleagueText(session, '2026-03-25');
  expect(colleague.text.split('\r\n').slice(0, 2)).toEqual([
    'The complete ship date is open. 1 of 4 lines are not available or not confirmed.',
    'Lines marked “checked on” are from an earlier check.',
  ]);
  const internal = rowsOf(colleague);
  const day = 'checked on March 24, 2026';
  expect(internal[0]).toContain('March 24, 2026\tLater demand: available quantity drops to 5 m on Apr 17, 2026.');
  expect(internal[1]).toMatch(
    /52 days late \(ship by March 24, 2026\) · .*40 m Mar 24, 2026, the rest .* · 20 m short/,
  );
  for (const row of internal.slice(0, 4)) expect(row).toContain(day);

  const customer = customerText(session, '2026-03-25');
  expect(customer.text).toMatch(/^Hello,\r\nYour order: Spring\r\nWe can't ship everything\. /);
  const rows = rowsOf(customer);
  const checked = 'Checked on March 24, 2026.';
  expect(rows[0]).toBe(`Cloth 1 (S-1)\t30 m\tMarch 24, 2026\t${checked}`);
  expect(rows[1]).toBe(
    `Cloth 2 (S-2)\t60 m\tMay 15, 2026\tWe can ship 40 m on Tuesday, March 24, 2026 and the remaining 20 m on Friday, May 15, 2026. ${checked}`,
  );
  expect(rows[2]).toBe(
    `Cloth 3 (S-3)\t9 m\tin part\tWe can ship 7 m on Tuesday, March 24, 2026. We can't ship the remaining 2 m at present. ${checked}`,
  );
  expect(rows[3]).toContain('June 12, 2026, subject to the maximum lead time');
  expect(customer.text + customer.html).not.toMatch(/today|short|late|drops|later demand|lines are/i);
  expect(session.state.get().overview.summary.counts).toMatchObject({ outdated: 4, late: 2 });
  const notes = session.lines
    .getEntries()
    .map(({ row, derived }) => derived && lineNotes(row, derived, wordsOn('2026-03-25')).join(' · '));
  expect(notes[2]).toBe('Ship by is before today. · Max 7 m from Mar 24 · 2 m short');
  expect(notes[3]).toContain('Max lead time');
  expect(notes.join(' ')).not.toMatch(/\d m today/);
});

it('leaves out lines that a customer can’t be told about, and keeps them in the internal text', async () => {
  const session = await settledSession([
    { product: 'NOPE-1', quantity: 12_000, writtenUnit: 'm' },
    { product: '1', quantity: 30_000 },
  ]);
  const entries = session.lines.getEntries();
  expect(unsettledLines(entries)).toHaveLength(2);
  expect(entries.map(needsCheck)).toEqual([false, true]);
  await session.startCheck(false);
  expect(unsettledLines(session.lines.getEntries()).map(({ row }) => row.product)).toEqual(['NOPE-1']);
  const customer = customerText(session, today);
  expect(rowsOf(customer)[0]).toContain('Cloth 1 (S-1)\t30 m\tMarch 24, 2026');
  expect(customer.text).toContain('We can ship this product complete on Tuesday, March 24, 2026.');
  expect(customer.text).not.toContain('NOPE');
  expect(rowsOf(colleagueText(session, today))[0]).toContain('NOPE-1\t12 m\tUnknown product');
});

it('is a table for a customer, with a row for each part of a line and nothing internal', async () => {
  const session = await settledSession([
    { product: 'NOPE-1', quantity: 12_000 },
    { product: '2', quantity: 60_000, shipBy: today },
    { product: '1', quantity: 200_000 },
  ]);
  await session.startCheck(true);
  const { above, columns, rows } = customerRows(toCopy(session, today), null, english);
  expect(above.slice(0, 3)).toEqual([
    'Your order: Spring',
    'We can ship these products complete from Friday, June 12, 2026, subject to the maximum lead time where it says so.',
    'Ship dates, not delivery dates.',
  ]);
  expect(above[3]).toMatch(/^Checked on /);
  expect(columns.map(({ header }) => header)).toEqual([
    'Line',
    'Product',
    'SKU',
    'Quantity',
    'Unit',
    'Ship date',
    'Basis',
  ]);
  expect(rows.map(({ cells }) => cells)).toEqual([
    [2, 'Cloth 2', 'S-2', 40_000, 'm', today, 'In stock'],
    [2, 'Cloth 2', 'S-2', 20_000, 'm', '2026-04-17', 'Expected'],
    [3, 'Cloth 1', 'S-1', 200_000, 'm', '2026-06-12', 'Subject to the maximum lead time'],
  ]);
});

it.each([
  [[60], null, 'Ship dates, not delivery dates.'],
  [[60], { deliveryDays: 2, workingDaysOnly: true }, 'about Thursday, March 26, 2026 and Tuesday, April 21, 2026.'],
  [[10, 20], { deliveryDays: 0, workingDaysOnly: false }, 'Expected at your door about Tuesday, March 24, 2026.'],
  [[60, 60, 200], { deliveryDays: 1, workingDaysOnly: false }, 'April 18, 2026, and Saturday, June 13, 2026.'],
])('says when goods arrive that ship %j m, with transit days %j', async (quantities, transit, sentence) => {
  const session = await settledSession(
    quantities.map((quantity, index) => ({ product: String(index + 1), quantity: quantity * 1000, shipBy: today })),
  );
  await session.startCheck(true);
  const { text } = customerCopy(toCopy(session, today), transit, english);
  expect(text).toContain(sentence);
  expect(text.includes('not delivery date')).toBe(transit === null);
});

it('is written in the language of the customer', async () => {
  const session = await settledSession([{ product: '2', quantity: 60_000, shipBy: today }]);
  await session.startCheck(true);
  const german = customerWords(setupI18n({ locale: 'de', messages: { de } }), 'de');
  const { text } = customerCopy(toCopy(session, today), null, german);
  const plain = text.replaceAll('\u00a0', ' ');
  expect(plain).toMatch(/^Guten Tag,\r\nIhre Bestellung: Spring\r\n/);
  expect(plain).toContain(
    'Wir können 40 m am Dienstag, 24. März 2026 und die restlichen 20 m am Freitag, 17. April 2026 versenden.',
  );
  expect(plain).toContain('Versanddaten, keine Lieferdaten.');
});
