import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { Problem } from '#stock/contract/problem.ts';
import { KeptWatches, type Watch, watchLimits } from '#stock/contract/watches.ts';
import { type AppResponse, cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

const day = 86_400_000;
const start = Date.parse('2026-11-26T12:00:00Z');
let clock = start;
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({}, { now: () => new Date(clock) });
  await app.write({
    rows: [
      stockRow({ productId: 1, stockDate: '2026-11-20', stockQuantity: 100_000 }),
      stockRow({ productId: 1, stockDate: '2026-12-10', stockQuantity: 400_000 }),
    ],
  });
});
afterAll(() => app.close());
beforeEach(() => {
  clock = start;
});

const read = (response: AppResponse) => KeptWatches.parse(JSON.parse(response.text));

let people = 0;
async function person(subject = `watcher ${(people += 1)}`) {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const token = await signToken(jwtSecret ?? '', { subject, expiresAt: Math.floor(clock / 1000) + 900_000 });
  const signedIn = await app.ask('/gateway/session', {
    method: 'POST',
    body: { token, subscriptionKey: subscriptionKeys[0] ?? '' },
  });
  const headers = { Cookie: cookieOf(signedIn) ?? '' };
  const send = (method: string, path: string, content?: object) =>
    app.ask(`/gateway${path}`, { method, headers, ...(content && { body: content }) });
  return {
    send,
    put: (...watches: object[]) => send('PUT', '/watches', { watches }),
    list: async () => read(await send('GET', '/watches')),
  };
}

const personIdOf = async (who: Awaited<ReturnType<typeof person>>) =>
  Session.parse(JSON.parse((await who.send('GET', '/session')).text)).personId ?? '';

const watch = (changes: Partial<Watch> = {}): Watch => ({
  productId: 1,
  product: 'Blue poplin',
  quantity: 250_000,
  unit: 'm',
  shipBy: '2026-12-24',
  when: ['falls-short'],
  days: 1,
  endsAfter: 90,
  ...changes,
});

describe('a watch', () => {
  it('is put with its first result, for the person alone', async () => {
    const [ann, bea] = [await person(), await person()];
    const put = await ann.put(watch());
    const { endsAfter: _, ...facts } = watch();
    const kept = {
      ...facts,
      madeAt: start,
      endsAt: start + 90 * day,
      now: { kind: 'expected', date: '2026-12-10', day: '2026-11-26' },
      since: start,
      checkedAt: start,
    };
    expect([put.status, read(put)]).toEqual([200, { today: '2026-11-26', at: start, watches: [kept], unreadable: 0 }]);
    expect((await ann.list()).watches).toEqual([kept]);
    expect((await bea.list()).watches).toEqual([]);
    expect(JSON.parse((await ann.send('GET', '/promises')).text)).toMatchObject({ promises: [], unreadable: 0 });
  });

  it('is one for a product and quantity: a second changes the first', async () => {
    const ann = await person();
    await ann.put(watch(), watch({ quantity: 1000 }));
    clock = start + day;
    await ann.put(watch({ when: ['moves'], days: 5, shipBy: null, endsAfter: 30 }));
    const { watches } = await ann.list();
    expect(watches.map(({ quantity, when, days, madeAt, endsAt }) => [quantity, when, days, madeAt, endsAt])).toEqual([
      [1000, ['falls-short'], 1, start, start + 90 * day],
      [250_000, ['moves'], 5, start, clock + 30 * day],
    ]);
    expect((await ann.put(watch({ quantity: 2 }), watch({ quantity: 2 }))).status).toBe(400);
  });

  it('is deleted alone, with all data of the person, and when it has ended', async () => {
    const ann = await person('Ann');
    await ann.put(watch(), watch({ quantity: 1000 }), watch({ quantity: 2000, endsAfter: 30 }));
    expect((await ann.send('DELETE', '/watches/1/250000')).status).toBe(204);
    expect((await ann.list()).watches.map(({ quantity }) => quantity)).toEqual([1000, 2000]);
    clock = start + 30 * day;
    expect((await (await person('Ann')).list()).watches.map(({ quantity }) => quantity)).toEqual([1000]);
    await app.store.deletePromisesBefore(0, clock + 1);
    clock = start;
    expect((await ann.list()).watches.map(({ quantity }) => quantity)).toEqual([1000]);
    await ann.send('DELETE', '/my-data');
    expect((await ann.list()).watches).toEqual([]);
  });

  it('that has ended, or whose ship-by date is past, begins anew when it is put again', async () => {
    const ended = watch({ endsAfter: 30 });
    const past = watch({ quantity: 1000, shipBy: '2026-12-01', endsAfter: 365 });
    await (await person('Cid')).put(ended, past);
    clock = start + 30 * day;
    const again = await person('Cid');
    await again.put({ ...ended, shipBy: '2027-01-31' }, { ...past, shipBy: '2027-01-31' });
    const { watches } = await again.list();
    expect(watches.map(({ madeAt, since, checkedAt, now }) => [madeAt, since, checkedAt, now?.kind])).toEqual([
      [clock, clock, clock, 'in-stock'],
      [clock, clock, clock, 'in-stock'],
    ]);
    clock = start;
  });

  it('of a product that is unknown waits for it', async () => {
    const ann = await person();
    await ann.put(watch({ productId: 9_999_999 }));
    expect((await ann.list()).watches[0]?.now).toEqual({ kind: 'not-available', day: '2026-11-26' });
  });

  it.each([
    [{ when: [] }, 'watches[0].when', 'must be some of can-ship, falls-short, moves, back-in-stock.'],
    [{ when: ['can-ship'], shipBy: null }, 'watches[0].shipBy', 'must be given for can-ship.'],
    [{ days: 0 }, 'watches[0].days', 'must be a whole number from 1 to 365.'],
    [{ endsAfter: 31 }, 'watches[0].endsAfter', 'must be 30, 90, 365.'],
    [{ shipBy: '2026-02-30' }, 'watches[0].shipBy', 'must be a date, written like 2026-12-01.'],
  ])('is refused with %o', async (changes, path, rule) => {
    const refused = await (await person()).put({ ...watch(), ...changes });
    const { errors } = Problem.parse(JSON.parse(refused.text));
    expect([refused.status, errors]).toEqual([400, [{ path, message: `${path} ${rule}` }]]);
  });

  it('is refused beyond the limit', async () => {
    const ann = await person();
    await ann.put(watch({ quantity: 1 }));
    const [folder] = (await app.store.listFolders()).slice(-1);
    if (folder === undefined) throw new Error('There is no folder.');
    const row = {
      line: JSON.stringify(watch()),
      progress: '{"checkedAt":1,"tracking":{}}',
      toldAt: start,
      endsAt: start + day,
    };
    const rows = Array.from({ length: watchLimits.watches - 1 }, (_, index) => ({
      ...row,
      letterId: `watch:2:${index}`,
    }));
    await app.store.putWatches({ ...folder, personId: await personIdOf(ann) }, rows);
    const refused = await ann.put(watch({ quantity: 500_000 }));
    expect([refused.status, Problem.parse(JSON.parse(refused.text)).detail]).toEqual([
      409,
      'You have 10,000 watches. Delete what you no longer need.',
    ]);
    expect((await ann.put(watch({ quantity: 1, days: 3 }))).status).toBe(200);
  });
});

it('checks need nothing of a person where this server has the stock', async () => {
  const ann = await person();
  expect(JSON.parse((await ann.send('GET', '/checking')).text)).toEqual({ kind: 'always' });
});
