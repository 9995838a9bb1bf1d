import { describe, expect, it } from 'vitest';

import { messages as de } from '#shell/locales/de.po';
import { messages as en } from '#shell/locales/en.po';
import { plainCsv } from '#stock/export/csv.ts';
import { rowOf, type TableFile } from '#stock/export/export-table.ts';
import { checkedResult } from '#stock/order/order.sample.ts';
import { openCsvFile } from '#parts/export/writing/csv-file.ts';
import { openXlsxFile } from '#parts/export/writing/xlsx-file.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';
import { openListFile } from '#orders/import/list-file.ts';
import { readList } from '#orders/import/read-list.ts';
import { acceptedRows, isClear, linesOf, reviewRows } from '#orders/import/review-rows.ts';
import type { LineView } from '#orders/lines/line-view.ts';
import { settledSession } from '#orders/lines/order-session.sample.ts';
import { wordsOn } from '#orders/order-words.sample.ts';

import { lineColumns, paperColumns, summaryFacts } from './exported-lines.ts';

const today = '2026-11-22';

const lines: NewLine[] = [
  { product: 'S-1', quantity: 1234, shipBy: '2027-03-17', writtenUnit: 'm', note: 'Ramp 3; "left", =1+2' },
  { product: '2', quantity: 5000, shipBy: null, writtenUnit: 'm', note: '=1+2' },
  // An intentional duplicate.
  { product: '1', quantity: 2_500_000, shipBy: null, writtenUnit: 'mtr', note: '' },
  { product: 'NOPE-1', quantity: 3000, shipBy: null, writtenUnit: '', note: '' },
];

async function finish(file: TableFile, rows: Parameters<TableFile['add']>[0]) {
  await file.add(rows);
  return file.finish({
    extent: { rows: rows.length, expected: rows.length, missing: [] },
    about: [['Retrieved', today]],
    columns: [['Retrieved', today]],
  });
}

describe.each(['en', 'de'] as const)('an order that was exported in %s', (language) => {
  const words = wordsOn(today, language, language === 'en' ? en : de);

  it.each(['xlsx', 'csv', 'csv for a spreadsheet'])('is the same order when it is imported again: %s', async (kind) => {
    const session = await settledSession(lines);
    await session.startCheck(true);
    const promised = { kind: 'expected', date: '2026-12-20', day: today } as const;
    const of = { openQuantity: 1234, closedQuantity: 0, closedAs: null };
    const columns = lineColumns(words, new Map([[1, { productId: 1, promised, ...of }]]));
    expect(columns.map(({ header }) => header)).toContain(language === 'en' ? 'Promised' : 'Zugesagt');
    const rows = session.lines
      .getEntries()
      .map((entry, at) => rowOf(columns, { ...entry, number: at + 1, timeline: null }));
    const file =
      kind === 'xlsx'
        ? openXlsxFile({
            columns,
            sheetNames: { summary: 'Summary', rows: 'Order lines', about: 'About' },
            summary: summaryFacts(
              { name: 'Spring', customer: 'Atelier Nord' },
              session.state.get().overview.summary,
              words,
            ),
          })
        : openCsvFile({
            columns,
            style: kind === 'csv' ? plainCsv : { separator: ';', decimal: ',' },
            withSource: true,
          });
    const written = await finish(file, rows);
    // Independent of the user's number format.
    for (const locale of ['en', 'de']) {
      const list = readList((await openListFile(written, { locale, statuses: [] }))(null), { locale, statuses: [] });
      const read = reviewRows(list);
      expect(list.reading.refused).toEqual([]);
      // The catalog's unit, as on screen.
      expect(linesOf(acceptedRows(read, new Map()), 'keep-apart')).toEqual(
        lines.with(2, { ...lines[2]!, writtenUnit: 'm' }),
      );
      expect(isClear(list, read)).toBe(true);
    }
  });
});

const view = (of: Partial<LineView>): LineView => ({
  product: null,
  productId: 1,
  failure: null,
  stale: null,
  isLookingUp: false,
  state: checkedResult({ kind: 'expected', date: '2026-12-08' }),
  daysLate: 3,
  combined: null,
  advice: null,
  closed: null,
  change: null,
  problem: null,
  ...of,
});

it('has the promised dates, and on paper one column of notes, as on screen', () => {
  const row = {
    key: 1,
    product: '1',
    quantity: 1000,
    quantityText: '1',
    shipBy: null,
    writtenUnit: '',
    note: 'Ramp 3',
  };
  const derived = view({ change: { kind: 'moved', days: 2, from: '2026-12-06' } });
  const promised = { kind: 'expected', date: '2026-12-06', day: today } as const;
  const of = { openQuantity: 1000, closedQuantity: 0, closedAs: null };
  const columns = paperColumns(wordsOn(today), new Map([[1, { productId: 1, promised, ...of }]]));
  const { cells } = rowOf(columns, { row, derived, number: 1, timeline: null });
  const record = Object.fromEntries(columns.map(({ header }, at) => [header, cells[at]]));
  expect(record).toMatchObject({ Promised: '2026-12-06', Note: 'Ramp 3 · 2 days later than Dec 6' });
  const inFile = lineColumns(wordsOn(today), new Map([[1, { productId: 1, promised, ...of }]]));
  const exported = rowOf(inFile, { row, derived, number: 1, timeline: null }).cells;
  expect(Object.fromEntries(inFile.map(({ header }, at) => [header, exported[at]]))).toMatchObject({
    Note: 'Ramp 3',
    'Own note': 'Ramp 3',
    'Days later': 2,
    'Days late': 3,
  });
  expect(paperColumns(wordsOn(today), new Map()).map(({ header }) => header)).not.toContain('Promised');
});

it("contains today's date in notes, since a file is read on other days", () => {
  const noteOf = (derived: LineView) => {
    const columns = lineColumns(wordsOn(today));
    const row = { key: 1, product: '1', quantity: 1000, quantityText: '1', shipBy: null, writtenUnit: '', note: '' };
    const cells = rowOf(columns, { row, derived, number: 1, timeline: null }).cells;
    return cells[columns.findIndex(({ header }) => header === 'Note')];
  };
  const advice = {
    short: 0,
    most: { quantity: 2000, date: '2025-01-02' },
    part: { quantity: 2000, date: today },
    laterDemand: null,
    alone: null,
  } as const;
  expect(noteOf(view({ advice }))).toBe('2 Nov 22, 2026, the rest Dec 8, 2026');
  expect(noteOf(view({ problem: 'past-date' }))).toBe('Ship by is before Nov 22, 2026.');
  const finding = { kind: 'not-enough', date: today, level: 5000 } as const;
  expect(noteOf(view({ state: { kind: 'not-trusted', finding } }))).toBe(
    'Conflicts with the stock calendar, which shows 5 on Nov 22, 2026.',
  );
});

it('says how many lines its dates are without', async () => {
  const session = await settledSession([{ product: 'NOPE-1', quantity: 3000 }]);
  const of = { name: '', customer: 'Atelier Nord' };
  const facts = summaryFacts(of, session.state.get().overview.summary, wordsOn(today));
  expect(facts).toContainEqual(['Customer', 'Atelier Nord']);
  expect(facts).toContainEqual(['Incomplete', '1 line has no ship date. Dates below are without it.']);
  const { counts, ...summary } = session.state.get().overview.summary;
  const closed = summaryFacts(of, { ...summary, counts: { ...counts, shipped: 2 } }, wordsOn(today));
  expect(closed, 'what was shipped needs no date').toEqual([...facts, ['Shipped', '2']]);
});
