import { afterEach, expect, it } from 'vitest';

import { stockOfProductExample } from '#stock/contract/open-api-examples.ts';

import { type UpstreamSetup, setUpUpstream } from './upstream-setup.fixture.ts';
import { json, type Handler, text } from './upstream.fake.ts';

let setup: UpstreamSetup;
afterEach(() => setup.close());

const credentials = { token: 'eyJ0/token+of"anna', subscriptionKey: 'key-0123456789' };
const { token, subscriptionKey } = credentials;
const leaks = (shown: object) => {
  const plain = JSON.stringify(shown).replaceAll(/\\+(?=[/"])/g, '');
  return [token, subscriptionKey].filter((secret) => plain.includes(secret));
};
const names = { title: `Not ${token}`, instance: '/', errors: [{ path: token, message: `Bearer ${token}` }] };

it.each<[string, Handler]>([
  [
    'a problem',
    json({ type: `x:${token}`, status: 400, detail: `No ${token}, no ${subscriptionKey}.`, ...names }, 400),
  ],
  ['other JSON', json({ statusCode: 403, message: `Key ${subscriptionKey} is out of quota.` }, 403)],
  ['plain text', text(`Who is ${token}?`, {}, 401)],
  ['a truncated sentence', text(`${'x'.repeat(280)} ${token.repeat(20)}`, {}, 400)],
  ['its request id', text('', { 'X-Request-Id': subscriptionKey }, 404)],
])('hides credentials repeated in an error response: %s', async (_name, handler) => {
  setup = await setUpUpstream(handler);
  const response = await setup.send({ credentials });
  expect(leaks(response)).toEqual([]);
  expect(JSON.stringify(response)).toContain('[hidden]');
});

it('drops an invalid Retry-After', async () => {
  setup = await setUpUpstream(text('', { 'Retry-After': subscriptionKey }, 400));
  expect((await setup.send({ credentials })).headers).not.toHaveProperty('retry-after');
});

it("hides one user's credentials from others", async () => {
  setup = await setUpUpstream(text(`Busy with ${token}`, { 'Retry-After': '40' }, 503));
  await setup.send({ credentials });
  const { status, problem } = await setup.send();
  expect([status, problem?.detail]).toEqual([503, 'Busy with [hidden]']);
  expect(setup.upstream.calls).toHaveLength(1);
});

it.each([
  ['unescaped', (body: string) => body],
  ['with backslashes', (body: string) => body.replaceAll('/', String.raw`\/`)],
])('hides credentials repeated in a successful response, %s', async (_name, write) => {
  const body = write(JSON.stringify({ ...stockOfProductExample, note: { by: token, [subscriptionKey]: 1 } }));
  setup = await setUpUpstream(text(body));
  const response = await setup.send({ credentials });
  expect(leaks(response)).toEqual([]);
  expect(JSON.parse(response.text)).toEqual({ ...stockOfProductExample, note: { by: '[hidden]', '[hidden]': 1 } });
});

it("doesn't change a response with other backslashes", async () => {
  const body = `${JSON.stringify({ ...stockOfProductExample, note: 'a "b" / c' })} `.replaceAll('/', String.raw`\/`);
  setup = await setUpUpstream(text(body));
  expect((await setup.send({ credentials })).text).toBe(body);
});
