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
  const send = (method: string, path: string, content?: object) =>
    app.ask(`/gateway${path}`, { method, headers: { Cookie }, ...(content && { body: content }) });
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
  expect(await ann.list()).toEqual({ keys: [entry], unreadable: 0 });
  expect((await ann.send('DELETE', `/keys/${entry.id}`)).status).toBe(204);
  expect(await ann.list()).toEqual({ keys: [], unreadable: 0 });
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
