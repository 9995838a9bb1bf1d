import { afterAll, beforeAll, expect, it } from 'vitest';

import { CalendarsPage } from '#stock/contract/calendars.ts';
import { ChangesPage } from '#stock/contract/changes.ts';
import { HistorySize, ProductHistory } from '#stock/contract/history.ts';
import { runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

/** The built-in service of one server is the external service of another. */
let service: RunningApp;
let app: RunningApp;
const clock = { now: Date.parse('2026-11-23T10:00:00Z') };
const now = () => new Date(clock.now);

beforeAll(async () => {
  service = await runApp({}, { now });
  const { config, secrets } = service;
  const token = await signToken(secrets.jwtSecret ?? '', {
    subject: 'reader',
    expiresAt: clock.now / 1000 + 30 * 86_400,
    issuer: config.tokens.issuer,
    audience: config.tokens.audience,
  });
  app = await runApp(
    {
      STOCK_UPSTREAM_URL: `http://127.0.0.1:${service.port}/api`,
      STOCK_UPSTREAM_TOKEN: token,
      STOCK_UPSTREAM_SUBSCRIPTION_KEY: secrets.subscriptionKeys[0] ?? '',
      ALLOW_HTTP: '1',
    },
    { now },
  );
});
afterAll(async () => {
  await app.close();
  await service.close();
});

async function changesOf(server: RunningApp, since: string): Promise<ChangesPage> {
  const response = await server.ask(`/gateway/changes?since=${since}`);
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, '']);
  return ChangesPage.parse(JSON.parse(response.text));
}

/** Loads all calendars of the service at a time, and once more 20 minutes later. */
async function observeAt(time: string): Promise<void> {
  for (const minutes of [0, 20]) {
    clock.now = Date.parse(time) + minutes * 60_000;
    for (;;) {
      const { historyFrom, receivedAt } = await changesOf(app, '2026-11-01');
      if (historyFrom !== null && receivedAt >= clock.now) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const stock = (productId: number, stockDate: `${number}-${number}-${number}`, quantity: number) =>
  stockRow({ productId, stockDate, stockQuantity: quantity * 1000 });

const compared = ({ rows }: ChangesPage) =>
  rows.map(({ product: { productId }, before, now: current }) => ({ productId, before, now: current }));

const daysOf = async (server: RunningApp, query: string) => {
  const response = await server.ask(`/gateway/history?${query}`);
  return ProductHistory.parse(JSON.parse(response.text)).days;
};
const sizeOf = async (server: RunningApp) =>
  HistorySize.parse(JSON.parse((await server.ask('/gateway/history/size')).text)).calendars;
const expected = (date: string) => ({ kind: 'expected', date });

it('returns the changes and the history of an external service as that service itself does', async () => {
  const monday = [stock(1, '2026-11-01', 5), stock(1, '2026-12-11', 80), stock(2, '2026-12-20', 50)];
  await service.write({
    contents: 'real',
    rows: [...monday, stock(3, '2026-11-01', 7), stock(4, '2026-11-01', 7)],
    committedAt: Date.parse('2026-11-23T09:00:00Z'),
  });
  await observeAt('2026-11-23T10:00:00Z');
  expect((await changesOf(app, '2026-11-23')).counts).toEqual({ gone: 0, later: 0, earlier: 0, same: 0 });

  await service.write({
    replaceStock: true,
    // 80 m move by ten days, 50 m a week earlier; product 3 is gone and 5 is new.
    rows: [
      stock(1, '2026-11-01', 5),
      stock(1, '2026-12-21', 80),
      stock(2, '2026-12-13', 50),
      stock(4, '2026-11-01', 7),
      stock(5, '2026-11-01', 1),
    ],
    committedAt: Date.parse('2026-11-25T06:00:00Z'),
  });
  await observeAt('2026-11-25T08:00:00Z');
  const [found, own] = await Promise.all([changesOf(app, '2026-11-24'), changesOf(service, '2026-11-24')]);
  expect(found.counts).toEqual({ gone: 1, later: 1, earlier: 2, same: 0 });
  expect(compared(found)).toEqual(compared(own));
  expect(found.receivedAt).toBe(clock.now);

  const [counts, ownCounts] = await Promise.all(
    [app, service].map((server) => changesOf(server, '2026-11-24&counted=true')),
  );
  expect(counts?.countsThen).toEqual(ownCounts?.countsThen);
  expect(counts?.countsThen).not.toBeNull();

  const [before, moved] = [expected('2026-12-11'), expected('2026-12-21')];
  expect(await daysOf(service, 'productId=1&quantity=80')).toEqual([
    { day: '2026-11-23', stockResult: before },
    { day: '2026-11-24', stockResult: before },
    { day: '2026-11-25', stockResult: moved },
  ]);
  // Nobody looked on Tuesday.
  expect(await daysOf(app, 'productId=1&quantity=80')).toEqual([
    { day: '2026-11-23', stockResult: before },
    { day: '2026-11-25', stockResult: moved },
  ]);
  for (const server of [service, app]) {
    const gone = await daysOf(server, 'productId=3');
    expect([gone[0], gone.at(-1)?.day]).toEqual([
      { day: '2026-11-23', stockResult: { kind: 'in-stock', date: '2026-11-01' } },
      server === app ? '2026-11-23' : '2026-11-24',
    ]);
    expect(await daysOf(server, 'productId=9')).toEqual([]);
    expect((await server.ask('/gateway/history?productId=x')).status).toBe(400);
  }

  // The service keeps what an import replaced, four calendars; the other one all that it has observed.
  expect([await sizeOf(service), await sizeOf(app)]).toEqual([4, 8]);

  // A page of some products is in their order, and counted by the index of all.
  const some = await app.ask('/gateway/calendars?productIds=5,4,1&pageSize=2');
  const page = CalendarsPage.parse(JSON.parse(some.text));
  expect(page.rows.map(({ product }) => product.productId)).toEqual([5, 4]);
  expect(page).toMatchObject({ total: 3, isSortedAndFiltered: true, index: { isInterrupted: false } });

  const later = await changesOf(app, String(clock.now));
  expect([later.since, later.rows]).toEqual([clock.now, []]);
});
