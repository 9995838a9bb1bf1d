import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

import { CustomerLinkOf, type CustomerPage, PublishedLink } from '#stock/contract/customer-links.ts';
import { KeyEntries } from '#stock/contract/keys.ts';
import { cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';

const day = 86_400_000;
const start = Date.parse('2026-11-26T12:00:00Z');
let clock = start;
/** Milliseconds of the limits. */
let passed = 0;
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ STOCK_TIME_ZONE: 'UTC' }, { now: () => new Date(clock), elapsed: () => passed });
});
afterAll(() => app.close());
beforeEach(() => {
  clock = start;
});

/** A person, and their browser's requests. */
async function person(subject: string) {
  const { jwtSecret, subscriptionKeys } = app.secrets;
  const token = await signToken(jwtSecret ?? '', { subject, expiresAt: Math.floor(start / 1000) + 900_000_000 });
  const body = { token, subscriptionKey: subscriptionKeys[0] ?? '' };
  const headers = { Cookie: cookieOf(await app.ask('/gateway/session', { method: 'POST', body })) ?? '' };
  const send = (method: string, path: string, content?: object) =>
    app.ask(`/gateway${path}`, { method, headers, ...(content && { body: content }) });
  const path = '/customer-links/orders/order-of-this-test-1';
  return {
    headers,
    send,
    publish: async (changes: Partial<CustomerPage> = {}, at = path) =>
      PublishedLink.parse(JSON.parse((await send('PUT', at, { ...page, ...changes })).text)),
    link: async () => CustomerLinkOf.parse(JSON.parse((await send('GET', path)).text)).link,
    revoke: () => send('DELETE', path),
  };
}

const line: CustomerPage['lines'][number] = {
  key: '1',
  product: 'Blue poplin',
  quantity: '250 m',
  amount: 250_000,
  shipDate: 'December 10, 2026',
  note: '',
  results: [{ kind: 'expected', date: '2026-12-10', day: '2026-11-26' }],
};
const page: CustomerPage = {
  language: 'en',
  title: 'Spring order',
  reference: 'Your order: 4711',
  opening: ['We can ship the complete order on Thursday, December 10, 2026.'],
  changes: null,
  columns: { product: 'Product', quantity: 'Quantity', shipDate: 'Ship date', note: 'Note' },
  lines: [line],
  closing: ['Ship date, not delivery date.', 'Checked on November 26, 2026.'],
};

const open = (key: string | undefined, headers: Record<string, string> = {}, method = 'GET') =>
  app.ask(`/c/${key}`, { headers, method });

describe('a link for a customer', () => {
  it('shows what was published last, and nothing else', async () => {
    const ann = await person('ann');
    expect(await ann.link()).toBeNull();
    const { key, link } = await ann.publish();
    expect(link).toMatchObject({ publishedAt: start, page });
    const shown = await open(key);
    expect(shown.status).toBe(200);
    for (const text of [
      'Spring order',
      'Your order: 4711',
      'Blue poplin',
      '250 m',
      'December 10, 2026',
      'not delivery',
    ])
      expect(shown.text).toContain(text);
    // Neither the results behind the words nor IDs.
    for (const hidden of ['2026-12-10', 'expected', 'order-of-this-test', 'in-stock'])
      expect(shown.text).not.toContain(hidden);

    clock += day;
    const again = await ann.publish({ lines: [{ ...line, shipDate: 'December 16, 2026' }] });
    expect(again.key).toBeUndefined();
    expect(again.link.publishedAt).toBe(clock);
    expect((await open(key)).text).toContain('December 16, 2026');
    expect((await ann.link())?.page.lines[0]?.shipDate).toBe('December 16, 2026');

    await ann.publish({ title: 'Summer order' });
    const { keys } = KeyEntries.parse(JSON.parse((await ann.send('GET', '/keys')).text));
    expect(keys).toMatchObject([{ kind: 'customer', name: 'Summer order' }]);
  });

  it('is without script, and tells neither caches, robots nor other sites', async () => {
    const { key } = await (await person('bea')).publish();
    for (const shown of [await open(key), await open('a'.repeat(43))]) {
      const { headers, text } = shown;
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-robots-tag']).toContain('noindex');
      expect(headers['set-cookie']).toBeUndefined();
      expect(text).not.toMatch(/<script|<img|<link|<a |<form|javascript:|https?:|style="| on\w+=/i);
    }
  });

  it('shows names and references as text, whatever is in them', async () => {
    const evil = `</title><script>alert(1)</script><img src=x onerror=alert(2)>"'&`;
    const changes = { heading: evil, sentences: [evil] };
    const all = {
      title: evil,
      reference: evil,
      opening: [evil],
      closing: [evil],
      changes,
      columns: { product: 'a<b', quantity: 'a<b', shipDate: 'a<b', note: 'a<b' },
      lines: [{ ...line, product: evil, quantity: evil, shipDate: evil, note: evil }],
    };
    const { key } = await (await person('cleo')).publish(all);
    const { text } = await open(key);
    expect(text).not.toMatch(/<script|<img|a<b/);
    expect(text.match(/&lt;script&gt;/g)?.length).toBe(11);
  });

  it('has no name that turns around the date beside it', async () => {
    const sentence = 'Silk \u202e\u2067reversed: now December 16 instead of December 10.';
    const { key } = await (await person('dan')).publish({ changes: { heading: 'Changes', sentences: [sentence] } });
    expect((await open(key)).text).toContain('Silk reversed: now December 16 instead of December 10.');
  });

  it('tells robots and other sites nothing when it is opened too often', async () => {
    let last;
    for (let count = 0; count < 31; count += 1) last = await open('g'.repeat(43));
    expect(last).toMatchObject({
      status: 429,
      headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
    });
    expect(last?.headers['x-robots-tag']).toContain('noindex');
    passed += 60_000;
  });

  it.each([
    ['unknown', async () => 'u'.repeat(43)],
    ['of another form', async () => 'x'],
    [
      'revoked',
      async () => {
        const ann = await person('ann who revokes');
        const { key } = await ann.publish();
        expect((await open(key)).status).toBe(200);
        expect((await ann.revoke()).status).toBe(204);
        expect((await ann.revoke()).status).toBe(404);
        return key;
      },
    ],
    [
      'expired',
      async () => {
        const { key } = await (await person('ann whose link ends')).publish();
        clock = Date.parse('2027-01-09T00:00:00Z') - 1;
        expect((await open(key)).status).toBe(200);
        clock += 1;
        return key;
      },
    ],
    [
      'of a person who deleted everything',
      async () => {
        const ann = await person('ann who leaves');
        const { key } = await ann.publish();
        await ann.send('DELETE', '/my-data');
        return key;
      },
    ],
    [
      'of an assistant',
      async () => {
        const made = await (await person('ann of an assistant')).send('POST', '/keys/assistants', { name: 'A' });
        return (JSON.parse(made.text) as { key: string }).key;
      },
    ],
  ])('has one answer if it is %s', async (_, keyOf) => {
    const key = await keyOf();
    const response = await open(key);
    const unknown = await open('z'.repeat(43));
    expect(response.status).toBe(404);
    expect(response.text).toBe(unknown.text);
    const { 'x-request-id': _id, date: _date, ...headers } = response.headers;
    expect(headers).toMatchObject({ 'content-length': unknown.headers['content-length'] });
    expect(Object.keys(response.headers)).toEqual(Object.keys(unknown.headers));
  });

  it('ends 30 days after the last ship date, and 120 days after it was made', async () => {
    const ann = await person('ann of dates');
    expect((await ann.publish()).link.expiresAt).toBe(Date.parse('2027-01-09T00:00:00Z'));
    const far = [
      {
        ...line,
        results: [{ kind: 'max-lead-time' as const, date: '2027-12-10' as const, day: '2026-11-26' as const }],
      },
    ];
    clock += 10 * day;
    const later = await person('ann of dates');
    expect((await later.publish({ lines: far })).link.expiresAt).toBe(start + 120 * day);
    const none = [{ ...line, results: [{ kind: 'not-available' as const, day: '2026-11-26' as const }] }];
    expect((await later.publish({ lines: none })).link.expiresAt).toBe(clock + 30 * day);
  });

  it('is its owner’s alone, and one for each order or letter', async () => {
    const [ann, bea] = [await person('ann of two'), await person('bea of none')];
    const { link } = await ann.publish();
    const letter = await ann.publish({ title: 'Letter' }, '/customer-links/letters/order-of-this-test-1');
    expect(letter.key).toMatch(/^[\w-]{43}$/);
    expect((await ann.link())?.id).toBe(link.id);
    expect(await bea.link()).toBeNull();
    expect((await bea.revoke()).status).toBe(404);
    const { keys } = KeyEntries.parse(JSON.parse((await ann.send('GET', '/keys')).text));
    expect(new Set(keys.map(({ kind, name }) => `${kind}: ${name}`))).toEqual(
      new Set(['customer: Letter', 'customer: Spring order']),
    );
    expect((await ann.send('DELETE', `/keys/${link.id}`)).status).toBe(204);
    expect(await ann.link()).toBeNull();
  });

  it('is opened from any site, with or without cookies, and no view counts', async () => {
    const ann = await person('ann who is seen');
    const { key, link } = await ann.publish();
    const requests: Record<string, string>[] = [
      ann.headers,
      { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
      {},
    ];
    for (const headers of requests) expect((await open(key, headers)).status).toBe(200);
    expect(await open(key, {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect((await open(key, {}, 'POST')).status).toBe(404);
    const { keys } = KeyEntries.parse(JSON.parse((await ann.send('GET', '/keys')).text));
    expect(keys.find(({ id }) => id === link.id)?.usedAt).toBeNull();
  });

  it('is stored without its key, its words encrypted, and is in no log', async () => {
    const { key = '' } = await (await person('ann of secrets')).publish({ title: 'Secret customer' });
    await open(key);
    const stored = await app.storedDocuments();
    for (const hidden of [key, 'Secret customer', 'Blue poplin, 250 m']) {
      expect(stored).not.toContain(hidden);
      expect(app.log()).not.toContain(hidden);
    }
  });
});

test.each<[what: string, changes: object]>([
  ['no line', { lines: [] }],
  ['1,001 lines', { lines: Array.from({ length: 1001 }, () => line) }],
  ['a line that isn’t reliable', { lines: [{ ...line, results: [{ kind: 'not-reliable', day: '2026-11-26' }] }] }],
  ['another language', { language: 'fr' }],
  ['another field', { script: 'alert(1)' }],
])('a page with %s is not published', async (_, changes) => {
  const { send } = await person('ann of errors');
  const response = await send('PUT', '/customer-links/orders/order-of-this-test-2', { ...page, ...changes });
  expect(response.status).toBe(400);
});
