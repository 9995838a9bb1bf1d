// Measures p50 and p95 of each kind of product search over 100,000 products, compared with `LIKE` on the same rows, in
// wall-clock time and in processor time, which is independent of other load.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { collections, colors, fibers, weaves } from '#server/import/demo-catalog.ts';
import { seededRandom } from '#server/import/demo-calendar.ts';
import { openDatabase, stockSchema } from '#server/store/sqlite-database.ts';
import { openSqliteWriter } from '#server/store/sqlite-stock-writer.ts';
import { openSqliteStore } from '#server/store/sqlite-store.ts';

import { percentile } from './median.ts';
import { figure, printTable } from './table.ts';

const productCount = 100_000;
const queryCount = 400;
const runs = 5;
const pageSize = 20;

const random = seededRandom(7);
const products = Array.from({ length: productCount }, (_, index) => {
  const productId = 100_000 + index * 3;
  const pick = (words: Readonly<Record<string, string>>) => random.pick(Object.entries(words));
  const [fiber, fiberName] = pick(fibers);
  const [weave, weaveName] = pick(weaves);
  const [color, colorName] = pick(colors);
  const name = `${fiberName} ${weaveName} ${random.pick(collections)}, ${colorName}, ${random.between(11, 29) * 10} cm`;
  return { productId, name, sku: `${fiber}${weave}-${color}-${index}`, unit: 'm' };
});

const folder = mkdtempSync(join(tmpdir(), 'bench-search-'));
const path = join(folder, 'stock.sqlite');
const database = openDatabase(path, stockSchema);
const started = performance.now();
const writer = openSqliteWriter(path, { contents: 'real', replaceStock: false, replaceProducts: false });
for (const product of products) writer.putProduct(product);
await writer.commit();
await writer.close();
const written = ((performance.now() - started) / 1000).toFixed(1);

/** Returns a word of the product's name with one letter omitted, doubled, replaced or swapped. */
function mistyped(word: string): string {
  const at = random.between(1, word.length - 2);
  const [before, here, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
  return random.pick([
    before + after,
    before + here + here + after,
    `${before}x${after}`,
    before + after.slice(0, 1) + here + after.slice(1),
  ]);
}

type Sample = (product: (typeof products)[number]) => string;
const samples: Readonly<Record<string, Sample>> = {
  'exact id': ({ productId }) => String(productId),
  'exact SKU': ({ sku }) => sku.toLowerCase(),
  'beginning of a name': ({ name }) => name.slice(0, random.between(1, 12)),
  'words in any order': ({ name }) =>
    name
      .split(/[ ,]+/)
      .toReversed()
      .slice(0, 4)
      .map((word) => word.slice(0, 4))
      .join(' '),
  'one word mistyped': ({ name }) => mistyped(name.split(' ')[0] ?? ''),
  'two words mistyped': ({ name }) => name.split(' ').slice(0, 2).map(mistyped).join(' '),
  'no match': () => 'zzyzx qqwv',
};

const store = openSqliteStore(path);
const like = database.prepare(
  `SELECT product_id, name, sku, unit FROM product WHERE name_key LIKE ?1 OR sku_key LIKE ?1 ORDER BY product_id LIMIT ${pageSize}`,
);
const rows: string[][] = [];
for (const [kind, sample] of Object.entries(samples)) {
  const times: number[] = [];
  const processorTimes: number[] = [];
  const likeTimes: number[] = [];
  for (let count = 0; count < queryCount * runs; count++) {
    const query = sample(random.pick(products));
    const usage = process.cpuUsage();
    const start = performance.now();
    await store.searchProducts(query, 1, pageSize);
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(usage);
    processorTimes.push((user + system) / 1000);
    if (count % 40 !== 0) continue;
    const likeStart = performance.now();
    like.all({ '1': `%${query}%` });
    likeTimes.push(performance.now() - likeStart);
  }
  const figures = [
    percentile(times, 50),
    percentile(times, 95),
    percentile(processorTimes, 95),
    percentile(likeTimes, 95),
  ];
  const ratio = `× ${figure(percentile(likeTimes, 50) / percentile(times, 50))}`;
  rows.push([kind, ...figures.map((time) => `${figure(time)} ms`), ratio]);
}
printTable(
  `${figure(productCount)} products, written and indexed in ${written} s`,
  ['', 'p50', 'p95', 'p95, processor time', 'LIKE, p95', 'LIKE, p50 times ours'],
  rows,
);

await store.close();
database.close();
rmSync(folder, { recursive: true });
