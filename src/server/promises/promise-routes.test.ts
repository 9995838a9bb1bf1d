import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { problemCode } from '#stock/contract/problem-codes.ts';
import { Problem } from '#stock/contract/problem.ts';
import {
  type KeptPromise,
  KeptPromises,
  type NewLetter,
  promiseLimits,
  StoredLetter,
} from '#stock/contract/promises.ts';
import { promiseStatus } from '#stock/promises/promise-status.ts';
import { type AppResponse, cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

const day = 86_400_000;
const start = Date.parse('2026-11-26T12:00:00Z');
let clock = start;
/** Bytes that each person keeps besides. */
let otherBytes = 0;
let app: RunningApp;
beforeAll(async () => {
  app = await runApp(
    { STOCK_TIME_ZONE: 'UTC' },
    {
      now: () => new Date(clock),
      wrapStore: (store) => ({
        ...store,
        measureLines: async (...args) => {
          const { lines, bytes } = await store.measureLines(...args);
          return { lines, bytes: bytes + otherBytes };
        },
      }),
    },
  );
  await app.write({
    contents: 'real',
    rows: [
      stockRow({ productId: 1, stockDate: '2026-11-20', stockQuantity: 100_000 }),
      stockRow({ productId: 1, stockDate: '2026-12-10', stockQuantity: 400_000 }),
      stockRow({ productId: 2, stockDate: '2027-02-18', stockQuantity: 99_999_000, isMaxLeadTime: true }),
    ],
  });
});
afterAll(() => app.close());
beforeEach(() => {
  clock = start;
});

const read = (response: AppResponse) => KeptPromises.parse(JSON.parse(response.text));

let people = 0;
async function person(subject = `rep ${(people += 1)}`) {
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
    keep: (letterId: string, changes: Partial<NewLetter> = {}) =>
      send('PUT', `/promises/${letterId}`, { ...letter(), ...changes }),
    list: async () => read(await send('GET', '/promises')),
    check: async (always = false) => read(await send('POST', '/promises/check', { always })),
  };
}

let letters = 0;
const newId = () => `letter-of-this-test-${(letters += 1)}`;

type Line = NewLetter['lines'][number];
const line = (changes: Partial<Line> = {}): Line => ({
  productId: 1,
  product: 'Blue poplin',
  quantity: 250_000,
  unit: 'm',
  promised: { kind: 'expected', date: '2026-12-10' },
  ...changes,
});
const letter = (): NewLetter => ({
  customer: 'Atelier Nord',
  reference: '4711',
  day: '2026-11-26',
  checkedAt: start,
  lines: [line()],
  text: 'We can ship 250 m on December 10.',
});

const statusOf = (promise: KeptPromise | undefined, today: KeptPromises['today']) =>
  promise && promiseStatus(promise, today, clock);

describe('a promise', () => {
  it('is kept with what the customer was told, for the person alone', async () => {
    const [ann, bea] = [await person(), await person()];
    const id = newId();
    expect((await ann.keep(id)).status).toBe(201);
    expect((await ann.keep(id, { text: 'Sent again' })).status).toBe(204);
    const { promises, today } = await ann.list();
    expect(today).toBe('2026-11-26');
    const promised = { kind: 'expected', date: '2026-12-10', day: '2026-11-26' };
    expect(promises).toEqual([
      {
        letterId: id,
        place: 0,
        productId: 1,
        product: 'Blue poplin',
        quantity: 250_000,
        unit: 'm',
        customer: 'Atelier Nord',
        reference: '4711',
        toldAt: start,
        promised,
        now: promised,
        since: start,
        checkedAt: start,
        closed: null,
        changes: [{ ...promised, at: start, isTold: true }],
      },
    ]);
    const text = StoredLetter.parse(JSON.parse((await ann.send('GET', `/promises/${id}`)).text));
    expect(text.told).toEqual([{ at: start, text: 'We can ship 250 m on December 10.' }]);
    expect(text.evidence).toMatchObject({ day: '2026-11-26', dataVersion: '2' });
    expect((await bea.list()).promises).toEqual([]);
    for (const path of [`/promises/${id}`, `/promises/${id}/0/closed`])
      expect(
        (
          await bea.send(
            path.endsWith('closed') ? 'POST' : 'GET',
            path,
            path.endsWith('closed') ? { closed: 'shipped' } : undefined,
          )
        ).status,
      ).toBe(404);
  });

  it("is encrypted where it tells the customer's name, reference or text", async () => {
    await (await person()).keep(newId(), { customer: 'Secret Customer', reference: 'REF-9', text: 'Dear Mr. Secret' });
    const stored = await app.storedDocuments();
    for (const secret of ['Secret Customer', 'REF-9', 'Dear Mr. Secret']) {
      expect(stored).not.toContain(secret);
      expect(app.log()).not.toContain(secret);
    }
    expect(stored).toContain('Blue poplin');
  });

  it('is checked: what changed is noted once, with its day, and what is the same only renewed', async () => {
    const ann = await person();
    await ann.keep(newId());
    expect((await ann.check()).promises[0]?.changes).toHaveLength(1);
    clock = start + day;
    const renewed = await ann.check();
    expect(renewed.promises[0]).toMatchObject({ since: start, checkedAt: clock, now: { day: '2026-11-27' } });
    expect(statusOf(renewed.promises[0], renewed.today)).toEqual({ kind: 'on-time' });

    await app.write({
      contents: 'real',
      rows: [
        stockRow({ productId: 1, stockDate: '2026-12-10', stockQuantity: 100_000 }),
        stockRow({ productId: 1, stockDate: '2026-12-16', stockQuantity: 400_000 }),
      ],
    });
    const moved = await ann.check();
    expect(statusOf(moved.promises[0], moved.today)).toEqual({ kind: 'later', days: 6 });
    const found = { kind: 'expected', date: '2026-12-16', day: '2026-11-27' };
    expect(moved.promises[0]?.changes).toEqual([
      { kind: 'expected', date: '2026-12-10', day: '2026-11-26', at: start, isTold: true },
      { ...found, at: clock, isTold: false },
    ]);
    expect((await ann.check(true)).promises[0]?.changes).toHaveLength(2);
  });

  it('moves to the date that the customer was told instead', async () => {
    const ann = await person();
    const id = newId();
    await ann.keep(id);
    const told = { promised: { kind: 'expected', date: '2026-12-16', day: '2026-11-26' }, text: 'Now December 16.' };
    expect((await ann.send('POST', `/promises/${id}/0/told`, told)).status).toBe(204);
    const { promises } = await ann.list();
    expect(promises[0]?.promised).toEqual(told.promised);
    expect(promises[0]?.changes.at(-1)).toEqual({ ...told.promised, at: start, isTold: true });
    const text = StoredLetter.parse(JSON.parse((await ann.send('GET', `/promises/${id}`)).text));
    expect(text.told.map((each) => each.text)).toEqual(['We can ship 250 m on December 10.', 'Now December 16.']);
    expect((await ann.send('POST', `/promises/${id}/0/told`, { text: 'No date at present.' })).status).toBe(204);
    expect((await ann.list()).promises[0]?.promised).toEqual(told.promised);
    const after = StoredLetter.parse(JSON.parse((await ann.send('GET', `/promises/${id}`)).text));
    expect(after.told.at(-1)?.text).toBe('No date at present.');
  });

  it('keeps all that is told, taken back and checked of one letter at once', async () => {
    const ann = await person();
    const id = newId();
    const places = [0, 1, 2, 3];
    await ann.keep(id, { lines: places.map(() => line()) });
    const toldTexts = async () =>
      StoredLetter.parse(JSON.parse((await ann.send('GET', `/promises/${id}`)).text)).told.map(({ text }) => text);
    const promised = { kind: 'expected', date: '2026-12-16', day: '2026-11-26' };
    /** Sent again if the server is too busy. */
    const changed = async (...request: Parameters<typeof ann.send>): Promise<number> => {
      const { status } = await ann.send(...request);
      return status === 503 ? changed(...request) : status;
    };
    clock += 1000;
    const [checked, ...told] = await Promise.all([
      ann.check(true),
      ...places.map((place) => changed('POST', `/promises/${id}/${place}/told`, { promised, text: `Line ${place}` })),
    ]);
    expect([checked.promises.length, ...told]).toEqual([4, ...places.map(() => 204)]);
    expect((await toldTexts()).slice(1).toSorted()).toEqual(places.map((place) => `Line ${place}`).toSorted());
    expect((await ann.list()).promises.map((each) => each.promised.date)).toEqual(places.map(() => promised.date));

    await Promise.all(places.map((place) => changed('DELETE', `/promises/${id}/${place}/told`)));
    expect(await toldTexts()).toEqual(['We can ship 250 m on December 10.']);
    expect((await ann.list()).promises.map((each) => each.promised.date)).toEqual(places.map(() => '2026-12-10'));
  });

  it('keeps no text of a place that the letter does not have', async () => {
    const ann = await person();
    const id = newId();
    await ann.keep(id);
    const told = { text: 'Now December 16.' };
    for (const path of [`/promises/${id}/1/told`, '/promises/letter-that-is-none/0/told']) {
      const refused = await ann.send('POST', path, told);
      const { type, detail } = Problem.parse(JSON.parse(refused.text));
      expect([refused.status, problemCode(type), detail]).toEqual([404, 'not-found', 'There is no such promise.']);
    }
    const kept = StoredLetter.parse(JSON.parse((await ann.send('GET', `/promises/${id}`)).text));
    expect(kept.told.map(({ text }) => text)).toEqual(['We can ship 250 m on December 10.']);
  });

  it('takes no more than 8 million characters of what the customer was told', async () => {
    const ann = await person();
    const id = newId();
    await ann.keep(id);
    const told = { text: 'x'.repeat(2_000_000) };
    const statuses: number[] = [];
    let last: AppResponse | undefined;
    while (last?.status !== 409 && statuses.length < 9) {
      last = await ann.send('POST', `/promises/${id}/0/told`, told);
      statuses.push(last.status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 409]);
    expect(Problem.parse(JSON.parse(last?.text ?? '')).detail).toBe(
      'What was told of this promise is too long. Delete what you no longer need.',
    );
    expect((await ann.send('POST', `/promises/${id}/0/told`, { text: 'x' })).status).toBe(204);
    expect((await ann.send('GET', `/promises/${id}`)).text.length).toBeGreaterThan(8_000_000);
  });

  it('takes no more text than its person may keep', async () => {
    const ann = await person();
    const id = newId();
    await ann.keep(id);
    otherBytes = promiseLimits.totalBytes - 2000;
    const told = { text: 'x'.repeat(2000) };
    for (const refused of [await ann.send('POST', `/promises/${id}/0/told`, told), await ann.keep(newId(), told)])
      expect([refused.status, Problem.parse(JSON.parse(refused.text)).detail]).toEqual([
        409,
        'Your promises take up 256 MiB. Delete what you no longer need.',
      ]);
    otherBytes = 0;
    expect((await ann.send('POST', `/promises/${id}/0/told`, told)).status).toBe(204);
  });

  it('moves back when what the customer was told is taken back, once', async () => {
    const ann = await person();
    const id = newId();
    await ann.keep(id, { lines: [line(), line({ quantity: 260_000 })] });
    const textsOf = async () =>
      StoredLetter.parse(JSON.parse((await ann.send('GET', `/promises/${id}`)).text)).told.map(({ text }) => text);
    const before = (await ann.list()).promises[0];
    expect(before?.undoable).toBeUndefined();
    const told = { promised: { kind: 'expected', date: '2026-12-16', day: '2026-11-26' }, text: 'Now December 16.' };
    clock += 1000;
    for (const place of [0, 1]) await ann.send('POST', `/promises/${id}/${place}/told`, told);
    expect((await ann.list()).promises[0]).toMatchObject({ promised: told.promised, undoable: clock });
    expect((await ann.send('DELETE', `/promises/${id}/0/told`)).status).toBe(204);
    const [first, second] = (await ann.list()).promises;
    expect(first).toEqual(before);
    expect(second).toMatchObject({ promised: told.promised, undoable: clock });
    expect(await textsOf()).toEqual(['We can ship 250 m on December 10.', 'Now December 16.']);
    const again = await ann.send('DELETE', `/promises/${id}/0/told`);
    const { type, detail } = Problem.parse(JSON.parse(again.text));
    expect([again.status, problemCode(type), detail]).toEqual([404, 'not-found', 'There is nothing to take back.']);
    await ann.send('POST', `/promises/${id}/0/told`, { text: 'No date at present.' });
    expect((await ann.send('DELETE', `/promises/${id}/0/told`)).status).toBe(204);
    expect((await ann.list()).promises[0]).toEqual(before);
    expect(await textsOf()).toEqual(['We can ship 250 m on December 10.', 'Now December 16.']);
  });

  it('is checked no more once it is closed or past, and again when it is opened', async () => {
    const ann = await person();
    const [closed, past] = [newId(), newId()];
    await ann.keep(closed);
    await ann.keep(past, { lines: [line({ quantity: 50_000, promised: { kind: 'in-stock', date: '2026-11-20' } })] });
    await ann.send('POST', `/promises/${closed}/0/closed`, { closed: 'ordered' });
    clock = start + day;
    expect((await ann.check(true)).promises.map(({ checkedAt }) => checkedAt)).toEqual([start, start]);
    const closedAt = (await ann.list()).promises.map((kept) => kept.letterId === closed && kept.closedAt);
    expect(closedAt).toContain(start);
    await ann.send('POST', `/promises/${closed}/0/closed`, { closed: null });
    expect((await ann.list()).promises.every((kept) => kept.closedAt === undefined)).toBe(true);
    const opened = await ann.check(true);
    expect(opened.promises.find(({ letterId }) => letterId === closed)?.checkedAt).toBe(clock);
    const { promises, today } = opened;
    expect(
      statusOf(
        promises.find(({ letterId }) => letterId === past),
        today,
      ),
    ).toEqual({ kind: 'past' });
  });

  it('leaves the stock to those told before it whose date is past, until they are closed', async () => {
    const ann = await person();
    const inStock = { kind: 'in-stock', date: '2026-11-20' } as const;
    const id = newId();
    await ann.keep(id, { lines: [line({ quantity: 60_000, promised: inStock }), line({ quantity: 60_000 })] });
    const resultOfSecond = async () => (await ann.check(true)).promises.find(({ place }) => place === 1)?.now.kind;
    clock = start + day;
    expect(await resultOfSecond()).toBe('expected');
    await ann.send('POST', `/promises/${id}/0/closed`, { closed: 'shipped' });
    expect(await resultOfSecond()).toBe('in-stock');
  });

  it('shares the stock of its product with the lines of its letter, in their order, and of no other', async () => {
    const ann = await person();
    const inStock = { kind: 'in-stock', date: '2026-11-20' } as const;
    const [first, second] = [line({ quantity: 60_000, promised: inStock }), line({ quantity: 60_000 })];
    await ann.keep(newId(), { lines: [first, second] });
    await ann.keep(newId(), { lines: [first] });
    const { promises } = await ann.check(true);
    expect(promises.map(({ now, place }) => [place, now.kind])).toEqual([
      [0, 'in-stock'],
      [1, 'expected'],
      [0, 'in-stock'],
    ]);
  });

  it('of a product that is gone is not available', async () => {
    const ann = await person();
    await ann.keep(newId(), { lines: [line({ productId: 9_999_999 })] });
    const { promises, today } = await ann.check(true);
    expect(statusOf(promises[0], today)).toEqual({ kind: 'not-available' });
  });

  it('is deleted with its letter, with all data of the person, and after 400 days', async () => {
    const [ann, bea] = [await person(), await person()];
    const [first, second] = [newId(), newId()];
    await ann.keep(first);
    await ann.keep(second);
    await bea.keep(newId());
    await ann.send('DELETE', `/promises/${first}`);
    expect((await ann.list()).promises.map(({ letterId }) => letterId)).toEqual([second]);
    await ann.send('DELETE', '/my-data');
    expect((await ann.list()).promises).toEqual([]);
    await app.store.deletePromisesBefore(start, start);
    expect((await bea.list()).promises).toHaveLength(1);
    await app.store.deletePromisesBefore(start + 1, start);
    expect((await bea.list()).promises).toEqual([]);
  });

  it('is refused with the field that is wrong', async () => {
    const ann = await person();
    const refused = await ann.keep(newId(), { lines: [], text: 'x' });
    const { errors } = Problem.parse(JSON.parse(refused.text));
    expect([refused.status, errors]).toEqual([
      400,
      [{ path: 'lines', message: 'lines must be a list of 1 to 10,000 promised lines.' }],
    ]);
    const noTime = await ann.keep(newId(), { checkedAt: 8.64e15 + 1 });
    expect([noTime.status, Problem.parse(JSON.parse(noTime.text)).errors]).toEqual([
      400,
      [{ path: 'checkedAt', message: 'checkedAt must be a time in Unix milliseconds.' }],
    ]);
    const noDate = await ann.keep(newId(), { day: '2026-02-30' });
    expect([noDate.status, Problem.parse(JSON.parse(noDate.text)).errors]).toEqual([
      400,
      [{ path: 'day', message: 'day must be a date, written like 2026-12-01.' }],
    ]);
    const missing = await ann.send('POST', '/promises/letter-that-is-none/0/closed', { closed: null });
    const { type, detail } = Problem.parse(JSON.parse(missing.text));
    expect([missing.status, problemCode(type), detail]).toEqual([404, 'not-found', 'There is no such promise.']);
  });
});

it('thousands of promises are kept, checked and listed', async () => {
  const ann = await person();
  await ann.keep(newId(), {
    lines: Array.from({ length: 3000 }, (_, index) => line({ productId: (index % 2) + 1, quantity: 200 })),
  });
  const { promises, failed } = await ann.check(true);
  expect([promises.length, failed]).toEqual([3000, 0]);
  expect(new Set(promises.map(({ now }) => now.kind))).toEqual(new Set(['in-stock', 'expected', 'max-lead-time']));
});
