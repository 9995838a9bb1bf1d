import { afterEach, beforeEach, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';

import { serverStarter, type ServerStarter } from './server-starter.fixture.ts';

let servers: ServerStarter;
beforeEach(async () => {
  servers = await serverStarter();
});
afterEach(() => servers.close());

it('loads no demo data into a database, and reports that it holds no stock', async () => {
  const { address } = await servers.start();
  expect(servers.lines).toEqual([
    expect.stringMatching(/ - No stock data imported\. .*To import yours: npm run import/),
  ]);
  const { service } = Session.parse(await (await fetch(`${address}/gateway/session`)).json());
  expect(service).toMatchObject({ demo: false, searchable: false });
});
