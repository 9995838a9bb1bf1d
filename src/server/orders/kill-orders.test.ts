import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { type OrderContent, OrderEntries, OrderEntry, StoredOrder } from '#stock/contract/orders.ts';
import { addressOfProcess, killProcess, startServerProcess } from '#server/server-process.fixture.ts';
import { openStore } from '#server/store/open-store.ts';
import { makeTemporaryLocation, settingsFor } from '#server/store/temporary-store.fixture.ts';

/** `KILL_ROUNDS=200` for the full test; each round takes some seconds. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2);
vi.setConfig({ testTimeout: 60_000 + rounds * 30_000 });

const orderCount = 4;
const idOf = (number: number) => `order-to-be-killed-${number}`;
const line = (key: number) => ({ key, product: String(10_000 + key), quantity: 1000 * key });
/** The lines tell the revision, so that a mix of two would be seen. */
const content = (revision: number): OrderContent => ({
  name: `Revision ${revision}`,
  lines: Array.from({ length: 1000 }, (_, index) => line(1000 * revision + index + 1)),
  checks: [],
});

test('after kill -9 between writes, every order has the last version that was confirmed, or the one in flight', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-orders-'));
  const { location, remove } = await makeTemporaryLocation();
  const settings = settingsFor(location);
  // A store that exists isn't filled with demo data.
  await (await openStore(location)).close();
  const confirmed = new Map<number, { revision: number; changedAt: number }>();
  let revision = 0;
  for (let round = 0; round < rounds; round++) {
    const server = startServerProcess(folder, settings);
    const address = await addressOfProcess(server);
    const sent = new Map<number, number>();
    const killing = new AbortController();
    const write = async (number: number) => {
      while (!killing.signal.aborted) {
        const next = (revision += 1);
        sent.set(number, next);
        const known = confirmed.get(number);
        const response = await fetch(`${address}/gateway/orders/${idOf(number)}`, {
          method: 'PUT',
          headers: {
            Origin: address,
            'Content-Type': 'application/json',
            ...(known === undefined ? { 'If-None-Match': '*' } : { 'If-Match': `"${known.changedAt}"` }),
          },
          body: JSON.stringify(content(next)),
        });
        expect(response.ok).toBe(true);
        const { changedAt } = OrderEntry.parse(await response.json());
        confirmed.set(number, { revision: next, changedAt });
      }
    };
    const writers = Array.from({ length: orderCount }, (_, number) => write(number).catch(() => undefined));
    await vi.waitFor(() => expect(confirmed.size).toBe(orderCount), 20_000);
    await wait(300 * Math.random());
    await killProcess(server);
    killing.abort();
    await Promise.all(writers);

    const again = startServerProcess(folder, settings);
    const restarted = await addressOfProcess(again);
    const { orders } = OrderEntries.parse(await (await fetch(`${restarted}/gateway/orders`)).json());
    expect(orders).toHaveLength(orderCount);
    for (const [number, known] of confirmed) {
      const stored = StoredOrder.parse(await (await fetch(`${restarted}/gateway/orders/${idOf(number)}`)).json());
      const found = Number(stored.content.name.replace('Revision ', ''));
      expect([known.revision, sent.get(number)]).toContain(found);
      expect(stored.content).toEqual(content(found));
      confirmed.set(number, { revision: found, changedAt: stored.changedAt });
    }
    await killProcess(again);
  }
  await remove();
  rmSync(folder, { recursive: true });
});
