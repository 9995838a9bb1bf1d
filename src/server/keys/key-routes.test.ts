import { afterAll, beforeAll, expect, it } from 'vitest';

import { CreatedKey, KeyEntries, keyLimits } from '#stock/contract/keys.ts';
import { Problem } from '#stock/contract/problem.ts';
import { problemCode } from '#stock/contract/problem-codes.ts';
import { type AppResponse, cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';

let clock = Date.parse('2026-11-21T12:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({}, { now: () => new Date(clock) });
});
afterAll(() => app.close());

const day = 86_400_000;
const address = { name: 'Spring', days: 30, view: { of: 'promises' }, language: 'en' };

/** A person with a token of their own, and their browser's requests. */
async function person(subject: string, territoryId = 'FR_NO') {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const token = await signToken(jwtSecret ?? '', {
    subject,
    expiresAt: Math.floor(clock / 1000) + 900_000,
    market: { company: 'LIL', salesOrganization: '31', territoryId },
  });
  const body = { token, subscriptionKey: subscriptionKeys[0] ?? '' };
  const Cookie = cookieOf(await app.ask('/gateway/session', { method: 'POST', body })) ?? '';
  const send = (method: string, path: string, content?: object, headers: Record<string, string> = {}) =>
    app.ask(`/gateway${path}`, { method, headers: { Cookie, ...headers }, ...(content && { body: content }) });
  return {
    send,
    create: async (changes: object = {}) =>
      CreatedKey.parse(JSON.parse((await send('POST', '/keys', { ...address, ...changes })).text)),
    list: async () => KeyEntries.parse(JSON.parse((await send('GET', '/keys')).text)),
  };
}

const problem = ({ status, text }: AppResponse) => [status, problemCode(Problem.parse(JSON.parse(text)).type)];

it('is told once, listed without its text, and revoked', async () => {
  const ann = await person('ann');
  const { key, ...entry } = await ann.create();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(entry).toMatchObject({ kind: 'live', name: 'Spring', createdAt: clock, usedAt: null, needsSession: true });
  expect(entry.expiresAt).toBe(clock + 30 * day);
  expect(await ann.list()).toEqual({ keys: [entry] });
  expect((await ann.send('DELETE', `/keys/${entry.id}`)).status).toBe(204);
  expect(await ann.list()).toEqual({ keys: [] });
  expect(problem(await ann.send('DELETE', `/keys/${entry.id}`))).toEqual([404, 'not-found']);
});

it('is in the store only as a digest, and what it opens only encrypted', async () => {
  const ann = await person('ann who hides');
  const { key } = await ann.create({ name: 'Atelier Nord', view: { of: 'order', id: 'order-of-atelier-nord' } });
  const stored = await app.storedDocuments();
  for (const hidden of [key, 'Atelier Nord', 'order-of-atelier-nord']) expect(stored).not.toContain(hidden);
  expect(app.log()).not.toContain(key);
});

it("is its person's alone, in whatever market they are signed in", async () => {
  const [ann, bea] = [await person('ann of two markets'), await person('bea')];
  const { id } = await ann.create();
  expect((await bea.list()).keys).toEqual([]);
  expect(problem(await bea.send('DELETE', `/keys/${id}`))).toEqual([404, 'not-found']);
  const elsewhere = await person('ann of two markets', 'BE');
  expect((await elsewhere.list()).keys).toHaveLength(1);
  expect((await elsewhere.send('DELETE', `/keys/${id}`)).status).toBe(204);
});

it('ends by itself, and with everything of its person', async () => {
  const ann = await person('ann who leaves');
  await ann.create();
  await ann.create({ days: 365 });
  clock += 31 * day;
  const later = await person('ann who leaves');
  expect((await later.list()).keys).toHaveLength(1);
  expect((await later.send('DELETE', '/my-data')).status).toBe(204);
  expect((await later.list()).keys).toEqual([]);
});

it('is limited in number', async () => {
  const ann = await person('ann with many');
  for (let count = 0; count < keyLimits.keys; count += 1) await ann.create();
  expect(problem(await ann.send('POST', '/keys', address))).toEqual([409, 'limit-reached']);
});

it('may open 16 MiB together with the others', async () => {
  const ann = await person('ann with large ones');
  const view = { of: 'products', productIds: Array.from({ length: 20_000 }, (_, at) => 1_000_000_000 + at) };
  const statuses: number[] = [];
  let last: AppResponse | undefined;
  while (last?.status !== 409 && statuses.length < 100) {
    last = await ann.send('POST', '/keys', { ...address, view });
    statuses.push(last.status);
  }
  // 20,000 IDs of ten digits and a comma, encrypted, in base64.
  expect(statuses.length - 1).toBe(Math.floor(keyLimits.totalBytes / (Math.ceil(220_100 / 3) * 4)));
  expect(last && Problem.parse(JSON.parse(last.text)).detail).toBe(
    'Your keys and links may take up 16 MiB. Revoke one that you no longer need.',
  );
  const [largest] = (await ann.list()).keys;
  await ann.send('DELETE', `/keys/${largest?.id}`);
  expect((await ann.send('POST', '/keys', { ...address, view })).status).toBe(201);
});

it('is listed and revoked if it can’t be decrypted', async () => {
  const ann = await person('ann of another secret');
  const { id, key } = await ann.create();
  const { personId = '', expiresAt = 0 } = (await app.store.findKey(id, 'live', clock)) ?? {};
  await app.store.replaceKeyContent(personId, id, Buffer.alloc(60).toString('base64'), expiresAt);
  expect((await ann.list()).keys).toMatchObject([{ id, kind: 'live', name: null, expiresAt: clock + 30 * day }]);
  expect((await app.ask(`/live/${key}.csv`)).status).toBe(404);
  expect((await ann.send('DELETE', `/keys/${id}`)).status).toBe(204);
  expect((await ann.list()).keys).toEqual([]);
});

it('is listed with links to orders, which are revoked there, too', async () => {
  const [ann, bea] = [await person('ann who shares'), await person('bea who reads')];
  const id = 'order-shared-by-ann';
  const order = { name: 'Spring order', lines: [{ key: 1, product: '1', quantity: 1000 }], checks: [] };
  const { headers } = await ann.send('PUT', `/orders/${id}`, order, { 'If-None-Match': '*' });
  const shared = JSON.parse((await ann.send('POST', `/orders/${id}/shares`, { days: 30 })).text) as CreatedKey;
  const made = await ann.create();
  clock += 1;
  const elsewhere = await person('ann who shares', 'BE');
  const all = (await elsewhere.list()).keys;
  expect(new Set(all.map((each) => `${each.kind} ${each.name}`))).toEqual(
    new Set(['share Spring order', 'live Spring']),
  );
  expect(all.find((each) => each.id === shared.id)).toMatchObject({ usedAt: null, needsSession: false });
  expect((await bea.list()).keys).toEqual([]);
  expect(problem(await bea.send('DELETE', `/keys/${shared.id}`))).toEqual([404, 'not-found']);

  await ann.send('DELETE', `/orders/${id}`, undefined, { 'If-Match': headers.etag ?? '' });
  expect((await ann.list()).keys.find((each) => each.kind === 'share')).toMatchObject({ id: shared.id, name: null });
  await ann.send('PUT', `/orders/${id}`, order, { 'If-None-Match': '*' });
  expect((await bea.send('POST', '/shared', { key: shared.key })).status).toBe(200);
  expect((await ann.send('DELETE', `/keys/${shared.id}`)).status).toBe(204);
  expect((await bea.send('POST', '/shared', { key: shared.key })).status).toBe(404);
  expect((await ann.list()).keys.map((each) => each.id)).toEqual([made.id]);
});

it.each([
  ['no name', { name: undefined }, 'name'],
  ['days of its own', { days: 31 }, 'days'],
  ['an unknown view', { view: { of: 'everything' } }, 'view.of'],
  ['an unknown filter', { view: { of: 'products', tile: 'red' } }, 'view.tile'],
  ['an order without an ID', { view: { of: 'order' } }, 'view.id'],
])('is not made with %s', async (_, changes, path) => {
  const ann = await person('ann who errs');
  const response = await ann.send('POST', '/keys', { ...address, ...changes });
  expect(problem(response)).toEqual([400, 'bad-request']);
  expect(Problem.parse(JSON.parse(response.text)).errors?.map((error) => error.path)).toContain(path);
});

it('is not made without signing in', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.1' };
  expect((await app.ask('/gateway/keys', { headers })).status).toBe(401);
  expect((await app.ask('/gateway/keys', { method: 'POST', headers, body: address })).status).toBe(401);
});
