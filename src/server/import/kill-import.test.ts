import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { addressOfProcess, killProcess, startServerProcess } from '#server/server-process.fixture.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/stock-store.ts';
import { makeTemporaryLocation, settingsFor, testMarket as market } from '#server/store/temporary-store.fixture.ts';

/** `KILL_ROUNDS=20` for the full test; each round takes some seconds. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const productCount = 20_000;
const pageSize = 500;

vi.setConfig({ testTimeout: 60_000 + rounds * 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'kill-import-'));
const command = new URL('./import-command.ts', import.meta.url).pathname;

/** Stock in which every row has the same quantity, with a thousand products per unit of that quantity. */
function stockFile(quantity: number): string {
  const path = join(folder, `${quantity}.csv`);
  const rows = Array.from({ length: productCount * quantity }, (_, index) => `${index + 1},2026-11-01,${quantity}\n`);
  writeFileSync(path, `productId,stockDate,stockQuantity\n${rows.join('')}`);
  return path;
}

/** Waits until an import after `generation` is committed; only its cleanup is left then. */
async function committed(store: Store, generation: number, isRunning: () => boolean): Promise<void> {
  while (isRunning() && (await store.state()).generation === generation) await wait(1);
}

test('after kill -9 of server and import, the store has the old or the new stock, and both start again', async () => {
  const { location, remove } = await makeTemporaryLocation();
  const settings = settingsFor(location);
  const importing = (quantity: number) =>
    spawn(process.execPath, ['--import', 'tsx', command, '--stock', stockFile(quantity), '--replace'], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: 'ignore',
    });
  const started = performance.now();
  expect(await once(importing(1), 'exit')).toEqual([0, null]);
  const longest = performance.now() - started;

  let held = 1;
  const kept: string[] = [];
  /** The quantities that product 1 had before each import that was committed. */
  const replaced: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = startServerProcess(folder, settings);
    await addressOfProcess(server);
    const next = held === 1 ? 2 : 1;
    const watching = await openStore(location);
    const { generation } = await watching.state();
    const running = importing(next);
    const isRunning = () => running.exitCode === null && running.signalCode === null;
    // Every other time right after the commit, which is a short moment; otherwise at a random time.
    const isLate = round % 2 === 1;
    const moment = isLate ? committed(watching, generation, isRunning) : wait(longest * (0.3 + Math.random() * 1.2));
    await Promise.race([moment, once(running, 'exit')]);
    const wasRunning = isRunning();
    await Promise.all([killProcess(running), killProcess(server)]);
    await moment;
    await watching.close();

    const again = startServerProcess(folder, settings);
    const health = await fetch(`${await addressOfProcess(again)}/healthz`);
    expect(health.status).toBe(200);
    const store = await openStore(location);
    const quantities = new Set<number>();
    const { totalItemCount } = await store.findCalendarPage(market, {
      productIds: null,
      page: 1,
      pageSize: 1,
      includeMaxLeadTime: true,
    });
    for (let page = 1; page <= Math.ceil(totalItemCount / pageSize); page++) {
      const query = { productIds: null, page, pageSize, includeMaxLeadTime: true };
      const { calendars } = await store.findCalendarPage(market, query);
      for (const { rows } of calendars) for (const row of rows) quantities.add(row.stockQuantity);
    }
    const history = await store.findProductHistory(market, 1);
    await store.close();
    await killProcess(again);
    expect(quantities.size).toBe(1);
    const [quantity = 0] = quantities;
    expect([held * 1000, next * 1000]).toContain(quantity);
    expect(totalItemCount).toBe((productCount * quantity) / 1000);
    if (isLate) expect(quantity).toBe(next * 1000);
    if (quantity === next * 1000) replaced.push(held * 1000);
    expect(history.replaced.map(({ rows }) => rows?.map((row) => row.stockQuantity))).toEqual(
      replaced.map((earlier) => [earlier]),
    );
    kept.push(`${quantity === next * 1000 ? 'new' : 'old'}${wasRunning ? '' : ' (ended)'}`);
    held = quantity / 1000;
  }
  process.stdout.write(`${rounds} rounds: ${kept.join(', ')}\n`);
  await remove();
  rmSync(folder, { recursive: true });
});
