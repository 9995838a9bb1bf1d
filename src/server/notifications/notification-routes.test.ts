import { afterAll, beforeAll, expect, it } from 'vitest';

import { type NotificationContent, NotificationCount, Notifications } from '#stock/contract/notifications.ts';
import { stockDigestOf } from '#server/orders/documents.ts';
import { type AppResponse, cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import { addNotifications } from '#server/store/temporary-store.fixture.ts';

import { newNotification } from './notifications.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ STOCK_TIME_ZONE: 'UTC' }, { now: () => new Date(now) });
});
afterAll(() => app.close());

const read = (answer: AppResponse) => Notifications.parse(JSON.parse(answer.text));

async function person(subject: string) {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const token = await signToken(jwtSecret ?? '', { subject, expiresAt: Math.floor(now / 1000) + 900_000 });
  const signedIn = await app.ask('/gateway/session', {
    method: 'POST',
    body: { token, subscriptionKey: subscriptionKeys[0] ?? '' },
  });
  const headers = { Cookie: cookieOf(signedIn) ?? '' };
  const { personId, market } = JSON.parse(signedIn.text) as { personId: string; market: typeof app.config.market };
  const identity = { market, subject, subscriptionKey: '', expiresAt: null };
  const stockDigest = stockDigestOf('embedded', { identity, whose: 'own', personId } as never);
  return {
    folder: { personId, stockDigest },
    send: (method: string, path: string) => app.ask(`/gateway${path}`, { method, headers }),
  };
}

const moved: NotificationContent = {
  kind: 'later',
  of: 'promise',
  letterId: 'letter-of-this-test',
  place: 0,
  productId: 12_345,
  product: 'Crêpe Alizé',
  quantity: 250_000,
  unit: 'm',
  from: { kind: 'expected', date: '2026-12-06', day: '2026-11-26' },
  to: { kind: 'expected', date: '2026-12-12', day: '2026-11-26' },
  shipBy: '2026-12-06',
};

it('lists, counts and reads the notifications of the person alone', async () => {
  const [ann, bea] = [await person('ann'), await person('bea')];
  const added = [
    newNotification('first', moved, now - 1000, '2026-11-26'),
    newNotification('second', { kind: 'not-checked', lines: 2, since: now }, now, '2026-11-26'),
  ];
  await addNotifications(app.store, ann.folder, added, null);
  expect(read(await ann.send('GET', '/notifications'))).toEqual({
    all: 2,
    unread: 2,
    held: 0,
    notifications: [
      { id: 'second', at: now, isRead: false, content: { kind: 'not-checked', lines: 2, since: now } },
      { id: 'first', at: now - 1000, isRead: false, content: moved },
    ],
  });
  expect(read(await bea.send('GET', '/notifications')).notifications).toEqual([]);
  const countOf = async () => NotificationCount.parse(JSON.parse((await ann.send('GET', '/notifications/count')).text));
  expect((await bea.send('POST', '/notifications/read')).status).toBe(204);
  expect(await countOf()).toEqual({ unread: 2, worse: { promises: 0, orders: 0 } });
  expect((await ann.send('POST', '/notifications/read')).status).toBe(204);
  expect(await countOf()).toEqual({ unread: 0, worse: { promises: 0, orders: 0 } });
  expect((await ann.send('DELETE', '/my-data')).status).toBe(204);
  expect(read(await ann.send('GET', '/notifications')).all).toBe(0);
});

it('sends held mails on request', async () => {
  const ann = await person('ann');
  await app.store.saveAddress(ann.folder.personId, { isOn: true, sealed: 'sealed' });
  const mass = newNotification('mass', { kind: 'mass-change', worse: 812, lines: 900 }, now, '2026-11-26');
  await addNotifications(app.store, ann.folder, [mass], { eventId: 'run', isHeld: true, madeAt: now });
  expect(read(await ann.send('GET', '/notifications'))).toMatchObject({ held: 1, unread: 1 });
  expect((await ann.send('POST', '/notifications/held')).status).toBe(204);
  expect(read(await ann.send('GET', '/notifications'))).toMatchObject({ held: 0 });
});

it('is for signed-in persons', async () => {
  const requested = { headers: { Host: 'other.example.com', Cookie: 'none' } };
  expect((await app.ask('/gateway/notifications', requested)).status).not.toBe(200);
});
