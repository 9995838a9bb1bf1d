// Starts the built server on a port, over a store of its own: `serve.ts PORT fixture|catalogue|demo|upstream`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { todayIn } from '#lib/calendar-date.ts';

import { serveExampleUpstream } from './example-upstream.ts';
import { exampleUpstream } from './servers.ts';
import { catalogueCsv, stockCsv } from './stock-fixture.ts';

const [port, contents] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'stock-horizon-e2e-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

process.env.PORT = port;
process.env.DATA_DIR = join(folder, 'data');

if (contents === 'fixture' || contents === 'catalogue') {
  const stock = join(folder, 'stock.csv');
  const products = join(folder, 'products.csv');
  writeFileSync(stock, stockCsv(todayIn('UTC')));
  writeFileSync(products, catalogueCsv());
  const words = [
    'dist/server/import.js',
    ...(contents === 'fixture' ? ['--stock', stock] : []),
    '--products',
    products,
  ];
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  if (status !== 0) throw new Error('The fixture was not imported.');
}

if (contents === 'upstream') {
  serveExampleUpstream(exampleUpstream.port);
  process.env.STOCK_UPSTREAM_URL = exampleUpstream.url;
  process.env.STOCK_UPSTREAM_TOKEN = 'example-token';
  process.env.STOCK_UPSTREAM_SUBSCRIPTION_KEY = 'example-key';
}

await import(pathToFileURL(resolve('dist/server/main.js')).href);
