// Starts the built server with a temporary store: `serve.ts PORT fixture|damaged|empty|catalogue|many|demo|upstream`. A
// parent process can set its clock and import stock by messages (`ServerMessage`).
import { DatabaseSync } from '@photostructure/sqlite';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { todayIn } from '#stock/calendar-date.ts';

import { serveExampleUpstream } from './example-upstream.ts';
import { manyCatalogueCsv, manyStockCsv } from './large-stock-fixture.ts';
import { exampleUpstream, ownCredentials, type ServerMessage } from './servers.ts';
import { catalogueCsv, stockCsv } from './stock-fixture.ts';

const [port, contents] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'stock-horizon-e2e-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const RealDate = Date;
/** Milliseconds that this process's clock is ahead. */
let ahead = 0;
globalThis.Date = class extends RealDate {
  constructor(...parts: ConstructorParameters<typeof RealDate> | []) {
    super(...((parts.length === 0 ? [RealDate.now() + ahead] : parts) as [number]));
  }
  static override now = () => RealDate.now() + ahead;
} as DateConstructor;

process.on('message', (message: ServerMessage) => {
  if ('now' in message) ahead = Date.parse(message.now) - RealDate.now();
  else importFiles({ stock: message.stock });
  process.send?.('done');
});
// The listener must not keep a stopped server alive.
process.channel?.unref();

process.env.PORT = port;
process.env.DATA_DIR = join(folder, 'data');

if (contents === 'fixture' || contents === 'damaged')
  importFiles({ stock: stockCsv(todayIn('UTC')), products: catalogueCsv() });
if (contents === 'damaged') {
  const database = new DatabaseSync(join(folder, 'data', 'stock.sqlite'));
  database.exec('UPDATE stock SET stock_quantity = stock_quantity + 1000');
  database.close();
}
if (contents === 'fixture') {
  process.env.STOCK_JWT_SECRET ??= ownCredentials.secret;
  process.env.STOCK_SUBSCRIPTION_KEYS ??= ownCredentials.subscriptionKey;
}
if (contents === 'empty') process.env.DEMO = '0';
if (contents === 'catalogue') importFiles({ products: catalogueCsv() });
if (contents === 'many') importFiles({ stock: manyStockCsv(todayIn('UTC')), products: manyCatalogueCsv() });

if (contents === 'upstream') {
  serveExampleUpstream(exampleUpstream.port);
  process.env.STOCK_UPSTREAM_URL = exampleUpstream.url;
  process.env.STOCK_UPSTREAM_TOKEN = 'example-token';
  process.env.STOCK_UPSTREAM_SUBSCRIPTION_KEY = 'example-key';
}

/** Imports CSV contents as `npm run import` does. */
function importFiles(files: { stock?: string; products?: string }): void {
  const words = Object.entries(files).flatMap(([kind, csv]) => {
    const path = join(folder, `${kind}.csv`);
    writeFileSync(path, csv);
    return [`--${kind}`, path];
  });
  const { status } = spawnSync(process.execPath, ['dist/server/import.js', ...words], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The files were not imported.');
}

await import(pathToFileURL(resolve('dist/server/main.js')).href);
