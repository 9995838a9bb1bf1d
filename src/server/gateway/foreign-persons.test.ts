import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type AppResponse, cookieOf, runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const market = { company: 'BRU', salesOrganization: '2510', territoryId: 'BRU_GLO' };
const letterId = 'a-letter-of-ann-s';
const orderId = 'an-order-of-ann-s';
const promised = { kind: 'expected', date: '2026-12-04' };
const letter = {
  customer: 'Atelier Nord',
  day: '2026-11-21',
  checkedAt: 1_795_000_000_000,
  lines: [{ productId: 12_345, product: 'Crêpe', quantity: 40_000, unit: 'm', promised }],
  text: 'Told to Atelier Nord',
};
const watch = {
  productId: 12_345,
  product: 'Watched by Ann',
  quantity: 40_000,
  unit: 'm',
  shipBy: null,
  when: ['moves'],
  days: 1,
  endsAfter: 30,
};
const page = {
  language: 'en',
  title: 'Page of Ann',
  reference: '',
  opening: [],
  changes: null,
  columns: { product: 'Product', quantity: 'Quantity', shipDate: 'Ship date', note: 'Note' },
  lines: [
    {
      key: '1',
      product: 'Crêpe',
      quantity: '40 m',
      amount: 40_000,
      shipDate: 'Dec 4',
      note: '',
      results: [{ ...promised, day: '2026-11-21' }],
    },
  ],
  closing: [],
};

type Send = (method: string, path: string, body?: object | string) => Promise<AppResponse>;

async function person(subject: string, territoryId = market.territoryId): Promise<Send> {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const token = await signToken(app.secrets.jwtSecret ?? '', {
    subject,
    expiresAt,
    market: { ...market, territoryId },
  });
  const body = { token, subscriptionKey: app.secrets.subscriptionKeys[0] };
  const cookie = cookieOf(await app.ask('/gateway/session', { method: 'POST', body })) ?? '';
  const headers = { Cookie: cookie, 'X-Forwarded-For': '10.0.0.1' };
  return (method, path, content) =>
    app.ask(`/gateway${path}`, { method, headers, ...(content !== undefined && { body: content }) });
}

/** What the server keeps of a person, without the times of its responses. */
const ownedBy = (who: Send) =>
  Promise.all(
    ['/promises', '/watches', '/mail', '/keys'].map(async (path) =>
      (await who('GET', path)).text.replace(/"at":\d+,/, ''),
    ),
  );

describe('what a person keeps', () => {
  it.each([
    ['another person', 'bob', market.territoryId],
    ['the same person in another market', 'ann', 'FR_SU'],
  ])('is nothing for %s', async (_who, subject, territoryId) => {
    const [ann, other] = [await person('ann'), await person(subject, territoryId)];
    expect((await ann('PUT', `/promises/${letterId}`, letter)).status).toBeLessThan(300);
    expect((await ann('PUT', '/watches', { watches: [watch] })).status).toBe(200);
    expect((await ann('PUT', `/customer-links/orders/${orderId}`, page)).status).toBeLessThan(300);
    const { id: keyId } = JSON.parse((await ann('POST', '/keys/assistants', { name: 'Key of Ann' })).text) as {
      id: string;
    };
    const owned = async () => {
      const paths = ['/promises', '/watches', `/customer-links/orders/${orderId}`, '/keys', '/notifications'];
      return Promise.all(paths.map(async (path) => (await ann('GET', path)).text.replace(/"at":\d+,/, '')));
    };
    const before = await owned();

    for (const path of [
      '/promises',
      '/watches',
      '/keys',
      '/notifications',
      '/notifications/count',
      '/mail',
      '/checking',
    ])
      if (subject !== 'ann' || path !== '/keys')
        expect((await other('GET', path)).text, path).not.toMatch(/Ann|Atelier|12345/);
    expect((await other('GET', `/customer-links/orders/${orderId}`)).text).toBe('{"link":null}');
    const refused: [method: string, path: string, body?: object][] = [
      ['GET', `/promises/${letterId}`],
      ['POST', `/promises/${letterId}/0/told`, { text: 'x' }],
      ['POST', `/promises/${letterId}/0/closed`, { closed: 'shipped' }],
      ['DELETE', `/customer-links/orders/${orderId}`],
      // A person's keys are listed, and can be revoked, in all of their markets.
      ...(subject === 'ann' ? [] : [['DELETE', `/keys/${keyId}`] as [string, string]]),
    ];
    for (const [method, path, body] of refused)
      expect((await other(method, path, body)).status, `${method} ${path}`).toBe(404);
    // These say nothing about what was there.
    for (const path of [`/promises/${letterId}`, '/watches/12345/40000', ...(subject === 'ann' ? [] : ['/my-data'])])
      expect((await other('DELETE', path)).status).toBe(204);
    for (const path of ['/notifications/read', '/notifications/held'])
      expect((await other('POST', path)).status).toBeLessThan(300);
    expect((await other('POST', '/promises/check', { always: true })).text).not.toContain('Atelier');
    expect(await owned()).toEqual(before);
  });

  it('is all deleted with the data of the person', async () => {
    const [kim, nobody] = [await person('kim'), await person('nobody')];
    const mail = { isOn: false, withNames: true, language: 'de', locale: 'de-CH' };
    const made = await Promise.all([
      kim('PUT', `/promises/${letterId}`, letter),
      kim('PUT', '/watches', { watches: [watch] }),
      kim('PUT', '/mail', mail),
      kim('POST', '/keys/assistants', { name: 'Key of Kim' }),
    ]);
    expect(made.map(({ status }) => status < 300)).toEqual([true, true, true, true]);
    const nothing = await ownedBy(nobody);
    for (const [index, text] of (await ownedBy(kim)).entries()) expect(text).not.toBe(nothing[index]);
    expect((await kim('DELETE', '/my-data')).status).toBe(204);
    expect(await ownedBy(kim)).toEqual(nothing);
  });

  it('is found in no other market by the history of a product', async () => {
    const elsewhere = await person('ann', 'FR_SU');
    const history = await elsewhere('GET', '/history?productId=12345&quantity=40');
    expect(JSON.parse(history.text)).toMatchObject({ days: [] });
    expect((await elsewhere('GET', '/availability?productId=12345&quantity=40')).text).not.toContain('reliable');
  });
});

const hostile = (good: object): [what: string, body: string][] => {
  const text = JSON.stringify(good);
  const [name = ''] = Object.keys(good);
  return [
    ['names of prototypes', text.replace('{', '{"__proto__":{"isAdministrator":true},')],
    ['a constructor', text.replace('{', '{"constructor":{"prototype":{"polluted":1}},')],
    ['brackets without an end', '['.repeat(100_000)],
    ['deep nesting', text.replace('{', `{"more":${'['.repeat(50_000)}${']'.repeat(50_000)},`)],
    ['a list', `[${text}]`],
    ['a number beyond all', `{"${name}":1e999}`],
    ['null', 'null'],
    ['no UTF-8', Buffer.from(text).toString('latin1').replace('{', '{"\u00ff":1,')],
    ['5 MB', text.replace('{', `{"more":"${'x'.repeat(5_000_000)}",`)],
  ];
};

describe('a hostile body or address', () => {
  const routes: [method: string, path: string, good: object][] = [
    ['PUT', `/promises/${letterId}`, letter],
    ['POST', `/promises/${letterId}/0/told`, { text: 'x' }],
    ['POST', `/promises/${letterId}/0/closed`, { closed: null }],
    ['PUT', '/watches', { watches: [watch] }],
    ['PUT', '/mail', { isOn: false, withNames: true, language: 'de', locale: 'de-CH' }],
    ['POST', '/mail/code', { address: 'ann@example.com', language: 'de', locale: 'de-CH' }],
    ['POST', '/keys', { name: 'x', days: 30, view: { of: 'promises' }, language: 'en' }],
    ['POST', '/keys/assistants', { name: 'x' }],
    ['PUT', `/customer-links/orders/${orderId}`, page],
  ];

  it.each(routes)('is refused and changes nothing: %s %s', async (method, path, good) => {
    const eve = await person('eve');
    for (const [what, body] of hostile(good)) {
      const { status } = await eve(method, path, body);
      expect([400, 413], `${what}: ${status}`).toContain(status);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((await eve('GET', '/session')).text).toContain('"isAdministrator":false');
    for (const kept of ['/promises', '/watches', '/keys'])
      expect((await eve('GET', kept)).text).not.toMatch(/"(?:letterId|productId|id)":/);
  });

  it.each([
    '/history?productId=12345&quantity=%00',
    '/history?productId=__proto__&quantity=1',
    '/history?productId=12345&quantity=1&quantity=2',
    '/history?productId=99999999999999999999&quantity=1',
    '/calendars?find=%00',
    '/calendars?find=%ed%a0%80',
    '/calendars?sort=constructor',
    '/changes?since=275760-09-13',
    '/changes?since=-1',
    '/changes?since=2026-02-30',
    '/products?q=%00',
    '/promises/%00aaaaaaaaaaaaaaaaaa',
    '/promises/..%2f..%2fkeys%2faaaa',
    '/customer-links/__proto__/an-order-of-ann-s',
    '/customer-links/orders/toString',
  ])('is refused: GET %s', async (path) => {
    const eve = await person('eve');
    const { status } = await eve('GET', path);
    expect([400, 404]).toContain(status);
  });

  it('keeps NUL bytes and lone surrogates in texts as they were sent', async () => {
    const eve = await person('eve with odd texts');
    const odd = 'a\u0000b\ud800c\u202e';
    expect((await eve('PUT', `/promises/${letterId}`, { ...letter, customer: odd })).status).toBeLessThan(300);
    expect((await eve('PUT', '/watches', { watches: [{ ...watch, product: odd }] })).status).toBe(200);
    expect((await eve('POST', '/keys/assistants', { name: odd })).status).toBe(201);
    const kept = await Promise.all(['/promises', '/watches', '/keys'].map((path) => eve('GET', path)));
    for (const { status, text } of kept) expect([status, text]).toEqual([200, expect.stringContaining('\\u0000b')]);
  });
});

async function credentialsOfEve() {
  const token = await signToken(app.secrets.jwtSecret ?? '', {
    subject: 'eve',
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
  });
  return { token, subscriptionKey: app.secrets.subscriptionKeys[0] };
}

describe('a cookie', () => {
  const proxied = { 'X-Forwarded-For': '10.0.0.1' };

  it('that was there before a sign-in opens nothing after it', async () => {
    const first = await app.ask('/gateway/session', {
      method: 'POST',
      body: await credentialsOfEve(),
      headers: proxied,
    });
    const [name = ''] = cookieOf(first)?.split('=') ?? [];
    const planted = `${name}=${'A'.repeat(43)}`;
    const headers = { Cookie: planted, ...proxied };
    const signedIn = await app.ask('/gateway/session', { method: 'POST', body: await credentialsOfEve(), headers });
    expect(signedIn.status).toBe(200);
    expect(cookieOf(signedIn)).not.toBe(planted);
    expect((await app.ask('/gateway/keys', { headers })).status).toBe(401);
    // The session before a second sign-in ends with it.
    const again = { Cookie: cookieOf(signedIn) ?? '', ...proxied };
    await app.ask('/gateway/session', { method: 'POST', body: await credentialsOfEve(), headers: again });
    expect((await app.ask('/gateway/keys', { headers: again })).status).toBe(401);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['an opaque origin', { Origin: 'null' }],
    ['no origin', { Origin: undefined }],
    ['an empty origin', { Origin: '' }],
    ['a list of origins', { Origin: 'http://127.0.0.1, https://evil.test' }],
    ['an origin that begins like ours', { Origin: 'http://127.0.0.1.evil.test' }],
    ['https instead of http', { Origin: 'https://127.0.0.1' }],
    ['our origin, but from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['our origin, but from a sister site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a navigation by a form', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['a method in a header', { Origin: 'null', 'X-HTTP-Method-Override': 'GET' }],
  ])('changes nothing for a request with %s', async (_what, headers) => {
    const signedIn = await app.ask('/gateway/session', {
      method: 'POST',
      body: await credentialsOfEve(),
      headers: proxied,
    });
    const cookie = { Cookie: cookieOf(signedIn) ?? '', ...proxied };
    for (const [method, path, body] of [
      ['POST', '/gateway/keys/assistants', { name: 'x' }],
      ['DELETE', '/gateway/my-data', undefined],
      ['DELETE', '/gateway/session', undefined],
      ['PUT', '/gateway/watches', { watches: [watch] }],
    ] as const) {
      const asked = { method, headers: { ...cookie, ...headers }, ...(body !== undefined && { body }) };
      expect((await app.ask(path, asked)).status, path).toBe(403);
    }
    expect((await app.ask('/gateway/keys', { headers: cookie })).status).toBe(200);
  });
});
