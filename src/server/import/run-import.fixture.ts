import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openTemporaryStore, testMarket as market } from '#server/store/temporary-store.fixture.ts';

import { runImport } from './run-import.ts';
import type { ImportJob, ImportReport } from './start-worker.ts';

/** The service's day in these tests. */
export const today = '2026-11-21';

interface Files {
  stock?: string;
  products?: string;
}

/** A temporary store, and a folder for the files that are imported into it. */
export async function openImports() {
  const temporary = await openTemporaryStore();
  const folder = mkdtempSync(join(tmpdir(), 'run-import-'));
  const fileOf = (name: string) => join(folder, name);
  return {
    temporary,
    fileOf,

    importing: (files: Files, options: Partial<ImportJob> = {}): Promise<ImportReport> => {
      for (const [name, text] of Object.entries(files)) writeFileSync(fileOf(`${name}.csv`), text);
      const job: ImportJob = {
        kind: 'import',
        location: temporary.location,
        market,
        today,
        stockFile: files.stock === undefined ? null : fileOf('stock.csv'),
        productsFile: files.products === undefined ? null : fileOf('products.csv'),
        replace: false,
        keepGoing: false,
        dates: null,
        decimal: null,
      };
      return runImport({ ...job, ...options }, () => {});
    },

    /** All visible rows of a market, as `product date thousandths`, with `L` for a max lead time. */
    contents: async (of = market): Promise<string[]> => {
      const query = { productIds: null, page: 1, pageSize: 500, includeMaxLeadTime: true };
      const { calendars } = await temporary.store.findCalendarPage(of, query);
      return calendars.flatMap(({ productId, rows }) =>
        rows.map((row) => `${productId} ${row.stockDate} ${row.stockQuantity}${row.isMaxLeadTime ? ' L' : ''}`),
      );
    },

    close: async () => {
      await temporary.close();
      rmSync(folder, { recursive: true });
    },
  };
}
