import { afterEach, expect, test, vi } from 'vitest';

import { fetchMyData } from './my-data.ts';

const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const responses: Record<string, unknown> = {
  session: { market },
  promises: { promises: [{ letterId: 'a' }, { letterId: 'a' }, { letterId: 'b' }] },
  'promises/a': { told: ['Hello'] },
  'promises/b': { told: [] },
  orders: { orders: [{ id: 'one two' }] },
  'orders/one%20two': { content: 'an order' },
  lists: { lists: [{ id: 'x' }] },
  'lists/x': { content: 'a list' },
  watches: { watches: [1] },
  notifications: { notifications: [] },
  mail: { address: null },
  keys: { keys: [] },
  checking: { kind: 'always' },
};

function serve(failing?: string) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace(/^\/gateway\//, '');
    requested.push(path);
    return path === failing ? Response.json({}, { status: 400 }) : Response.json(responses[path]);
  });
  return requested;
}

afterEach(() => vi.unstubAllGlobals());

test('everything is loaded once, with the content of orders and lists, and what customers were told', async () => {
  const requested = serve();
  expect(await fetchMyData()).toEqual({
    market,
    promises: [{ letterId: 'a' }, { letterId: 'a' }, { letterId: 'b' }],
    letters: [
      { letterId: 'a', told: ['Hello'] },
      { letterId: 'b', told: [] },
    ],
    orders: [{ content: 'an order' }],
    lists: [{ content: 'a list' }],
    watches: { watches: [1] },
    notifications: { notifications: [] },
    mail: { address: null },
    keys: { keys: [] },
    checking: { kind: 'always' },
  });
  expect(requested.toSorted()).toEqual(Object.keys(responses).toSorted());
});

test.each(['promises/b', 'orders/one%20two', 'mail'])('there is no incomplete export: %s', async (failing) => {
  serve(failing);
  await expect(fetchMyData()).rejects.toThrow();
});
