import { afterEach, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { Problem } from '#stock/contract/problem.ts';
import { signToken } from '#server/service/access-token.ts';

import { runApp, type RunningApp } from './running-app.fixture.ts';

let app: RunningApp;
afterEach(() => app.close());

const lookups = [
  ['GET', '/stock/12345?quantity=1'],
  ['GET', '/stock/12345/calendar'],
  ['GET', '/stock/calendar'],
  ['POST', '/stock', { products: [{ productId: 12_345, quantity: 1 }] }],
] as const;

/** Sends each lookup as an API client. */
async function callService() {
  const { secrets } = app;
  const expiresAt = Math.floor(Date.now() / 1000) + 60;
  const headers = {
    Authorization: `Bearer ${await signToken(secrets.jwtSecret ?? '', { subject: 'test', expiresAt })}`,
    'Ocp-Apim-Subscription-Key': secrets.subscriptionKeys[0],
    'Api-version': 'v1',
  };
  return Promise.all(lookups.map(([method, path, body]) => app.ask(`/api${path}`, { method, headers, body })));
}
const stockData = ({ headers }: { headers: Record<string, unknown> }) => headers['stock-data'];

it('marks every response from demo data until real data is imported', async () => {
  app = await runApp();
  const paths = ['/api/openapi.json', '/api/stock/12345', '/api/stock/7?quantity=1', '/api/gone'];
  const responses = [...(await callService()), ...(await Promise.all(paths.map((path) => app.ask(path))))];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 401, 401, 401]);
  expect(responses.map(stockData)).toEqual(responses.map(() => 'demo'));
  await app.write({ contents: 'real', rows: [] });
  expect((await Promise.all(paths.map((path) => app.ask(path)))).map(stockData)).toEqual(paths.map(() => undefined));
});

it('rejects lookups while there is no stock data, and demo data may not be served', async () => {
  app = await runApp({ DEMO: '0' });
  for (const response of await callService()) {
    const { type, title } = Problem.parse(JSON.parse(response.text));
    expect([response.status, stockData(response), type, title]).toEqual([
      503,
      undefined,
      'urn:stock-horizon:problem:no-stock-data',
      'No stock data imported',
    ]);
  }
  expect((await app.ask('/gateway/availability?productId=12345&quantity=1')).status).toBe(503);
  expect(JSON.parse((await app.ask('/gateway/products?q=12345')).text)).toMatchObject({ products: [] });
  const { service } = Session.parse(JSON.parse((await app.ask('/gateway/session')).text));
  expect(service).toMatchObject({ isEmpty: true, demo: false, searchable: false });
  expect(await app.ask('/healthz')).toMatchObject({
    status: 200,
    text: '{"status":"ok","detail":"No stock data imported."}',
  });
  await app.write({ contents: 'real', rows: [] });
  expect((await callService()).map(({ status }) => status)).toEqual([404, 404, 200, 404]);
  expect((await app.ask('/healthz')).text).toBe('{"status":"ok"}');
});
