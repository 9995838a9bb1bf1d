// Rechecks 100,000 promises of 100 persons after an import that moved 2 % of the products, and asks for availability from
// another process meanwhile. `BENCH_PROMISES` sets their number.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { addDays } from '#stock/calendar-date.ts';
import { newTracking } from '#stock/promises/tracking.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { CheckRuns } from '#server/promises/check-runs.ts';
import { readSecrets } from '#server/secrets.ts';
import { openStore, openWriter, storeLocation } from '#server/store/open-store.ts';

import { median, percentile } from './median.ts';
import { benchMarket, benchToday, firstProductId } from './service-data.ts';
import { figure, printTable } from './table.ts';

const promiseCount = Number(process.env.BENCH_PROMISES ?? 100_000);
const [people, linesOfLetter, productCount, entries] = [100, 10, 20_000, 12];
const imports = 3;

/** Sends one request after another, with pauses, until it is killed, and prints how long each took. */
async function client(address: string): Promise<never> {
  for (let index = 0; ; index += 1) {
    const started = performance.now();
    const productId = firstProductId + ((index * 37) % productCount);
    const response = await fetch(`${address}/gateway/availability?productId=${productId}&quantity=50`);
    await response.arrayBuffer();
    process.stdout.write(`${response.ok ? performance.now() - started : Infinity}\n`);
    await wait(10);
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-rechecks-'));
  const config = readConfig({ DATA_DIR: folder, PORT: '0', STOCK_TIME_ZONE: 'UTC' });
  const location = storeLocation(config);
  /** Another 10 m on each of eleven days and a max lead time for each product, of which 50 m are promised. Each round moves others. */
  const importStock = async (round: number) => {
    const writer = await openWriter(location, { contents: 'real', replaceStock: true, replaceProducts: false });
    for (let index = 0; index < productCount; index += 1) {
      for (let entry = 0; entry < entries; entry += 1)
        writer.putStock(benchMarket, {
          productId: firstProductId + index,
          stockDate: addDays(benchToday, 5 + 14 * entry + (index % 50 < round ? 3 : 0)),
          stockQuantity: 10_000 * (entry + 1),
          isMaxLeadTime: entry === entries - 1,
          isDeleted: false,
          lastUpdateDate: benchToday,
        });
      if (index % 100 === 0) await writer.drain();
    }
    await writer.commit();
    await writer.close();
  };
  await importStock(0);
  const store = await openStore(location);
  const at = Date.now();
  const known = { kind: 'expected', date: addDays(benchToday, 5 + 14 * 4), day: benchToday } as const;
  const progress = JSON.stringify({
    promised: known,
    now: known,
    since: at,
    checkedAt: at,
    dataVersion: '',
    tracking: newTracking({ result: known, at, updated: null }),
    closed: null,
    changes: [{ ...known, at, isTold: true }],
  });
  const letterCount = promiseCount / linesOfLetter;
  for (let letter = 0; letter < letterCount; letter += 1) {
    const key = { personId: `person ${letter % people}`, stockDigest: 'bench', letterId: `letter ${letter}` };
    if (letter < people) await store.saveFolder(key, JSON.stringify(benchMarket));
    const lines = Array.from({ length: linesOfLetter }, (_, place) => {
      const productId = firstProductId + ((letter * linesOfLetter + place) % productCount);
      const line = JSON.stringify({ productId, product: `Product ${productId}`, quantity: 50_000, unit: 'm' });
      const sealed =
        place === 0 ? { sealedEntry: 'e', sealedContent: 'c' } : { sealedEntry: null, sealedContent: null };
      return { letterId: key.letterId, place, line, progress, revision: 1, toldAt: at, ...sealed };
    });
    await store.createLetter(key, lines);
  }
  let runs: CheckRuns | undefined;
  const app = await createApp({
    config: { ...config, host: '127.0.0.1' },
    secrets: await readSecrets(config),
    store,
    location,
    dashboardFolder: null,
    version: '0.0.0',
    logger: undefined,
    onRuns: (created) => (runs = created),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  // The first run after a start checks what is unknown.
  await runs?.tick();
  const measured: { seconds: number; processor: number; p50: number; p99: number; worst: number }[] = [];
  for (let round = 1; round <= imports; round += 1) {
    await importStock(round);
    const asking = spawn(process.execPath, ['--import', 'tsx', import.meta.filename, `http://127.0.0.1:${port}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const times: number[] = [];
    let isMeasured = false;
    asking.stdout.on('data', (text) => isMeasured && times.push(...String(text).trim().split('\n').map(Number)));
    await once(asking.stdout, 'data');
    isMeasured = true;
    const [started, before] = [performance.now(), process.cpuUsage()];
    await runs?.tick();
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - started) / 1000;
    isMeasured = false;
    asking.kill();
    measured.push({
      seconds,
      processor: (user + system) / 1e6,
      p50: percentile(times, 50),
      p99: percentile(times, 99),
      worst: Math.max(...times),
    });
  }
  let told = 0;
  for (let person = 0; person < people; person += 1)
    told += (await store.countNotifications({ personId: `person ${person}`, stockDigest: 'bench' })).all;
  const of = (name: keyof (typeof measured)[number]) => figure(median(measured.map((each) => each[name])));
  printTable(
    `${figure(promiseCount)} promises rechecked after an import, ${figure(told / imports)} told each time; availability meanwhile`,
    ['Median of 3', 'Time', 'Processor time', 'Availability p50', 'p99', 'Worst'],
    [
      [
        'Recheck',
        `${of('seconds')} s`,
        `${of('processor')} s`,
        `${of('p50')} ms`,
        `${of('p99')} ms`,
        `${of('worst')} ms`,
      ],
    ],
  );
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
}

const [address] = process.argv.slice(2);
await (address === undefined ? main() : client(address));
