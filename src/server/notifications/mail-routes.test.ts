import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { MailAttempt, MailConfirmation, MailSettings } from '#stock/contract/mail.ts';
import { Problem } from '#stock/contract/problem.ts';
import { cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';

import { headerOf, partOf, type RunningMailServer, startMailServer } from './mail-server.fixture.ts';

const minute = 60_000;
const start = Date.parse('2026-11-26T12:00:00Z');
let clock = start;
let server: RunningMailServer;
let app: RunningApp;
beforeAll(async () => {
  server = await startMailServer();
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'stock@example.com', STOCK_TIME_ZONE: 'UTC' };
  app = await runApp(settings, { now: () => new Date(clock) });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(() => {
  clock = start;
  server.fault = null;
  server.received.length = 0;
});

const how = { language: 'en', locale: 'en-US' };
let people = 0;

async function person(on: RunningApp = app) {
  const { jwtSecret, subscriptionKeys } = on.secrets;
  const expiresAt = Math.floor(start / 1000) + 900_000;
  const token = await signToken(jwtSecret ?? '', { subject: `rep ${(people += 1)}`, expiresAt });
  const body = { token, subscriptionKey: subscriptionKeys[0] ?? '' };
  const signedIn = await on.ask('/gateway/session', { method: 'POST', body });
  const headers = { Cookie: cookieOf(signedIn) ?? '' };
  const send = (method: string, path: string, content?: object) =>
    on.ask(`/gateway${path}`, { method, headers, ...(content && { body: content }) });
  return {
    send,
    address: `rep.${people}@example.com`,
    settings: async () => MailSettings.parse(JSON.parse((await send('GET', '/mail')).text)),
    requestCode: async (address: string) =>
      MailAttempt.parse(JSON.parse((await send('POST', '/mail/code', { address, ...how })).text)),
    confirm: async (code: string) =>
      MailConfirmation.parse(JSON.parse((await send('POST', '/mail/confirmation', { code })).text)).outcome,
  };
}

const lastCode = () =>
  /^\d{6}/.exec(headerOf(server.received.at(-1) ?? { to: [], raw: '' }, 'Subject') ?? '')?.[0] ?? '';

describe('an address', () => {
  it('is confirmed by the code that was sent to it, which turns mails on', async () => {
    const ann = await person();
    expect(await ann.settings()).toEqual({
      isSetUp: true,
      isOn: false,
      withNames: false,
      address: null,
      isOfCompany: false,
      pending: null,
    });
    expect(await ann.requestCode(ann.address)).toMatchObject({ isAccepted: true });
    expect(server.received.map(({ to }) => to)).toEqual([[ann.address]]);
    expect(partOf(server.received[0] ?? { to: [], raw: '' }, 'text/plain')).toContain(lastCode());
    expect(await ann.settings()).toMatchObject({ isOn: false, address: null, pending: ann.address });
    const wrong = lastCode() === '000000' ? '000001' : '000000';
    expect(await ann.confirm(wrong)).toBe('wrong');
    expect(await ann.confirm(lastCode())).toBe('confirmed');
    expect(await ann.settings()).toMatchObject({ isOn: true, address: ann.address, pending: null });
    expect(await (await person()).settings()).toMatchObject({ isOn: false, address: null });
    expect(await app.storedDocuments()).not.toContain(ann.address);
    expect(app.log()).not.toContain(ann.address);
  });

  it('is not confirmed by a code that is old, or that was tried too often', async () => {
    const [ann, bea] = [await person(), await person()];
    await ann.requestCode(ann.address);
    clock += 16 * minute;
    expect(await ann.confirm(lastCode())).toBe('expired');
    await bea.requestCode(bea.address);
    const wrong = lastCode() === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) expect(await bea.confirm(wrong)).toBe('wrong');
    expect(await bea.confirm(lastCode())).toBe('expired');
  });

  it('gets no more tries by changing the settings', async () => {
    const ann = await person();
    await ann.requestCode(ann.address);
    await ann.send('PUT', '/mail', { isOn: false, withNames: false, ...how });
    expect(await ann.confirm(lastCode())).toBe('expired');
  });

  it.each(['', 'xx_', 'de-CH!', 'a'.repeat(36)])(
    'is refused with a language tag that no date can be written in: %j',
    async (locale) => {
      const ann = await person();
      const choice = { isOn: false, withNames: false, ...how, locale };
      expect((await ann.send('PUT', '/mail', choice)).status).toBe(400);
      expect((await ann.send('PUT', '/mail', { ...choice, locale: 'de-CH' })).status).toBe(204);
    },
  );

  it('is needed before mails are on', async () => {
    const ann = await person();
    const refused = await ann.send('PUT', '/mail', { isOn: true, withNames: false, ...how });
    expect([refused.status, Problem.parse(JSON.parse(refused.text)).detail]).toEqual([
      403,
      'Confirm your email address first.',
    ]);
  });

  it('is one address', async () => {
    const ann = await person();
    for (const address of [
      'ann',
      'ann@example.com, bea@example.com',
      'a@b',
      'Ann <ann@example.com>',
      'a b@example.com',
    ])
      expect((await ann.send('POST', '/mail/code', { address, ...how })).status, address).toBe(400);
    expect(server.received).toEqual([]);
  });

  it('gets five mails an hour at most, from whoever', async () => {
    const [ann, bea] = [await person(), await person()];
    for (let count = 0; count < 5; count += 1) await ann.requestCode('target@example.com');
    for (const each of [ann, bea]) {
      const refused = await each.send('POST', '/mail/code', { address: 'target@example.com', ...how });
      expect(refused.status).toBe(429);
    }
    expect(server.received).toHaveLength(5);
  });

  it('is deleted with all data of the person', async () => {
    const ann = await person();
    await ann.requestCode(ann.address);
    await ann.confirm(lastCode());
    expect((await ann.send('DELETE', '/my-data')).status).toBe(204);
    expect(await ann.settings()).toMatchObject({ isOn: false, address: null });
  });
});

it('a test says what the mail server said', async () => {
  const ann = await person();
  expect((await ann.send('POST', '/mail/test')).status).toBe(403);
  await ann.requestCode(ann.address);
  await ann.confirm(lastCode());
  const test = async () => MailAttempt.parse(JSON.parse((await ann.send('POST', '/mail/test')).text));
  expect(await test()).toMatchObject({ isAccepted: true, said: expect.stringMatching(/^250 /) as string });
  server.fault = { step: 'recipient', answer: 550 };
  expect(await test()).toMatchObject({ isAccepted: false, said: expect.stringContaining('550') as string });
});

it('without a mail server the settings say so', async () => {
  const without = await runApp({ STOCK_TIME_ZONE: 'UTC' }, { now: () => new Date(clock) });
  const ann = await person(without);
  expect(await ann.settings()).toMatchObject({ isSetUp: false });
  expect((await ann.send('POST', '/mail/code', { address: ann.address, ...how })).status).toBe(403);
  await without.close();
});
