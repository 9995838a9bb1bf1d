import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

import type { LineNotification, NotificationContent } from '#stock/contract/notifications.ts';
import type { ResultOfDay } from '#stock/promises/promise-status.ts';
import { openStore } from '#server/store/open-store.ts';
import type { NotificationStore } from '#server/store/sql-notifications.ts';
import type { PromiseFolder, PromiseStore } from '#server/store/sql-promises.ts';
import { addNotifications, openTemporaryStore, type TemporaryStore } from '#server/store/temporary-store.fixture.ts';

import { headerOf, type MailStep, partOf, type RunningMailServer, startMailServer } from './mail-server.fixture.ts';
import { MailRecipients } from './mail-recipients.ts';
import { MailSender, retryAt } from './mail-sender.ts';
import { mailTransport } from './mail-transport.ts';
import { newNotification } from './notifications.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-26T06:00:00Z');
const today = '2026-11-26';
let clock = start;
let temporary: TemporaryStore;
let server: RunningMailServer;
beforeAll(async () => {
  [temporary, server] = await Promise.all([openTemporaryStore(), startMailServer()]);
});
afterAll(async () => {
  await temporary.close();
  await server.close();
});

let people = 0;
let ann: PromiseFolder;
beforeEach(async () => {
  clock = start;
  server.fault = null;
  server.received.length = 0;
  ann = { personId: `ann ${(people += 1)}`, stockDigest: 'stock' };
  await subscribe(ann.personId);
});
afterEach(() => temporary.store.deleteNotificationsOf(ann.personId));

const transport = () =>
  mailTransport({ url: server.url, from: 'Stock Horizon <stock@example.com>', allowsPlain: true });

function recipientsOf(store: NotificationStore) {
  return new MailRecipients({ store, transport: transport(), sessionSecret: 'secret', now: () => clock });
}

/** Turns mails on for a person whom the company knows. */
async function subscribe(personId: string, withNames = false) {
  const person = { personId, person: { verifiedEmail: 'ann@example.com' } };
  const choice = { isOn: true, withNames, language: 'en', locale: 'en-US' } as const;
  await recipientsOf(temporary.store).choose(person as never, choice);
}

type MailStore = NotificationStore & Pick<PromiseStore, 'findLines'>;

function senderOf(store: MailStore, day: () => `${number}-${number}-${number}` = () => today) {
  return new MailSender({
    store,
    transport: transport(),
    recipients: recipientsOf(store),
    namesOf: async () => new Map([['letter', 'Atelier Nord']]),
    baseUrl: () => 'https://stock.example.com',
    today: day,
    now: () => clock,
    onError: () => undefined,
  });
}

const moved: LineNotification = {
  kind: 'later',
  of: 'promise',
  letterId: 'letter',
  place: 0,
  productId: 1,
  product: 'Blue poplin',
  quantity: 250_000,
  unit: 'm',
  from: { kind: 'expected', date: '2026-12-06', day: today },
  to: { kind: 'expected', date: '2026-12-12', day: today },
  shipBy: '2026-12-06',
};

/** What a run stores that found a promise later. */
async function find(eventId: string, { isHeld = false, content = moved } = {}) {
  const { store } = temporary;
  const added = [newNotification(eventId, content, clock, today)];
  await addNotifications(store, ann, added, { eventId: `run ${eventId}`, isHeld, madeAt: clock });
}

/** What a check found last of the promise. */
async function keep(now: ResultOfDay) {
  const { productId, product, quantity, unit } = moved;
  const progress = {
    now,
    promised: moved.from,
    since: clock,
    checkedAt: clock,
    dataVersion: '1',
    closed: null,
    changes: [],
  };
  const line = JSON.stringify({ productId, product, quantity, unit });
  const stored = { letterId: 'letter', place: 0, line, progress: JSON.stringify(progress), revision: 1, toldAt: clock };
  const key = { ...ann, letterId: 'letter' };
  await temporary.store.deleteLetter(key);
  await temporary.store.createLetter(key, [{ ...stored, sealedEntry: 'entry', sealedContent: 'texts' }]);
}

const expected = (date: `${number}-${number}-${number}`) => ({ kind: 'expected', date, day: today }) as const;

const inApp = async () =>
  (await temporary.store.listNotifications(ann, 99)).map(
    ({ content }) => (JSON.parse(content) as NotificationContent).kind,
  );

describe('a mail', () => {
  it('is sent once after a run, and to nobody who has none on', async () => {
    await find('first');
    const sender = senderOf(temporary.store);
    await sender.sendDue();
    await sender.sendDue();
    expect(server.received.map((mail) => headerOf(mail, 'Subject'))).toEqual(['1 promise later']);
    await temporary.store.deleteAddress(ann.personId);
    await find('second');
    await sender.sendDue();
    expect(server.received).toHaveLength(1);
    expect(await inApp()).toEqual(['later', 'later']);
  });

  it('names customers only if its person chose it', async () => {
    await find('first');
    await senderOf(temporary.store).sendDue();
    await subscribe(ann.personId, true);
    await find('second');
    await senderOf(temporary.store).sendDue();
    expect(server.received.map(({ raw }) => raw.includes('Atelier Nord'))).toEqual([false, true]);
  });

  it('is sent by one of several servers', async () => {
    for (const each of ['a', 'b', 'c', 'd']) await find(each);
    const others = await Promise.all([1, 2].map(() => openStore(temporary.location)));
    const senders = [temporary.store, ...others].map((store) => senderOf(store));
    await Promise.all(senders.map((sender) => sender.sendDue()));
    await Promise.all(senders.map((sender) => sender.sendDue()));
    expect(server.received.map((mail) => headerOf(mail, 'Message-ID'))).toHaveLength(4);
    expect(new Set(server.received.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(4);
    await Promise.all(others.map((store) => store.close()));
  });

  it("that can't be written keeps no other waiting", async () => {
    await find('first');
    await find('second');
    let isBroken = true;
    const store = Object.assign(Object.create(temporary.store) as typeof temporary.store, {
      listMailed: async (mail: Parameters<typeof temporary.store.listMailed>[0]) => {
        if (isBroken) {
          isBroken = false;
          throw new RangeError('Incorrect locale information provided');
        }
        return temporary.store.listMailed(mail);
      },
    });
    await senderOf(store).sendDue();
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["can't be written", "The mail couldn't be written.", true],
    ['has lost its address', "The address that mails were sent to can't be read.", false],
  ])('that %s is tried for a day, and then failed in the app', async (_, said, isAddressKept) => {
    await find('unwritten');
    const store = Object.assign(Object.create(temporary.store) as typeof temporary.store, {
      listMailed: () => Promise.reject(new RangeError('Incorrect locale information provided')),
    });
    if (!isAddressKept) await store.saveAddress(ann.personId, { isOn: true, sealed: 'of another secret' });
    for (; clock < start + 26 * hour; clock += hour / 2) await senderOf(store).sendDue();
    expect(server.received).toEqual([]);
    const [failed] = await temporary.store.listNotifications(ann, 9);
    expect(JSON.parse(failed?.content ?? '')).toEqual({ kind: 'mail-failed', said });
    expect(await inApp()).toEqual(['mail-failed', 'later']);
  });

  it('goes to the address that the company has verified last', async () => {
    const follow = (verifiedEmail: string | null) =>
      recipientsOf(temporary.store).follow(ann.personId, { verifiedEmail });
    await follow('ann.married@example.com');
    await follow(null);
    await find('moved');
    await senderOf(temporary.store).sendDue();
    expect(server.received.map(({ to }) => to)).toEqual([['ann.married@example.com']]);
    await temporary.store.deleteAddress(ann.personId);
    await follow('ann@example.com');
    expect(await temporary.store.findAddress(ann.personId)).toBeNull();
  });

  it('that is refused is tried again with growing gaps for a day, and then failed in the app', async () => {
    await find('refused');
    server.fault = { step: 'recipient', answer: 451 };
    const sender = senderOf(temporary.store);
    const attempts: number[] = [];
    for (; clock < start + 26 * hour; clock += clock < start + hour ? 60_000 : hour / 2) {
      const before = server.connections;
      await sender.sendDue();
      if (server.connections > before) attempts.push((clock - start) / 60_000);
    }
    const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(gaps.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(attempts.at(-1)).toBe(24 * 60);
    expect(await inApp()).toEqual(['mail-failed', 'later']);
    server.fault = null;
    await sender.sendDue();
    expect(server.received).toEqual([]);
  });

  it('that was refused once arrives later', async () => {
    await find('late');
    server.fault = { step: 'reply', answer: 451 };
    await senderOf(temporary.store).sendDue();
    server.fault = null;
    clock += hour;
    await senderOf(temporary.store).sendDue();
    expect(server.received).toHaveLength(1);
    expect(await inApp()).toEqual(['later']);
  });

  it('whose reply is lost again and again is sent twice at most, and the app says so', async () => {
    await find('unsure');
    server.fault = { step: 'reply', answer: 'break' };
    for (let hours = 0; hours < 30; hours += 1) {
      clock += hour;
      await senderOf(temporary.store).sendDue();
    }
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(1);
    expect(await inApp()).toEqual(['mail-failed', 'later']);
  });

  it('of a mass change waits until its person sends it', async () => {
    await find('mass', { isHeld: true });
    await senderOf(temporary.store).sendDue();
    expect(server.received).toEqual([]);
    await temporary.store.releaseMails(ann, clock);
    await senderOf(temporary.store).sendDue();
    expect(server.received).toHaveLength(1);
  });

  it('reminds of what is unread two days before the date, and never again', async () => {
    await keep(moved.to);
    await find('unread');
    await senderOf(temporary.store).sendDue();
    for (const day of ['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'] as const) {
      clock += 24 * hour;
      await senderOf(temporary.store, () => day).sendDue();
    }
    expect(server.received.map((mail) => headerOf(mail, 'Subject'))).toEqual([
      '1 promise later',
      'Reminder: 1 promise later',
    ]);
  });

  it.each<[what: string, now: ResultOfDay, reminder: string | null, dates: string]>([
    ['later still', expected('2026-12-20'), '1 promise later', 'Dec 6 → Dec 20 · 14 days later'],
    ['less late', expected('2026-12-08'), '1 promise later', 'Dec 6 → Dec 8 · 2 days later'],
    ['not available', { kind: 'not-available', day: today }, '1 promise not available', 'Dec 6 → not available'],
    ['not reliable', { kind: 'not-reliable', day: today }, '1 promise later', 'Dec 6 → Dec 14 · 8 days later'],
    ['as it was promised', expected('2026-12-06'), null, ''],
  ])('reminds of what is true when it is sent: %s', async (_, now, reminder, dates) => {
    await keep(moved.to);
    await find('first');
    clock += 24 * hour;
    await find('second', { content: { ...moved, from: moved.to, to: expected('2026-12-14') } });
    await keep(now);
    server.received.length = 0;
    await senderOf(temporary.store, () => '2026-12-04').sendDue();
    const reminders = server.received.filter((mail) => headerOf(mail, 'Subject')?.startsWith('Reminder'));
    expect(reminders.map((mail) => headerOf(mail, 'Subject'))).toEqual(
      reminder === null ? [] : [`Reminder: ${reminder}`],
    );
    for (const mail of reminders) expect(partOf(mail, 'text/plain').replaceAll('\u00A0', ' ')).toContain(dates);
  });

  it('reminds of nothing that was deleted', async () => {
    await keep(moved.to);
    await find('deleted');
    await senderOf(temporary.store).sendDue();
    await temporary.store.deleteLetter({ ...ann, letterId: 'letter' });
    await senderOf(temporary.store, () => '2026-12-04').sendDue();
    expect(server.received).toHaveLength(1);
  });

  it('reminds of nothing that was read', async () => {
    await keep(moved.to);
    await find('read');
    await senderOf(temporary.store).sendDue();
    await temporary.store.markRead(ann, clock);
    await senderOf(temporary.store, () => '2026-12-04').sendDue();
    expect(server.received).toHaveLength(1);
  });
});

/** A store whose process is killed before or after its n-th statement: nothing happens from there on. */
function killedAt(store: MailStore, statement: number, isDone: boolean): MailStore {
  let count = 0;
  return new Proxy(store, {
    get:
      (target, name: keyof MailStore) =>
      async (...args: never[]) => {
        count += 1;
        if (count > statement || (count === statement && !isDone)) throw new Error('killed');
        const result: unknown = await (target[name] as (...given: never[]) => Promise<unknown>).apply(target, args);
        if (count >= statement) throw new Error('killed');
        return result;
      },
  });
}

describe('a process that is killed', () => {
  const statements = [1, 2, 3, 4, 5, 6].flatMap((at) => [[at, false] as const, [at, true] as const]);
  test.each(statements)('at statement %i (done: %s) loses no mail and sends none a third time', async (at, isDone) => {
    await find('killed');
    await senderOf(killedAt(temporary.store, at, isDone))
      .sendDue()
      .catch(() => undefined);
    clock += hour;
    await senderOf(temporary.store).sendDue();
    expect([1, 2]).toContain(server.received.length);
    expect(new Set(server.received.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(1);
    expect(await inApp()).toEqual(['later']);
  });

  const steps: MailStep[] = ['connect', 'mail', 'recipient', 'data', 'reply'];
  test.each(steps)('in mail command %s loses no mail and sends none a third time', async (step) => {
    await find('killed');
    server.fault = { step, answer: 'break' };
    // The attempt ends with the connection, and the process with the next statement.
    const statementsBefore = step === 'reply' ? 6 : 5;
    await senderOf(killedAt(temporary.store, statementsBefore, false))
      .sendDue()
      .catch(() => undefined);
    server.fault = null;
    clock += hour;
    await senderOf(temporary.store).sendDue();
    expect(server.received).toHaveLength(step === 'reply' ? 2 : 1);
    expect(await inApp()).toEqual(['later']);
  });
});

test('gaps grow up to four hours, and the last attempt is a day after the first', () => {
  const gapAfter = (tries: number) => (retryAt({ madeAt: start, tries }, start) ?? 0) - start;
  expect([0, 1, 2, 5, 20].map(gapAfter)).toEqual([1, 2, 4, 32, 240].map((minutes) => minutes * 60_000));
  expect(retryAt({ madeAt: start, tries: 9 }, start + 23 * hour)).toBe(start + 24 * hour);
  expect(retryAt({ madeAt: start, tries: 9 }, start + 24 * hour)).toBeNull();
});
