import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openStore } from './open-store.ts';
import type { ClaimedMail, NewNotification } from './sql-notifications.ts';
import type { PromiseFolder } from './sql-promises.ts';
import type { Store } from './stock-store.ts';
import { addNotifications, openTemporaryStore, type TemporaryStore } from './temporary-store.fixture.ts';

let temporary: TemporaryStore;
let store: Store;
beforeAll(async () => {
  temporary = await openTemporaryStore();
  ({ store } = temporary);
});
afterAll(() => temporary.close());

let people = 0;
let ann: PromiseFolder;
beforeEach(async () => {
  ann = { personId: `ann ${(people += 1)}`, stockDigest: 'a' };
  await store.saveAddress(ann.personId, { isOn: true, sealed: 'sealed' });
});

const notification = (eventId: string, changes: Partial<NewNotification> = {}): NewNotification => ({
  eventId,
  madeAt: 1000,
  content: `{"of":"${eventId}"}`,
  line: { letterId: 'letter', place: 0 },
  remindOn: null,
  ...changes,
});
const mail = (eventId: string, isHeld = false) => ({ eventId, isHeld, madeAt: 1000 });

/** Claims the mails of the person that are due, and leaves those of the tests before. */
async function claim(now: number, leaseUntil = now + 10): Promise<ClaimedMail[]> {
  const claimed: ClaimedMail[] = [];
  for (;;) {
    const next = await store.claimMail(now, leaseUntil);
    if (next === null) return claimed.filter(({ personId }) => personId === ann.personId);
    claimed.push(next);
  }
}
const keyOf = (eventId: string) => ({ ...ann, eventId });

describe('notifications', () => {
  it('are stored once each, newest first, and read', async () => {
    await addNotifications(store, ann, [notification('1'), notification('2', { madeAt: 2000 })], null);
    await addNotifications(store, ann, [notification('1', { content: 'again' })], null);
    expect(await store.listNotifications(ann, 9)).toEqual([
      { eventId: '2', madeAt: 2000, content: '{"of":"2"}', readAt: null },
      { eventId: '1', madeAt: 1000, content: '{"of":"1"}', readAt: null },
    ]);
    expect(await store.listNotifications(ann, 1)).toHaveLength(1);
    expect(await store.countNotifications(ann)).toEqual({ all: 2, unread: 2, held: 0 });
    await store.markRead(ann, 3000, { letterId: 'another', place: 0 });
    expect(await store.countNotifications(ann)).toMatchObject({ unread: 2 });
    await addNotifications(store, ann, [notification('3', { line: { letterId: 'another', place: 0 } })], null);
    await store.markRead(ann, 3000, { letterId: 'another', place: 0 });
    expect(await store.countNotifications(ann)).toMatchObject({ all: 3, unread: 2 });
    await store.markRead(ann, 4000);
    expect((await store.listNotifications(ann, 9)).map(({ readAt }) => readAt)).toEqual([4000, 4000, 3000]);
    expect(await store.countNotifications({ ...ann, stockDigest: 'b' })).toEqual({ all: 0, unread: 0, held: 0 });
  });

  it('are deleted by age and with the person', async () => {
    await addNotifications(store, ann, [notification('1', { madeAt: 10 }), notification('2')], mail('m'));
    await store.deleteNotificationsBefore(11);
    expect((await store.listNotifications(ann, 9)).map(({ eventId }) => eventId)).toEqual(['2']);
    await store.deleteNotificationsOf(ann.personId);
    expect(await store.countNotifications(ann)).toEqual({ all: 0, unread: 0, held: 0 });
    expect(await store.findAddress(ann.personId)).toBeNull();
    expect(await claim(5000)).toEqual([]);
  });
});

describe('a mail', () => {
  it('is made for what is new, and for a person with mails on', async () => {
    await addNotifications(store, ann, [notification('1')], mail('first'));
    await addNotifications(store, ann, [notification('1')], mail('nothing new'));
    expect((await claim(5000)).map(({ eventId }) => eventId)).toEqual(['first']);
    expect((await store.listMailed(keyOf('first'))).map(({ eventId }) => eventId)).toEqual(['1']);
    await store.saveAddress(ann.personId, { isOn: false, sealed: 'sealed' });
    await addNotifications(store, ann, [notification('2')], mail('off'));
    expect(await claim(9000)).toEqual([]);
  });

  it('is claimed by one process at a time, and again when its lease has ended', async () => {
    await addNotifications(store, ann, [notification('1')], mail('m'));
    const first = await claim(5000, 6000);
    expect(first).toEqual([{ ...keyOf('m'), madeAt: 1000, tries: 0, unsure: 0 }]);
    expect(await claim(5999)).toEqual([]);
    await store.noteHandover(keyOf('m'));
    expect(await claim(6000)).toEqual([{ ...keyOf('m'), madeAt: 1000, tries: 1, unsure: 1 }]);
  });

  it('is claimed once by processes that claim it at once', async () => {
    await claim(5000, 1e9);
    await addNotifications(store, ann, [notification('1')], mail('m'));
    const others = await Promise.all(Array.from({ length: 3 }, () => openStore(temporary.location)));
    const claims = await Promise.all([store, ...others].map((each) => each.claimMail(5000, 6000)));
    expect(claims.filter((each) => each !== null)).toHaveLength(1);
    await Promise.all(others.map((each) => each.close()));
  });

  it('is sent, waits again or has failed, which a notification tells', async () => {
    await addNotifications(store, ann, [notification('1')], mail('m'));
    await claim(5000, 9000);
    await store.noteHandover(keyOf('m'));
    await store.settleMail(keyOf('m'), { state: 'waiting', dueAt: 7000, said: '451 later', isRefused: true });
    expect(await claim(6999)).toEqual([]);
    expect(await claim(7000, 9000)).toEqual([{ ...keyOf('m'), madeAt: 1000, tries: 1, unsure: 0 }]);
    const failed = notification('m failed', { line: null });
    await store.settleMail(keyOf('m'), { state: 'failed', said: '550 no', notification: failed });
    expect(await claim(99_000)).toEqual([]);
    expect((await store.listNotifications(ann, 9)).map(({ eventId }) => eventId)).toEqual(['1', 'm failed']);
    await addNotifications(store, ann, [notification('2')], mail('n'));
    await claim(5000);
    await store.settleMail(keyOf('n'), { state: 'sent' });
    expect(await claim(99_000)).toEqual([]);
  });

  it('of a mass change is held until its person sends it', async () => {
    await addNotifications(store, ann, [notification('1')], mail('m', true));
    expect(await claim(5000)).toEqual([]);
    expect(await store.countNotifications(ann)).toMatchObject({ held: 1 });
    await store.releaseMails(ann, 6000);
    expect(await store.countNotifications(ann)).toMatchObject({ held: 0 });
    expect(await claim(6000)).toEqual([{ ...keyOf('m'), madeAt: 6000, tries: 0, unsure: 0 }]);
  });

  it('reminds once of what is unread', async () => {
    const dated = (eventId: string, remindOn: string) => notification(eventId, { remindOn });
    await addNotifications(store, ann, [dated('1', '2026-12-04'), dated('2', '2026-12-05')], null);
    await addNotifications(
      store,
      ann,
      [
        notification('3', { remindOn: '2026-12-04', line: { letterId: 'read', place: 0 } }),
        dated('past', '2026-12-01'),
      ],
      null,
    );
    await store.markRead(ann, 1000, { letterId: 'read', place: 0 });
    for (const at of [5000, 5001]) await store.planReminders('2026-12-04', '2026-12-02', at);
    expect((await claim(6000)).map(({ eventId }) => eventId)).toEqual(['reminder 2026-12-04']);
    expect((await store.listMailed(keyOf('reminder 2026-12-04'))).map(({ eventId }) => eventId)).toEqual(['1']);
    await store.settleMail(keyOf('reminder 2026-12-04'), { state: 'sent' });
    await store.planReminders('2026-12-05', '2026-12-03', 7000);
    expect((await claim(7000)).map(({ eventId }) => eventId)).toEqual(['reminder 2026-12-05']);
    expect((await store.listMailed(keyOf('reminder 2026-12-05'))).map(({ eventId }) => eventId)).toEqual(['2']);
  });
});

it('an address is replaced and deleted', async () => {
  expect(await store.findAddress(ann.personId)).toEqual({ isOn: true, sealed: 'sealed' });
  await store.saveAddress(ann.personId, { isOn: false, sealed: 'other' });
  expect(await store.findAddress(ann.personId)).toEqual({ isOn: false, sealed: 'other' });
  await store.deleteAddress(ann.personId);
  expect(await store.findAddress(ann.personId)).toBeNull();
});
