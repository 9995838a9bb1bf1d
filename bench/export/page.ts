// Page driven by `export.bench.ts`: each writer writes the same table of calendar entries.
import Papa from 'papaparse';
import writeExcelFile from 'write-excel-file/browser';

import { writeFile } from '#parts/export/table-export.ts';
import { plainCsv } from '#stock/export/csv.ts';
import type { ExportColumn, ExportRow } from '#stock/export/export-table.ts';
import { addDays, toMilliseconds, type CalendarDate } from '#stock/calendar-date.ts';
import { fromThousandths } from '#stock/thousandths.ts';

export type Writer = 'stock-horizon csv' | 'papaparse csv' | 'stock-horizon xlsx' | 'write-excel-file xlsx';

export interface WriteFigures {
  milliseconds: number;
  bytes: number;
  /** Number of progress reports. */
  told: number;
}

declare global {
  interface Window {
    exportBench: ExportBench;
  }
}

export interface ExportBench {
  write(writer: Writer, rows: number): Promise<WriteFigures>;
}

const columns: ExportColumn[] = [
  { header: 'Product', kind: 'id' },
  { header: 'Name', kind: 'text' },
  { header: 'SKU', kind: 'code' },
  { header: 'Territory', kind: 'text' },
  { header: 'Date', kind: 'date' },
  { header: 'In days', kind: 'count' },
  { header: 'Available', kind: 'quantity' },
  { header: 'Unit', kind: 'text' },
  { header: 'Change', kind: 'quantity' },
  { header: 'Kind', kind: 'text' },
  { header: 'Last update', kind: 'date' },
  { header: 'Max lead time', kind: 'flag' },
];

const first: CalendarDate = '2026-11-21';
const rowsPerPage = 2500;

function rowAt(index: number): ExportRow {
  const product = 100_000 + Math.floor(index / 10);
  const step = index % 10;
  const isMaxLeadTime = step === 9;
  const level = ((index * 7919) % 900_000) + 500;
  const date = addDays(first, step * 13);
  return {
    cells: [
      product,
      `Linen twill, "sea green" ${product % 977}`,
      `00${product}`,
      'BRU_GLO',
      date,
      step * 13,
      isMaxLeadTime ? null : level,
      'm',
      isMaxLeadTime ? null : level - 40_000,
      isMaxLeadTime ? 'Max lead time' : 'Expected',
      first,
      isMaxLeadTime ? 'Max lead time' : null,
    ],
    ...(isMaxLeadTime && { maxLeadTimeCells: [4, 9] }),
  };
}

async function* pages(rows: number) {
  const total = Math.ceil(rows / rowsPerPage);
  for (let page = 0; page < total; page += 1) {
    const start = page * rowsPerPage;
    const batch = Array.from({ length: Math.min(rowsPerPage, rows - start) }, (_, at) => rowAt(start + at));
    yield { rows: batch, expected: rows, pages: { done: page + 1, total } };
    // The next page arrives in a separate task, like a response of the service.
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

async function withOurs(format: 'csv' | 'xlsx', rows: number): Promise<Omit<WriteFigures, 'milliseconds'>> {
  let told = 0;
  const { file } = await writeFile(
    {
      rows: { scope: 'all', count: rows, batches: () => pages(rows) },
      since: 0,
      onProgress: () => {
        told += 1;
      },
      signal: new AbortController().signal,
    },
    format === 'csv'
      ? { format, columns, style: plainCsv, withSource: false }
      : {
          format,
          columns,
          summary: [],
          sheetNames: { summary: 'Summary', rows: 'Calendars', about: 'About' },
        },
    (extent) => ({ extent, about: [['Rows', String(rows)]], columns: [] }),
  );
  return { bytes: file.size, told };
}

function values({ cells }: ExportRow): (string | number | null)[] {
  return cells.map((cell, at) =>
    columns[at]?.kind === 'quantity' && cell !== null ? fromThousandths(Number(cell)) : cell,
  );
}

function withPapa(rows: number): Omit<WriteFigures, 'milliseconds'> {
  const data = Array.from({ length: rows }, (_, index) => values(rowAt(index)));
  const text = Papa.unparse({ fields: columns.map(({ header }) => header), data }, { escapeFormulae: true });
  return { bytes: new Blob([text]).size, told: 0 };
}

async function withExcelFile(rows: number): Promise<Omit<WriteFigures, 'milliseconds'>> {
  const header = columns.map(({ header: value }) => ({ value, fontWeight: 'bold' as const }));
  const data = Array.from({ length: rows }, (_, index) =>
    values(rowAt(index)).map((value, at) => {
      if (value === null) return null;
      return columns[at]?.kind === 'date'
        ? { value: new Date(toMilliseconds(value as CalendarDate)), type: Date, format: 'yyyy-mm-dd' }
        : { value };
    }),
  );
  const file = await writeExcelFile([header, ...data], { stickyRowsCount: 1 }).toBlob();
  return { bytes: file.size, told: 0 };
}

const bench: ExportBench = {
  async write(writer, rows) {
    const start = performance.now();
    const written = await {
      'stock-horizon csv': () => withOurs('csv', rows),
      'stock-horizon xlsx': () => withOurs('xlsx', rows),
      'papaparse csv': () => withPapa(rows),
      'write-excel-file xlsx': () => withExcelFile(rows),
    }[writer]();
    return { ...written, milliseconds: performance.now() - start };
  },
};
window.exportBench = bench;
