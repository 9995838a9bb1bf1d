// Baseline for the import: parses the complete text in memory, then inserts row by row.
// Usage: naive-import.ts FILE.csv DATABASE
import { readFileSync } from 'node:fs';

import { DatabaseSync } from '@photostructure/sqlite';
import { csvParse } from 'd3-dsv';

const [file = '', path = ''] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS stock (
    market TEXT, product_id INTEGER, stock_date TEXT, is_max_lead_time INTEGER,
    stock_quantity REAL, is_deleted INTEGER, last_update_date TEXT,
    PRIMARY KEY (market, product_id, is_max_lead_time, stock_date)
  )`);
const put = database.prepare('INSERT OR REPLACE INTO stock VALUES (?, ?, ?, ?, ?, ?, ?)');
database.exec('BEGIN');
for (const row of csvParse(readFileSync(file, 'utf8')))
  put.run(
    `${row.company}/${row.salesOrganization}/${row.territoryId}`,
    Number(row.productId),
    row.stockDate ?? '',
    row.isMaxLeadTime === 'TRUE' ? 1 : 0,
    Number(row.stockQuantity),
    row.isDeleted === 'TRUE' ? 1 : 0,
    row.lastUpdateDate ?? '',
  );
database.exec('COMMIT');
database.close();
