import { expect, test } from 'vitest';

import { Metrics, routeLabels } from './metrics.ts';

import { runApp } from './running-app.fixture.ts';

const store = { state: async () => ({ generation: 3, contents: 'real', searchable: true }) as const };

test('requests are counted by operation and status, without products, users or credentials', async () => {
  const app = await runApp();
  const secret = 'a-token-nobody-may-see';
  await app.ask('/gateway/availability?productId=12345&quantity=4.321');
  await app.ask('/gateway/calendars?productIds=12345');
  await app.ask('/gateway/products?q=alize');
  await app.ask('/api/stock/12345', { headers: { Authorization: `Bearer ${secret}` } });
  await app.ask('/nowhere/12345');
  const { status, headers, text } = await app.ask('/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const count = (labels: string) => text.includes(`stock_request_duration_seconds_count{${labels}}`);
  expect(count('area="gateway",operation="/availability",method="GET",status="200"')).toBe(true);
  expect(count('area="gateway",operation="/calendars",method="GET",status="200"')).toBe(true);
  expect(count('area="gateway",operation="/products",method="GET",status="200"')).toBe(true);
  expect(count('area="api",operation="stockOfProduct",method="GET",status="401"')).toBe(true);
  expect(count('area="pages",operation="page",method="GET",status="404"')).toBe(true);
  expect(text).toContain('stock_store_up 1');
  // A figure may have the digits of anything.
  const names = text.replaceAll(/^([^#\s{]+(?:\{.*\})?) .*$/gm, '$1');
  for (const hidden of [
    secret,
    ...app.secrets.subscriptionKeys,
    app.secrets.jwtSecret ?? '',
    '12345',
    'alize',
    '4.321',
  ])
    expect(names).not.toContain(hidden);
  await app.close();
});

test.each([
  ['a proxy forwarded the request', {}, { 'X-Forwarded-For': '192.0.2.1' }],
  ['other machines can reach the server', { PUBLIC_URL: 'https://stock.example.com' }, {}],
])('metrics are not served if %s', async (_, settings, headers) => {
  const app = await runApp(settings);
  expect((await app.ask('/metrics', { headers })).status).toBe(404);
  await app.close();
});

test('upstream calls are counted', async () => {
  const metrics = new Metrics(store);
  const observer = metrics.watchUpstream();
  observer.called('stockOfProduct', { kind: 'response', status: 503 }, 0.02);
  observer.called('stockOfProduct', { kind: 'failed', reason: 'timeout' }, 10);
  observer.retried('stockOfProduct');
  observer.responded('productCalendar', 'stale');
  observer.breakerChanged('open');
  const text = await metrics.read();
  for (const line of [
    'stock_upstream_call_duration_seconds_count{operation="stockOfProduct",outcome="503"} 1',
    'stock_upstream_call_duration_seconds_count{operation="stockOfProduct",outcome="timeout"} 1',
    'stock_upstream_retries_total{operation="stockOfProduct"} 1',
    'stock_gateway_responses_total{operation="productCalendar",source="stale"} 1',
    'stock_upstream_breaker{state="open"} 1',
    'stock_upstream_breaker{state="closed"} 0',
    'stock_store_generation 3',
    'stock_store_real_data 1',
  ])
    expect(text).toContain(line);
});

test('a store that cannot be read is reported as down, with its last known state', async () => {
  let isBroken = false;
  const metrics = new Metrics({
    state: () => (isBroken ? Promise.reject(new Error('gone')) : store.state()),
  });
  await metrics.read();
  isBroken = true;
  expect(await metrics.read()).toMatch(/stock_store_up 0[^]*stock_store_generation 3/);
});

test('routes are labeled by audience and operation', () => {
  expect(routeLabels('/assets/main-C0ffee00.js')).toEqual({ area: 'pages', operation: 'page' });
  expect(routeLabels('/healthz')).toEqual({ area: 'pages', operation: '/healthz' });
  expect(routeLabels('/live/:file')).toEqual({ area: 'keys', operation: 'live' });
  expect(routeLabels('/mcp')).toEqual({ area: 'keys', operation: 'mcp' });
  expect(routeLabels(undefined)).toEqual({ area: 'pages', operation: 'page' });
  expect(routeLabels('/gateway/session')).toEqual({ area: 'gateway', operation: '/session' });
});
