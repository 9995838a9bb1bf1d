import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import type { CalendarResult } from '#stock/contract/calendars.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import { resultFor } from '#stock/stock-result.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { calendarChange } from '#stock/calendars/calendar-change.ts';
import type { ListedProduct } from '#stock/calendars/listed-product.ts';
import { listed } from '#stock/calendars/listed-product.sample.ts';
import { maxLeadTime, real, today } from '#stock/entries.arbitrary.ts';
import { rowOf, type ExportColumn, type ExportRow } from '#stock/export/export-table.ts';
import type { RowBatch } from '#parts/export/exportable.ts';
import { readTimeline } from '#stock/stock-timeline.ts';

import { calendarRow } from './calendar-row.ts';

import type { Exporting } from './exported-batches.ts';
import { atRiskBatches, changeColumns, riskColumns } from './exported-reports.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const productOf = (productId: number): Product => ({ productId, name: `Product ${productId}`, sku: null, unit: 'm' });

/** Returns a row's values under the given headers. */
const valuesOf = (columns: readonly ExportColumn[], { cells }: ExportRow, ...headers: string[]) =>
  headers.map((header) => cells[columns.findIndex((column) => column.header === header)]);

const expected = (date: CalendarDate) => ({ kind: 'expected' as const, date });

describe('late and at risk report', () => {
  const products = [
    listed([real(today, 100)], 1),
    listed([real(today, 10), real('2026-04-01', 50)], 2),
    listed([real(today, 10)], 3),
    listed([real(today, 60), real('2026-04-01', 0), maxLeadTime('2026-04-11')], 4),
    { kind: 'no-result', productId: 5, why: 'unknown-product' },
    listed([real(today, 10), real('2026-04-01', 50)], 6),
    listed([real(today, 10), real('2026-04-01', 50)], 7),
    listed([real(today, 10), real('2026-04-01', 50)], 8),
    listed([real(today, 10), real('2026-04-01', 50)], 9),
  ] satisfies ListedProduct[];
  const none = { kind: 'not-available' } as const;
  const results: Record<number, CalendarResult> = {
    6: { kind: 'reliable', stockResult: expected('2026-04-05'), earlier: expected('2026-04-01') },
    7: { kind: 'not-reliable' },
    8: { kind: 'no-result' },
    9: { kind: 'other-unit' },
  };

  /** Two pages, the second incomplete. */
  async function* pages(rowsOf: Exporting['rowsOf']): AsyncGenerator<RowBatch> {
    const rows = products.flatMap((each) =>
      rowsOf(
        calendarRow(
          {
            product: productOf(each.productId),
            entries: each.kind === 'calendar' ? [...each.entries] : null,
            territories: [],
            problem: each.kind === 'calendar' ? null : each.why,
            result: results[each.productId] ?? {
              kind: 'reliable',
              stockResult: each.kind === 'calendar' ? resultFor(readTimeline(each.entries, today), 40_000) : none,
              earlier: null,
            },
            lastUpdateDate: null,
          },
          today,
          40_000,
        ),
      ),
    );
    yield { rows, pages: { done: 1, total: 2 } };
    yield await Promise.resolve({ rows: [], pages: { done: 2, total: 2 }, missing: 'Page 2' });
  }

  it('lists products that fall short, worst first, and reports missing pages', async () => {
    const columns = riskColumns(i18n, 'Available today');
    const batches: RowBatch[] = [];
    for await (const batch of atRiskBatches(() => columns, 40_000, pages)) batches.push(batch);
    const rows = batches.flatMap((batch) => batch.rows);
    const headers = ['Product', 'Ship date', 'Status', 'Falls short on', 'Short by', 'Next ship date', 'Days short'];
    expect(rows.map((row) => valuesOf(columns, row, ...headers))).toEqual([
      [3, null, 'Not available', today, 30_000, null, null],
      [4, today, 'In stock', '2026-04-01', 40_000, '2026-04-11', 10],
      [2, '2026-04-01', 'Expected', today, 30_000, '2026-04-01', 8],
      [6, '2026-04-05', 'Expected', today, 30_000, '2026-04-01', 8],
      [7, null, 'Result not reliable', today, 30_000, '2026-04-01', 8],
      [8, null, 'No result', today, 30_000, '2026-04-01', 8],
    ]);
    expect(valuesOf(columns, rows[1]!, 'Max lead time dates')).toEqual(['Next ship date']);
    expect(rows[1]?.maxLeadTimeCells).toHaveLength(1);
    expect(batches.map(({ missing }) => missing)).toEqual([undefined, 'Page 2', undefined]);
    expect(batches.at(-1)?.expected).toBe(6);
  });
});

const calendarOf = (level: number) => readTimeline([real(today, level), maxLeadTime('2026-06-12')], today);

it('exports a change as values before and after', () => {
  const change = calendarChange(7, calendarOf(90), calendarOf(20), 40_000)!;
  const columns = changeColumns(i18n, today, () => 'The sentence on screen');
  const concerned = [
    { name: 'Spring', customer: 'Atelier Nord', lineCount: 3 },
    { name: '', reference: '4711', firstProduct: 'Poplin', lineCount: 3 },
    { name: '', firstProduct: 'Poplin', lineCount: 3 },
    { name: '', firstProduct: 'Poplin', lineCount: 1 },
    { name: '', lineCount: 0 },
    { toldAt: 0, customer: 'Atelier Süd', reference: '4712' },
    { toldAt: 0 },
  ];
  const row = rowOf(columns, { change, product: productOf(7), concerned: concerned.map((of) => ({ of })) });
  const words = ['Ship date before', 'Status before', 'Ship date after', 'Status after', 'Days later'];
  expect(valuesOf(columns, row, ...words)).toEqual([today, 'In stock', '2026-06-12', 'Max lead time', 80]);
  expect(valuesOf(columns, row, 'What changed')).toEqual(['The sentence on screen']);
  const quantities = ['Quantity changes on', 'Quantity before', 'Quantity after', 'Unit'];
  expect(valuesOf(columns, row, ...quantities)).toEqual([today, 90_000, 20_000, 'm']);
  expect(row.maxLeadTimeCells).toEqual([columns.findIndex(({ header }) => header === 'Ship date after')]);
  expect(valuesOf(columns, row, 'Orders and promises')).toEqual([
    'Atelier Nord · Spring, 4711, Poplin and 2 more, Poplin, 0 lines, Atelier Süd · 4712 (promise), Promise',
  ]);
  for (const none of [[], null]) {
    const other = rowOf(columns, { change, product: productOf(7), concerned: none });
    expect(valuesOf(columns, other, 'Orders and promises')).toEqual([null]);
  }
});
