import { afterEach, beforeEach, expect, test } from 'vitest';

import { ApiCheck, countResults } from '#stock/contract/api-check.ts';
import { runApp, type RunningApp } from '#server/running-app.fixture.ts';

import { fakeUpstream, type Handler, hangUp, json } from '#server/upstream/upstream.fake.ts';

let app: RunningApp;
beforeEach(async () => {
  app = await runApp();
});
afterEach(() => app.close());

const check = (body: object | string = {}) => app.ask('/gateway/api-check', { method: 'POST', body });

test('checks the connected service against the specification', async () => {
  const response = await check();
  const report = ApiCheck.parse(JSON.parse(response.text));
  expect(response.status).toBe(200);
  expect(report.stopped).toBeNull();
  expect(countResults(report).failed).toBe(0);
  expect(countResults(report).passed).toBeGreaterThan(25);
});

test('uses the given products', async () => {
  const report = ApiCheck.parse(JSON.parse((await check({ productIds: [404_404] })).text));
  expect(report.stopped?.reason).toBe('no-products');
});

test('runs one check at a time per user', async () => {
  const responses = await Promise.all([check(), check(), check()]);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(2);
  const refused = responses.find(({ status }) => status === 429);
  expect(refused?.headers['retry-after']).toBe('5');
  expect(refused?.text).toContain('An API check is already running. Try again when it is finished.');
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await check()).status).toBe(200);
});

test('neither returns nor logs credentials', async () => {
  const { text } = await check();
  for (const secret of app.secrets.subscriptionKeys) {
    expect(text).not.toContain(secret);
    expect(app.log()).not.toContain(secret);
  }
  expect(text + app.log()).not.toMatch(/eyJhbGciOiJIUzI1NiJ9\.[\w-]+\.[\w-]+/);
});

/** The response to a check of another service. */
async function checkOf(handler: Handler): Promise<string> {
  const upstream = await fakeUpstream(handler);
  const own = await runApp({
    STOCK_UPSTREAM_URL: upstream.url.href,
    STOCK_UPSTREAM_TOKEN: 'token-of-all',
    STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'key-of-all',
  });
  const { text } = await own.ask('/gateway/api-check', { method: 'POST', body: { productIds: [1] } });
  await own.close();
  await upstream.close();
  return text;
}

test('reports a service that disconnects', async () => {
  expect(await checkOf(hangUp)).toContain('No response from the stock service (broken-off).');
});

test('hides the credentials where the service repeats them', async () => {
  const text = await checkOf((call, response) => {
    const { authorization, 'ocp-apim-subscription-key': key } = call.headers;
    return json({ message: `${authorization} ${String(key)}` }, 500)(call, response);
  });
  expect(text).toContain('Bearer [hidden] [hidden]');
  expect(text).not.toMatch(/token-of-all|key-of-all/);
});

test.each<[object | string, string]>([
  ['', 'JSON'],
  ['[]', 'JSON object'],
  [{ productIds: '1' }, 'productIds must be a list'],
  [{ productIds: [0] }, 'productIds'],
  [{ products: [1] }, 'products'],
])('rejects %j', async (body, sentence) => {
  const response = await check(body);
  expect(response.status).toBe(400);
  expect(JSON.parse(response.text).detail).toContain(sentence);
});

test('requires a sign-in', async () => {
  const response = await app.ask('/gateway/api-check', {
    method: 'POST',
    body: {},
    headers: { 'X-Forwarded-For': '192.0.2.1' },
  });
  expect(response.status).toBe(401);
});
