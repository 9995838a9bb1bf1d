import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { Session } from '#stock/contract/gateway-responses.ts';
import { type LineNotification, Notifications } from '#stock/contract/notifications.ts';
import type { NewLetter } from '#stock/contract/promises.ts';
import { KeptPromises } from '#stock/contract/promises.ts';
import type { Watch } from '#stock/contract/watches.ts';
import { cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import type { Store } from '#server/store/stock-store.ts';
import { stockRow } from '#server/store/temporary-store.fixture.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** After the time of the daily run. */
const start = Date.parse('2026-11-26T12:00:00Z');
let clock = start;
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ CHECK_AT: '06:00' }, { now: () => new Date(clock), wrapStore: failingStore });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock = start;
  await stock(1, '2026-12-10');
});
afterEach(async () => {
  for (const { personId } of await app.store.listFolders()) await app.store.deletePromisesOf(personId);
});

const stock = (productId: number, stockDate: NewLetter['day']) =>
  app.write({
    contents: 'real',
    replaceStock: true,
    rows: [stockRow({ productId, stockDate, stockQuantity: 900_000 })],
  });

let people = 0;
async function person(market?: object) {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const subject = `rep ${(people += 1)}`;
  const token = await signToken(jwtSecret ?? '', { subject, expiresAt: start / 1000 + 90 * 86_400, ...market });
  const body = { token, subscriptionKey: subscriptionKeys[0] ?? '' };
  const signedIn = await app.ask('/gateway/session', { method: 'POST', body });
  const headers = { Cookie: cookieOf(signedIn) ?? '' };
  const send = (method: string, path: string, content?: object) =>
    app.ask(`/gateway${path}`, { method, headers, ...(content && { body: content }) });
  return {
    personId: Session.parse(JSON.parse(signedIn.text)).personId ?? '',
    keep: (...lines: Partial<NewLetter['lines'][number]>[]) =>
      send('PUT', `/promises/letter-of-a-run-${(people += 1)}`, {
        day: '2026-11-26',
        checkedAt: start,
        text: 'We can ship 250 m on December 10.',
        lines: lines.map((changes) => Object.assign({}, line, changes)),
      }),
    watch: (changes: Partial<Watch> = {}) => send('PUT', '/watches', { watches: [{ ...watch, ...changes }] }),
    check: async () => KeptPromises.parse(JSON.parse((await send('POST', '/promises/check', { always: true })).text)),
    told: async () => Notifications.parse(JSON.parse((await send('GET', '/notifications')).text)),
    send,
  };
}
const line: NewLetter['lines'][number] = {
  productId: 1,
  product: 'Blue poplin',
  quantity: 250_000,
  unit: 'm',
  promised: { kind: 'expected', date: '2026-12-10' },
};
type Person = Awaited<ReturnType<typeof person>>;

const watch: Watch = {
  productId: 1,
  product: 'Blue poplin',
  quantity: 100_000,
  unit: 'm',
  shipBy: '2026-12-24',
  when: ['falls-short', 'can-ship'],
  days: 1,
  endsAfter: 90,
};

/** Where the store fails next. */
let failing: { method: keyof Store; isDone: boolean } | null = null;
const called = new Set<string>();
const failingStore = (store: Store) =>
  new Proxy(store, {
    get: (target, name: keyof Store) => {
      const method: (...words: never[]) => unknown = target[name];
      return (...words: never[]) => {
        called.add(name);
        if (failing?.method !== name) return method.apply(target, words);
        const { isDone } = failing;
        failing = null;
        return Promise.resolve(isDone ? method.apply(target, words) : null).then(() => {
          throw new Error('The store fails, as the test wants');
        });
      };
    },
  });

const kinds = async (who: Person) => (await who.told()).notifications.map(({ content }) => content.kind);

/** What a person is told, also after their session has ended. */
async function toldOf({ personId }: Person) {
  const folder = (await app.store.listFolders()).find((each) => each.personId === personId);
  const rows = folder === undefined ? [] : await app.store.listNotifications(folder, 99);
  return rows.map(({ content }) => JSON.parse(content) as object);
}

it('names the day of the promise as the promised date of stock on hand', async () => {
  const ann = await person();
  await stock(1, '2026-11-16');
  await ann.keep({ promised: { kind: 'in-stock', date: '2026-11-16' } });
  await app.tick();
  await stock(1, '2026-12-06');
  await app.tick();
  const [told] = (await ann.told()).notifications;
  expect(told?.content).toMatchObject({ kind: 'later', shipBy: '2026-11-26' });
});

it('tells once what an import changes, whether the person looks or not', async () => {
  const ann = await person();
  await ann.keep({});
  await ann.watch();
  await app.tick();
  expect(await kinds(ann)).toEqual([]);

  await stock(1, '2026-12-28');
  await app.tick();
  const { notifications, unread } = await ann.told();
  const lines = notifications.map(({ content }) => content as LineNotification);
  expect([unread, lines.map(({ of, kind, from, to, shipBy, days }) => ({ of, kind, from, to, shipBy, days }))]).toEqual(
    [
      2,
      expect.arrayContaining([
        {
          of: 'promise',
          kind: 'later',
          from: { kind: 'expected', date: '2026-12-10', day: '2026-11-26' },
          to: { kind: 'expected', date: '2026-12-28', day: '2026-11-26' },
          shipBy: '2026-12-10',
          days: 18,
        },
        expect.objectContaining({ of: 'watch', kind: 'falls-short', shipBy: '2026-12-24' }),
      ]),
    ],
  );
  clock += day;
  await app.tick();
  expect((await ann.told()).all).toBe(2);
  expect((await ann.check()).promises[0]?.now).toMatchObject({ date: '2026-12-28', day: '2026-11-27' });
});

it('tells what a check of the person found before the run', async () => {
  const ann = await person();
  await ann.keep({});
  await app.tick();
  await stock(1, '2026-12-28');
  await ann.check();
  expect(await kinds(ann)).toEqual([]);
  await app.tick();
  expect(await kinds(ann)).toEqual(['later']);
});

it('tells nothing of a change that is undone before the report, and once a day at most', async () => {
  const ann = await person();
  await ann.watch();
  await app.tick();
  await stock(1, '2026-12-28');
  await ann.check();
  await stock(1, '2026-12-10');
  await app.tick();
  expect(await kinds(ann)).toEqual([]);

  for (const date of ['2026-12-28', '2026-12-10', '2026-12-28', '2026-12-10'] as const) {
    await stock(1, date);
    await app.tick();
  }
  expect(await kinds(ann)).toEqual(['falls-short']);
  clock += day;
  await app.tick();
  expect(await kinds(ann)).toEqual(['can-ship', 'falls-short']);
});

it('moves from the date that the customer was told instead', async () => {
  const ann = await person();
  await ann.keep({});
  await app.tick();
  await stock(1, '2026-12-28');
  await app.tick();
  const [promise] = (await ann.check()).promises;
  const told = { promised: { kind: 'expected', date: '2026-12-28', day: '2026-11-26' }, text: 'Now December 28.' };
  await ann.send('POST', `/promises/${promise?.letterId}/0/told`, told);
  clock += day;
  await stock(1, '2026-12-29');
  await app.tick();
  const { notifications } = await ann.told();
  expect(notifications[0]?.content).toMatchObject({ from: { date: '2026-12-28' }, to: { date: '2026-12-29' } });
});

it('has read what was told of a promise that its owner tells the customer or closes', async () => {
  const ann = await person();
  await ann.keep({}, { quantity: 100_000 }, { quantity: 50_000 });
  await app.tick();
  await stock(1, '2026-12-28');
  await app.tick();
  const { promises } = await ann.check();
  const path = `/promises/${promises[0]?.letterId}`;
  expect((await ann.told()).unread).toBe(3);
  const promised = { kind: 'expected', date: '2026-12-28', day: '2026-11-26' };
  await ann.send('POST', `${path}/0/told`, { promised, text: 'Now December 28.' });
  expect((await ann.told()).unread).toBe(2);
  await ann.send('POST', `${path}/1/closed`, { closed: null });
  expect((await ann.told()).unread).toBe(2);
  await ann.send('POST', `${path}/1/closed`, { closed: 'cancelled' });
  const { notifications } = await ann.told();
  expect(
    notifications.filter(({ isRead }) => !isRead).map(({ content }) => (content as LineNotification).place),
  ).toEqual([2]);
});

it('logs a run that the store fails in, and continues it a minute later', async () => {
  const ann = await person();
  await stock(1, '2027-03-01');
  await ann.keep({ promised: { kind: 'expected', date: '2027-03-01' } });
  await app.tick();
  for (const method of ['findRun', 'claimRun', 'saveRun', 'listFolders', 'changePromises', 'reportLines'] as const)
    for (const isDone of [false, true]) {
      await stock(1, '2027-03-20');
      failing = { method, isDone };
      await app.tick();
      expect(failing, method).toBeNull();
      expect(app.log()).toContain('promises and watches not checked');
      clock += 60_000;
      await app.tick();
      expect(await toldOf(ann), method).toEqual([expect.objectContaining({ kind: 'later' })]);
      await app.store.deleteNotificationsOf(ann.personId);
      clock += day;
      await stock(1, '2027-03-01');
      await app.tick();
      await app.store.deleteNotificationsOf(ann.personId);
      clock += day;
    }
});

it('mails what a run tells after it was continued, also if its mail was sent before', async () => {
  const [ann, bea] = [await person(), await person()];
  for (const each of [ann, bea]) await each.keep({});
  await app.tick();
  for (const { personId } of [ann, bea]) await app.store.saveAddress(personId, { isOn: true, sealed: 'sealed' });
  await stock(1, '2026-12-28');
  failing = { method: 'reportLines', isDone: true };
  await app.tick();
  const sent: string[] = [];
  const send = async () => {
    for (;;) {
      const mail = await app.store.claimMail(clock, clock + day);
      if (mail === null) return;
      for (const { eventId } of await app.store.listMailed(mail)) sent.push(`${mail.personId} ${eventId}`);
      await app.store.settleMail(mail, { state: 'sent' });
    }
  };
  await send();
  expect(sent).toHaveLength(1);
  // The same run goes on with what moved meanwhile, and with who was told of it already.
  clock += day;
  await stock(1, '2027-01-15');
  await app.tick();
  await send();
  expect(sent).toHaveLength(3);
  expect(new Set(sent).size).toBe(3);
  for (const { personId } of [ann, bea]) await app.store.deleteNotificationsOf(personId);
});

it('checks and tells of promises that cannot be decrypted', async () => {
  const ann = await person();
  await ann.keep({});
  await ann.keep({ quantity: 300_000 });
  const [folder] = await app.store.listFolders();
  const [row] = folder === undefined ? [] : await app.store.listPromises(folder);
  if (folder === undefined || row === undefined) throw new Error('no promise');
  const letter = { ...folder, letterId: 'letter-of-another-secret' };
  await app.store.createLetter(letter, [{ ...row, ...letter, sealedEntry: 'AAAA', sealedContent: 'AAAA' }]);
  await app.tick();
  await stock(1, '2026-12-28');
  await app.tick();
  expect(await kinds(ann)).toEqual(['later', 'later', 'later']);
  expect(await ann.check()).toMatchObject({ promises: { length: 2 }, unreadable: 1, failed: 0 });
  const { text } = await ann.send('GET', '/notifications/count');
  expect(JSON.parse(text)).toMatchObject({ worse: { promises: 2 } });
});

it('goes on with the other lines if the stored data of some is damaged, and says how many', async () => {
  const ann = await person();
  await ann.keep({}, {}, {});
  await ann.keep({});
  await ann.watch();
  await ann.watch({ quantity: 50_000 });
  const [folder] = await app.store.listFolders();
  if (folder === undefined) throw new Error('no folder');
  const lines = await app.store.listLines(folder, { after: { letterId: '', place: 0 }, limit: 99, now: clock });
  const damaged = lines.filter(({ place, letterId }) => place === 1 || letterId === 'watch:1:50000');
  await app.store.changePromises(
    folder,
    damaged.map(({ letterId, place, revision, kind, progress }) => ({
      letterId,
      place,
      revision,
      progress: kind === 'watch' ? '{}' : progress.slice(0, 40),
    })),
  );
  await stock(1, '2026-12-28');
  await app.tick();
  // What comes after the damaged line has its stock after it, so its date isn't known.
  const told = (await ann.told()).notifications.map(({ content }) => content as LineNotification);
  expect(told.map(({ of, place }) => `${of} ${place}`).toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual([
    'promise 0',
    'promise 0',
    'watch 0',
  ]);
  const { promises, unreadable } = await ann.check();
  expect([promises.map(({ place }) => place).toSorted((a, b) => a - b), unreadable]).toEqual([[0, 0, 2], 1]);
  expect(promises.find(({ place }) => place === 2)?.now).toMatchObject({ date: '2026-12-10' });
  const { text } = await ann.send('GET', '/notifications/count');
  expect(JSON.parse(text)).toMatchObject({ worse: { promises: 2 } });
  expect(JSON.parse((await ann.send('GET', '/watches')).text)).toMatchObject({ watches: { length: 1 }, unreadable: 1 });
  expect((await ann.watch({ quantity: 50_000 })).status).toBe(200);
  expect(JSON.parse((await ann.send('GET', '/watches')).text)).toMatchObject({ watches: { length: 2 }, unreadable: 0 });
  expect(app.log()).toContain('"unreadable":2');
});

const on = (date: string) => ({ kind: 'expected', date, day: '2026-11-26' });

it('lists what holds now of a line that changed again on the day that it was told of', async () => {
  const ann = await person();
  await ann.keep({});
  await ann.watch({ shipBy: null, when: ['moves'] });
  await app.tick();
  const present = async () =>
    (await ann.told()).notifications.map(({ content, now }) => [(content as LineNotification).to, now]);
  await stock(1, '2026-12-28');
  await app.tick();
  expect(await present()).toEqual([
    [on('2026-12-28'), undefined],
    [on('2026-12-28'), undefined],
  ]);
  await stock(1, '2027-01-15');
  await app.tick();
  expect(await present()).toEqual([
    [on('2026-12-28'), on('2027-01-15')],
    [on('2026-12-28'), on('2027-01-15')],
  ]);
  await stock(1, '2026-12-10');
  await app.tick();
  expect(await present()).toEqual([
    [on('2026-12-28'), on('2026-12-10')],
    [on('2026-12-28'), on('2026-12-10')],
  ]);
});

it('keeps no credentials longer than they are valid', async () => {
  expect(called).toContain('forgetExpiredCredentials');
  const folder = { personId: 'kept', stockDigest: 'stock' };
  await app.store.keepCredentials(folder, new Uint8Array([1]), 1000);
  const kept = async () => (await app.store.findFolder(folder))?.credentialsEnd;
  await app.store.forgetExpiredCredentials(999);
  expect(await kept()).toBe(1000);
  await app.store.forgetExpiredCredentials(1000);
  expect(await app.store.findFolder(folder)).toMatchObject({ credentialsEnd: null, sealedCredentials: null });
});

it('counts promises that got worse again only after a change', async () => {
  const ann = await person();
  await ann.keep({});
  const count = async () => JSON.parse((await ann.send('GET', '/notifications/count')).text) as unknown;
  await stock(1, '2026-12-28');
  await app.tick();
  expect(await count()).toMatchObject({ worse: { promises: 1 } });
  failing = { method: 'listPromises', isDone: true };
  expect(await count()).toMatchObject({ worse: { promises: 1 } });
  failing = null;
  await stock(1, '2026-12-10');
  await app.tick();
  expect(await count()).toMatchObject({ worse: { promises: 0 } });
});

it('leaves closed promises, past ones and watches whose date is past alone', async () => {
  await stock(1, '2026-11-20');
  const ann = await person();
  await ann.keep({}, { promised: { kind: 'in-stock', date: '2026-11-20' } });
  await ann.watch({ shipBy: '2026-11-26' });
  const [promise] = (await ann.check()).promises;
  await ann.send('POST', `/promises/${promise?.letterId}/0/closed`, { closed: 'shipped' });
  clock += day;
  await stock(1, '2026-12-28');
  await app.tick();
  expect(await kinds(ann)).toEqual([]);
});

/** Runs at a time, and returns what the only promise's last check found. */
async function foundAt(time: string) {
  clock = Date.parse(time);
  await app.tick();
  const [folder] = await app.store.listFolders();
  const [row] = folder === undefined ? [] : await app.store.listPromises(folder);
  return (JSON.parse(row?.progress ?? '{}') as { now?: object }).now;
}

it('checks a promise after its date if its goods were later than that, until they are there', async () => {
  const ann = await person();
  await ann.keep({});
  await stock(1, '2026-12-14');
  expect(await foundAt('2026-12-09T12:00:00Z')).toMatchObject({ date: '2026-12-14' });
  await stock(1, '2026-12-18');
  expect(await foundAt('2026-12-12T12:00:00Z')).toMatchObject({ date: '2026-12-18' });
  expect(await foundAt('2026-12-18T12:00:00Z')).toMatchObject({ kind: 'in-stock' });
  await stock(1, '2027-01-04');
  expect(await foundAt('2026-12-21T12:00:00Z')).toMatchObject({ kind: 'in-stock', date: '2026-12-18' });
});

it('runs each day at CHECK_AT, makes up for a missed day, and rests in between', async () => {
  const ann = await person();
  await ann.keep({});
  const checkedAt = async () => {
    const [folder] = await app.store.listFolders();
    const [row] = folder === undefined ? [] : await app.store.listPromises(folder);
    return (JSON.parse(row?.progress ?? '{}') as { checkedAt?: number }).checkedAt;
  };
  await app.tick();
  clock = Date.parse('2026-11-27T05:59:00Z');
  await app.tick();
  expect(await checkedAt()).toBe(start);
  clock = Date.parse('2026-11-27T06:00:00Z');
  await app.tick();
  expect(await checkedAt()).toBe(clock);
  const checked = clock;
  clock = Date.parse('2026-11-27T18:00:00Z');
  await app.tick();
  expect(await checkedAt()).toBe(checked);
  clock = Date.parse('2026-12-01T11:00:00Z');
  await app.tick();
  expect(await checkedAt()).toBe(clock);
});

it('checks each folder in its own market, also without a session', async () => {
  const other = { company: 'PAR', salesOrganization: '1', territoryId: 'FR' };
  const [ann, bea] = [await person(), await person({ market: other })];
  for (const each of [ann, bea]) await each.keep({});
  await bea.send('DELETE', '/session');
  await app.tick();
  await app.write({
    market: other,
    rows: [stockRow({ productId: 1, stockDate: '2027-01-20', stockQuantity: 900_000 })],
  });
  await app.tick();
  const folders = await app.store.listFolders();
  const told = await Promise.all(
    folders.map(async (folder) => [folder.personId, (await app.store.countNotifications(folder)).all]),
  );
  expect(Object.fromEntries(told)).toEqual({ [ann.personId]: 0, [bea.personId]: 1 });
});

it('holds the mails if so many lines get worse at once, and says so', async () => {
  const [ann, bea] = [await person(), await person()];
  await ann.keep(...Array.from({ length: 60 }, (_, index) => ({ quantity: index + 1 })));
  await bea.keep({});
  await app.store.saveAddress(ann.personId, { isOn: true, sealed: 'sealed' });
  await app.tick();
  await stock(2, '2026-12-10');
  await app.tick();
  const { notifications, all, held } = await ann.told();
  expect([all, held]).toEqual([61, 1]);
  expect(notifications.find(({ content }) => content.kind === 'mass-change')?.content).toEqual({
    kind: 'mass-change',
    worse: 60,
    lines: 60,
  });
  expect(await kinds(bea)).toEqual(expect.arrayContaining(['not-available', 'mass-change']));
});

it('is counted in the metrics, and healthz says nothing of it', async () => {
  await (await person()).keep({});
  await app.tick();
  const { text } = await app.ask('/metrics');
  const counted = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(counted('stock_promise_runs_total{end="finished"}')).toBeGreaterThan(0);
  expect(counted('stock_promise_run_lines_total{what="checked"}')).toBeGreaterThan(0);
  expect(counted('stock_promise_run_finished_seconds')).toBeGreaterThan(0);
  expect(JSON.parse((await app.ask('/healthz')).text)).toEqual({ status: 'ok' });
});
