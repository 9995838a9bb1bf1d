import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';

import { Session } from '#stock/contract/gateway-responses.ts';
import {
  ConcernedOrders,
  CreatedShare,
  documentLimits,
  ListEntries,
  ListEntry,
  type OrderContent,
  OrderEntries,
  OrderEntry,
  SharedDocument,
  Shares,
  StoredList,
  StoredOrder,
  VersionConflict,
} from '#stock/contract/orders.ts';
import { Problem } from '#stock/contract/problem.ts';
import { problemCode } from '#stock/contract/problem-codes.ts';
import { type AppResponse, cookieOf, type RunningApp, runApp } from '#server/running-app.fixture.ts';
import { stockDigestOf } from '#server/orders/documents.ts';
import type { SignedIn } from '#server/sign-in/sign-in.ts';
import { signToken } from '#server/service/access-token.ts';

let clock = Date.parse('2026-11-21T12:00:00Z');
let app: RunningApp;
beforeAll(async () => {
  app = await runApp({}, { now: () => new Date(clock) });
});
afterAll(() => app.close());

const lille = { company: 'LIL', salesOrganization: '31', territoryId: 'FR_NO' };

/** Signs in from another browser. */
async function signIn(subject: string, territoryId = lille.territoryId, on = app): Promise<string> {
  const { jwtSecret, subscriptionKeys } = on.secrets;
  const market = { ...lille, territoryId };
  const body = {
    token: await signToken(jwtSecret ?? '', { subject, expiresAt: Math.floor(clock / 1000) + 900_000, market }),
    subscriptionKey: subscriptionKeys[0] ?? '',
  };
  return cookieOf(await on.ask('/gateway/session', { method: 'POST', body })) ?? '';
}

const body = <Shape extends z.ZodMiniType>(response: AppResponse, schema: Shape) =>
  schema.parse(JSON.parse(response.text));
const problem = (response: AppResponse) => {
  const { type, detail } = body(response, Problem);
  return [response.status, problemCode(type), detail];
};

let people = 0;
/** A person, with a browser's requests. */
async function person(subject = `rep ${(people += 1)}`, territoryId?: string) {
  const cookie = await signIn(subject, territoryId);
  const send = (method: string, path: string, content?: string | object, headers: Record<string, string> = {}) =>
    app.ask(`/gateway${path}`, { method, headers: { Cookie: cookie, ...headers }, ...(content && { body: content }) });
  return {
    send,
    get: (path: string) => send('GET', path),
    create: (content: object | string, id = newId(), kind = 'orders') =>
      send('PUT', `/${kind}/${id}`, content, { 'If-None-Match': '*' }),
    replace: (id: string, known: number, content: object, kind = 'orders') =>
      send('PUT', `/${kind}/${id}`, content, { 'If-Match': `"${known}"` }),
    remove: (id: string, known: number) => send('DELETE', `/orders/${id}`, undefined, { 'If-Match': `"${known}"` }),
    orders: async () => body(await send('GET', '/orders'), OrderEntries).orders,
  };
}

let ids = 0;
const newId = () => `order-of-this-test-${(ids += 1)}`;

const line = (key: number) => ({ key, product: String(10_000 + key), quantity: 1000 * key });
const order = (changes: Partial<OrderContent> = {}): OrderContent => ({
  name: 'Spring',
  lines: [
    line(1),
    { key: 2, product: 'blue poplin', quantityText: 'some', unit: 'm', shipBy: '2026-12-01', note: 'x' },
  ],
  checks: [],
  ...changes,
});
const checked: Partial<OrderContent> = {
  customer: 'Atelier Nord',
  reference: '4711',
  checks: [
    {
      day: '2026-11-21',
      dataVersion: '1',
      results: [
        { productId: 10_001, quantity: 1000, kind: 'expected', date: '2026-12-04', checkedAt: 1_795_000_000_000 },
        { productId: 10_002, quantity: 7, kind: 'not-available', checkedAt: 1_795_000_000_000 },
      ],
    },
  ],
  previous: {
    checkedAt: 1_794_000_000_000,
    results: [{ key: 1, productId: 10_001, quantity: 1000, kind: 'in-stock', date: '2026-11-20' }],
  },
  summary: { day: '2026-11-21', dataVersion: '1', checkedAt: 1_795_000_000_000, complete: null, open: 1, late: 0 },
};

describe('an order', () => {
  it('is created, read on another device and listed, with its results and their day', async () => {
    const [phone, desktop] = [await person('ann'), await person('ann')];
    const content = order(checked);
    const created = await phone.create(content, 'ann-s-first-order');
    expect(created.status).toBe(201);
    const { changedAt } = body(created, OrderEntry);
    expect(created.headers.etag).toBe(`"${changedAt}"`);
    const read = await desktop.get('/orders/ann-s-first-order');
    expect(read.headers.etag).toBe(`"${changedAt}"`);
    expect(body(read, StoredOrder)).toEqual({ id: 'ann-s-first-order', changedAt, content });
    const { name, customer, reference, summary } = content;
    expect(await desktop.orders()).toEqual([
      { id: 'ann-s-first-order', changedAt, name, customer, reference, summary, lineCount: 2 },
    ]);
  });

  it('is listed by its first product if nothing else names it', async () => {
    const rep = await person();
    const texts = [['', ' cr-77', '10001'], ['any text'], ['']];
    for (const each of texts) await rep.create(order({ name: '', ...linesOf(...each) }));
    const firstProducts = (await rep.orders()).map((listed) => listed.firstProduct);
    expect(new Set(firstProducts)).toEqual(new Set(['Crêpe Alizé', 'any text', undefined]));
  });

  it('is replaced by a browser that knows its version, and never by another', async () => {
    const [phone, desktop] = [await person('bea'), await person('bea')];
    const id = newId();
    const first = body(await phone.create(order(), id), OrderEntry);
    const second = body(await desktop.replace(id, first.changedAt, order({ name: 'Desktop' })), OrderEntry);
    expect(second.changedAt).toBeGreaterThan(first.changedAt);
    const late = await phone.replace(id, first.changedAt, order({ name: 'Phone' }));
    expect(problem(late)).toEqual([
      412,
      'version-conflict',
      'This order was changed elsewhere. Read it again before you change it.',
    ]);
    expect(late.headers.etag).toBe(`"${second.changedAt}"`);
    expect(body(late, VersionConflict).current).toEqual(second);
    expect(body(await phone.get(`/orders/${id}`), StoredOrder).content.name).toBe('Desktop');
  });

  it('has different versions even within a millisecond, and after it was deleted and restored', async () => {
    const ann = await person();
    const id = newId();
    const versions = [body(await ann.create(order(), id), OrderEntry).changedAt];
    for (const name of ['a', 'b', 'c'])
      versions.push(body(await ann.replace(id, versions.at(-1) ?? 0, order({ name })), OrderEntry).changedAt);
    expect(new Set(versions).size).toBe(4);
    clock += 1000;
    expect((await ann.remove(id, versions.at(-1) ?? 0)).status).toBe(204);
    const restored = body(await ann.create(order(), id), OrderEntry).changedAt;
    expect(versions).not.toContain(restored);
  });

  it('is written once by a request that is sent again', async () => {
    const ann = await person();
    const id = newId();
    const first = await ann.create(order(), id);
    const again = await ann.create(order(), id);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const { changedAt } = body(first, OrderEntry);
    const replaced = await ann.replace(id, changedAt, order({ name: 'Summer' }));
    const replacedAgain = await ann.replace(id, changedAt, order({ name: 'Summer' }));
    expect([replacedAgain.status, replacedAgain.text]).toEqual([200, replaced.text]);
    expect(problem(await ann.create(order(), id)).slice(0, 2)).toEqual([412, 'version-conflict']);
  });

  it('is deleted in the version that was seen, and can be restored', async () => {
    const ann = await person();
    const id = newId();
    const { changedAt } = body(await ann.create(order(), id), OrderEntry);
    expect(problem(await ann.remove(id, changedAt - 1)).slice(0, 2)).toEqual([412, 'version-conflict']);
    expect((await ann.remove(id, changedAt)).status).toBe(204);
    expect((await ann.remove(id, changedAt)).status).toBe(204);
    expect(problem(await ann.get(`/orders/${id}`))).toEqual([404, 'not-found', 'There is no such order.']);
    const late = await ann.replace(id, changedAt, order({ name: 'Late' }));
    expect(problem(late)).toEqual([412, 'version-conflict', 'This order was deleted elsewhere.']);
    expect(body(late, VersionConflict).current).toBeNull();
    expect((await ann.create(order(), id)).status).toBe(201);
  });

  it('holds 10,000 lines with results, and 10,000 alone', async () => {
    const ann = await person();
    const lines = Array.from({ length: 10_000 }, (_, index) => line(index + 1));
    const results = lines.map(({ quantity }, index) => ({
      productId: index + 1,
      quantity,
      kind: 'expected' as const,
      date: '2026-12-04' as const,
      checkedAt: 1_795_000_000_000,
    }));
    const id = newId();
    const content = order({ lines, checks: [{ day: '2026-11-21', dataVersion: '1', results }] });
    expect((await ann.create(content, id)).status).toBe(201);
    expect(body(await ann.get(`/orders/${id}`), StoredOrder).content).toEqual(content);
    const more = await ann.create(order({ lines: [...lines, line(10_001)] }));
    expect(problem(more)).toEqual([
      400,
      'bad-request',
      'lines must be a list of up to 10,000 items, none of them twice.',
    ]);
  });

  it.each<[string, object | string, string]>([
    ['no JSON', '{', 'body must be valid JSON in UTF-8.'],
    ['no object', [], 'body must be a JSON object with name, lines and checks.'],
    ['an unknown field', { ...order(), shipby: 1 }, 'shipby is not a known field of the body: leave it out.'],
    [
      'a line without a product',
      order({ lines: [{ key: 1 }] as never }),
      'lines[0].product is missing: it must be a text of up to 1,000 characters.',
    ],
    [
      'a key twice',
      order({ lines: [line(1), line(1)] }),
      'lines must be a list of up to 10,000 items, none of them twice.',
    ],
    [
      'half a thousandth',
      order({ lines: [{ ...line(1), quantity: 0.5 }] }),
      'lines[0].quantity must be a whole number of thousandths above 0.',
    ],
    [
      'no such day',
      order({ lines: [{ ...line(1), shipBy: '2026-02-30' }] }),
      'lines[0].shipBy must be a date, written like 2026-12-01.',
    ],
    [
      'a long note',
      order({ lines: [{ ...line(1), note: 'x'.repeat(4001) }] }),
      'lines[0].note must be a text of up to 4,000 characters.',
    ],
    [
      'a date without stock',
      order({
        checks: [
          {
            day: '2026-11-21',
            dataVersion: '1',
            results: [{ productId: 1, quantity: 1, kind: 'in-stock', checkedAt: 1 }],
          },
        ] as never,
      }),
      'checks[0].results[0] must be a result: in-stock, expected, max-lead-time with a date, or unknown-product, no-stock-data, not-available without.',
    ],
  ])('is rejected with %s', async (_, content, sentence) => {
    expect(problem(await (await person()).create(content))).toEqual([400, 'bad-request', sentence]);
  });

  it('is rejected above the size limit, without a version and with a malformed ID', async () => {
    const ann = await person();
    const notes = Array.from({ length: 1100 }, (_, index) => ({ ...line(index + 1), note: 'x'.repeat(4000) }));
    expect(problem(await ann.create(order({ lines: notes })))).toEqual([
      413,
      'payload-too-large',
      'The body is too large: an order or a list can have up to 4 MiB. Shorten its notes, or divide it.',
    ]);
    expect(problem(await ann.send('PUT', `/orders/${newId()}`, order()))).toEqual([
      428,
      'version-required',
      'The If-Match header must be the ETag of the version that this changes. For a new document, send If-None-Match: *.',
    ]);
    for (const header of ['*', '"x"', '"1", "2"', '1'])
      expect(problem(await ann.send('PUT', `/orders/${newId()}`, order(), { 'If-Match': header }))).toEqual([
        400,
        'bad-request',
        'If-Match must be one ETag, in quotes.',
      ]);
    expect(problem(await ann.create(order(), 'short'))[2]).toBe('id must be 16 to 64 letters, digits, - or _.');
    expect(problem(await ann.send('PUT', `/orders/${newId()}?x=1`, order(), { 'If-None-Match': '*' }))[0]).toBe(400);
  });

  it('accepts the weak ETag of a proxy that compresses', async () => {
    const ann = await person();
    const id = newId();
    const { changedAt } = body(await ann.create(order(), id), OrderEntry);
    const response = await ann.send('PUT', `/orders/${id}`, order({ name: 'x' }), { 'If-Match': `W/"${changedAt}"` });
    expect(response.status).toBe(200);
  });

  it('is nobody else’s, and of no other market', async () => {
    const id = newId();
    const [ann, bob, elsewhere] = [await person('cas'), await person('dan'), await person('cas', 'FR_SU')];
    const { changedAt } = body(await ann.create(order(), id), OrderEntry);
    for (const other of [bob, elsewhere]) {
      expect((await other.get(`/orders/${id}`)).status).toBe(404);
      expect(await other.orders()).toEqual([]);
      expect(problem(await other.replace(id, changedAt, order()))).toEqual([
        412,
        'version-conflict',
        'This order was deleted elsewhere.',
      ]);
      expect((await other.remove(id, changedAt)).status).toBe(204);
      expect((await other.send('POST', `/orders/${id}/shares`, { days: 30 })).status).toBe(404);
      // Their own, with the same ID.
      expect((await other.create(order({ name: 'Mine' }), id)).status).toBe(201);
    }
    expect(body(await ann.get(`/orders/${id}`), StoredOrder)).toMatchObject({ changedAt, content: { name: 'Spring' } });
  });

  it.each([
    ['GET', '/gateway/orders'],
    ['PUT', '/gateway/orders/some-order-of-ann'],
    ['POST', '/gateway/shared'],
    ['DELETE', '/gateway/my-data'],
  ])('needs a signed-in user and the dashboard’s origin: %s %s', async (method, path) => {
    const proxied = { 'X-Forwarded-For': '10.0.0.1' };
    expect((await app.ask(path, { method, headers: proxied, body: {} })).status).toBe(401);
    const foreign = { Origin: 'https://elsewhere.example', Cookie: await signIn('ann') };
    expect((await app.ask(path, { method, headers: foreign, body: {} })).status).toBe(403);
  });
});

/** Overwrites what is stored of an order: the whole, or only what the list doesn't show. */
async function damage(subject: string, id: string, parts: ('sealedEntry' | 'sealedContent')[]) {
  const cookie = await signIn(subject);
  const { personId } = body(await app.ask('/gateway/session', { headers: { Cookie: cookie } }), Session);
  const identity = { subject, market: lille, expiresAt: null };
  const signedIn = { identity, whose: 'own', personId } as SignedIn;
  const folder = {
    personId: personId ?? '',
    stockDigest: stockDigestOf('embedded', signedIn),
    kind: 'order',
  } as const;
  const stored = await app.store.findDocument({ ...folder, id });
  if (stored === null) throw new Error('There is no such order.');
  const { changedAt } = stored;
  for (const part of parts) stored[part] = Buffer.from('not sealed at all, but long enough');
  expect(await app.store.replaceDocument(folder, { ...stored, size: 9 }, changedAt)).toBe(true);
  return changedAt;
}

/** Names of the orders that have some of the products, with which they have. */
async function concerned(of: Awaited<ReturnType<typeof person>>, ...productIds: number[]) {
  return concernedBy(of, { productIds });
}

async function concernedBy(of: Awaited<ReturnType<typeof person>>, content: object) {
  const { orders } = body(await of.send('POST', '/orders/concerned', content), ConcernedOrders);
  return orders.map((found) => [found.customer ?? found.name, found.productIds]);
}
const linesOf = (...texts: string[]) => ({ lines: texts.map((product, at) => ({ key: at + 1, product })) });

describe('orders concerned', () => {
  it('are those with one of the products, by ID, SKU or name, last changed first', async () => {
    const rep = await person();
    const id = newId();
    await rep.create(order({ name: 'Spring', ...linesOf('10001', ' 10002 ') }), id);
    clock += 1000;
    await rep.create(order({ name: 'Autumn', customer: 'Atelier Nord', ...linesOf('10002', 'cr-77', '99') }));
    clock += 1000;
    await rep.create(order({ name: 'By name', ...linesOf('crêpe  alizé', 'CR-77', '') }));
    await rep.create(order({ name: 'Empty', lines: [] }));
    expect(await concerned(rep, 10_002, 12_345)).toEqual([
      ['By name', [12_345]],
      ['Atelier Nord', [10_002, 12_345]],
      ['Spring', [10_002]],
    ]);
    expect(await concerned(rep, 10_003)).toEqual([]);
    expect(await concerned(rep)).toEqual([]);
    expect(await concernedBy(rep, {})).toEqual([
      ['By name', [12_345]],
      ['Atelier Nord', [10_002, 12_345, 99]],
      ['Spring', [10_001, 10_002]],
    ]);
    // A change counts at once.
    const changed = body(await rep.get(`/orders/${id}`), StoredOrder);
    await rep.replace(id, changed.changedAt, order({ ...linesOf('10003') }));
    expect(await concerned(rep, 10_002, 10_003)).toEqual([
      ['Spring', [10_003]],
      ['Atelier Nord', [10_002]],
    ]);
    expect(await concerned(await person(), 10_002, 10_003)).toEqual([]);
  });

  it.each([
    { productIds: [0] },
    { productIds: [1, 1] },
    { productIds: Array.from({ length: 251 }, (_, at) => at + 1) },
  ])('take a list of up to 250 products, unlike %j', async (content) => {
    const [status, code, detail] = problem(await (await person()).send('POST', '/orders/concerned', content));
    expect([status, code]).toEqual([400, 'bad-request']);
    expect(detail).toContain('productIds');
  });
});

describe('a damaged order', () => {
  it('is listed apart, locks no other order, and can be deleted', async () => {
    const ann = await person('damaged ann');
    const [good, bad] = [newId(), newId()];
    for (const id of [good, bad]) await ann.create(order({ name: id }), id);
    const changedAt = await damage('damaged ann', bad, ['sealedEntry', 'sealedContent']);

    const listed = body(await ann.get('/orders'), OrderEntries);
    expect(listed.orders).toMatchObject([{ id: good }]);
    expect(listed.damaged).toEqual([{ id: bad, changedAt }]);
    expect((await ann.get(`/orders/${good}`)).status).toBe(200);
    expect(problem(await ann.get(`/orders/${bad}`)).slice(0, 2)).toEqual([410, 'damaged-document']);
    // Neither an edit of this version nor of another one is lost silently.
    expect(problem(await ann.replace(bad, 1, order())).slice(0, 2)).toEqual([412, 'version-conflict']);
    expect(problem(await ann.remove(bad, 1)).slice(0, 2)).toEqual([412, 'version-conflict']);

    expect((await ann.send('DELETE', `/orders/${bad}`, undefined, { 'If-Match': '*' })).status).toBe(204);
    expect(body(await ann.get('/orders'), OrderEntries)).toMatchObject({ orders: [{ id: good }], damaged: [] });
  });

  it('can be deleted by any version if only its contents are damaged, and by nobody else', async () => {
    const [ann, bob] = [await person('torn ann'), await person('torn bob')];
    const id = newId();
    await ann.create(order(), id);
    await damage('torn ann', id, ['sealedContent']);
    expect(await ann.orders()).toMatchObject([{ id }]);
    expect(problem(await ann.get(`/orders/${id}`)).slice(0, 2)).toEqual([410, 'damaged-document']);
    expect(await concerned(ann, 10_001)).toEqual([]);
    const remove = { 'If-Match': '*' };
    expect((await bob.send('DELETE', `/orders/${id}`, undefined, remove)).status).toBe(204);
    expect(await ann.orders()).toMatchObject([{ id }]);
    expect((await ann.send('DELETE', `/orders/${id}`, undefined, remove)).status).toBe(204);
    expect(await ann.orders()).toEqual([]);
  });
});

describe('a list', () => {
  it('is created, listed, replaced and read', async () => {
    const ann = await person();
    const id = newId();
    const created = await ann.create({ name: 'Linen', productIds: [3, 1] }, id, 'lists');
    const { changedAt } = body(created, ListEntry);
    expect(body(await ann.get('/lists'), ListEntries)).toEqual({
      lists: [{ id, changedAt, name: 'Linen', productCount: 2 }],
      damaged: [],
    });
    expect((await ann.replace(id, changedAt, { name: 'Linen', productIds: [3] }, 'lists')).status).toBe(200);
    expect(body(await ann.get(`/lists/${id}`), StoredList).content).toEqual({ name: 'Linen', productIds: [3] });
    expect(await ann.orders()).toEqual([]);
  });

  it('holds 100,000 products, none of them twice', async () => {
    const ann = await person();
    const productIds = Array.from({ length: 100_000 }, (_, index) => 2_147_000_000 + index);
    expect((await ann.create({ name: 'All', productIds }, newId(), 'lists')).status).toBe(201);
    for (const wrong of [
      [...productIds, 1],
      [1, 1],
    ])
      expect(problem(await ann.create({ name: 'All', productIds: wrong }, newId(), 'lists'))[2]).toBe(
        'productIds must be a list of up to 100,000 items, none of them twice.',
      );
    expect(problem(await ann.create({ name: 'All', productIds: [0] }, newId(), 'lists'))[2]).toBe(
      'productIds[0] must be a whole number from 1 to 2,147,483,647.',
    );
  });
});

const open = (who: Awaited<ReturnType<typeof person>>, key: string) => who.send('POST', '/shared', { key });

/** An order of a new person with a link to it. */
async function shared(days = 30) {
  const ann = await person();
  const id = newId();
  const { changedAt } = body(await ann.create(order(checked), id), OrderEntry);
  const response = await ann.send('POST', `/orders/${id}/shares`, { days });
  expect(response.status).toBe(201);
  return { ann, id, changedAt, link: body(response, CreatedShare) };
}

describe('a link', () => {
  const gone = [404, 'not-found', 'This link is unknown, has expired, or is of another market.'];

  it('opens the order as it is now, for everybody in its market', async () => {
    const { ann, id, changedAt, link } = await shared();
    const bob = await person();
    expect(link.key).toMatch(/^[\w-]{43}$/);
    expect(body(await open(bob, link.key), SharedDocument)).toEqual({
      kind: 'order',
      changedAt,
      content: order(checked),
    });
    await ann.replace(id, changedAt, order({ name: 'Summer' }));
    expect(body(await open(bob, link.key), SharedDocument).content.name).toBe('Summer');
    expect(problem(await open(await person('eve', 'FR_SU'), link.key))).toEqual(gone);
    expect(problem(await open(bob, 'x'.repeat(43)))).toEqual(gone);
    expect(problem(await open(bob, 'x'))[2]).toBe('key must be the 43 letters, digits, - or _ of a link.');
  });

  it('changes nothing, and shows nothing else of the person', async () => {
    const { id, changedAt, link } = await shared();
    const bob = await person();
    await open(bob, link.key);
    expect((await bob.replace(id, changedAt, order())).status).toBe(412);
    expect(await bob.orders()).toEqual([]);
  });

  it('opens nothing once revoked, expired, or its order deleted', async () => {
    const bob = await person();
    const revoked = await shared();
    const shares = `/orders/${revoked.id}/shares`;
    const { createdAt, expiresAt } = revoked.link;
    expect(expiresAt - createdAt).toBe(30 * 86_400_000);
    expect(body(await revoked.ann.get(shares), Shares).shares).toEqual([{ id: revoked.link.id, createdAt, expiresAt }]);
    expect((await bob.send('DELETE', `${shares}/${revoked.link.id}`)).status).toBe(404);
    expect((await revoked.ann.send('DELETE', `${shares}/${revoked.link.id}`)).status).toBe(204);
    expect((await revoked.ann.send('DELETE', `${shares}/${revoked.link.id}`)).status).toBe(404);
    expect(problem(await open(bob, revoked.link.key))).toEqual(gone);

    const deleted = await shared();
    await deleted.ann.remove(deleted.id, deleted.changedAt);
    expect(problem(await open(bob, deleted.link.key))).toEqual(gone);
    await deleted.ann.create(order(), deleted.id);
    expect((await open(bob, deleted.link.key)).status).toBe(200);

    const expired = await shared(90);
    clock += 90 * 86_400_000;
    expect(problem(await open(await person(), expired.link.key))).toEqual(gone);
  });

  it('is valid for 30, 90 or 365 days, and not without an order', async () => {
    const ann = await person();
    expect(problem(await ann.send('POST', `/orders/${newId()}/shares`, { days: 31 }))[2]).toBe(
      'days must be one of 30, 90, 365.',
    );
    expect((await ann.send('POST', `/orders/${newId()}/shares`, { days: 30 })).status).toBe(404);
  });

  it('is one of a limited number', async () => {
    const { ann, id } = await shared();
    for (let made = 1; made < documentLimits.shares; made++)
      await ann.send('POST', `/orders/${id}/shares`, { days: 30 });
    expect(problem(await ann.send('POST', `/orders/${id}/shares`, { days: 30 }))).toEqual([
      409,
      'limit-reached',
      'You have 200 links. Revoke one first.',
    ]);
  });
});

describe('what a person keeps', () => {
  it('is limited in number', async () => {
    const ann = await person();
    const id = newId();
    const { changedAt } = body(await ann.create(order(), id), OrderEntry);
    const { personId } = body(await ann.get('/session'), Session);
    // Of another market.
    const folder = { personId: personId ?? '', stockDigest: 'another', kind: 'order' } as const;
    const sealed = { changedAt: 1, size: 1, sealedEntry: new Uint8Array(), sealedContent: new Uint8Array() };
    for (let made = 1; made < documentLimits.orders; made++)
      await app.store.createDocument(folder, { id: newId(), ...sealed });
    expect(problem(await ann.create(order()))).toEqual([
      409,
      'limit-reached',
      'You have 1,000 orders. Delete one that you no longer need.',
    ]);
    expect((await ann.replace(id, changedAt, order({ name: 'Still' }))).status).toBe(200);
    expect((await ann.create({ name: 'Linen', productIds: [] }, newId(), 'lists')).status).toBe(201);
  });

  it('is limited in size', async () => {
    const ann = await person();
    const { personId } = body(await ann.get('/session'), Session);
    const folder = { personId: personId ?? '', stockDigest: 'another', kind: 'list' } as const;
    const sealed = { changedAt: 1, sealedEntry: new Uint8Array(), sealedContent: new Uint8Array() };
    await app.store.createDocument(folder, { id: newId(), size: documentLimits.totalBytes - 10, ...sealed });
    expect(problem(await ann.create(order()))).toEqual([
      409,
      'limit-reached',
      'Your orders and lists take up 256 MiB. Delete one that you no longer need.',
    ]);
  });

  it('is deleted on request, in every market, and nothing of anybody else', async () => {
    const [ann, elsewhere, bob] = [await person('fay'), await person('fay', 'FR_SU'), await person()];
    const id = newId();
    for (const each of [ann, elsewhere, bob]) await each.create(order(), id);
    const { key } = body(await ann.send('POST', `/orders/${id}/shares`, { days: 30 }), CreatedShare);
    expect((await ann.send('DELETE', '/my-data')).status).toBe(204);
    expect([await ann.orders(), await elsewhere.orders()]).toEqual([[], []]);
    expect(await bob.orders()).toHaveLength(1);
    await ann.create(order(), id);
    expect((await bob.send('POST', '/shared', { key })).status).toBe(404);
  });

  it('is neither stored nor logged in plain text', async () => {
    const ann = await person();
    const id = newId();
    const secret = 'Couture Zebrastripe';
    await ann.create(order({ customer: secret, name: secret, lines: [{ key: 1, product: secret, note: secret }] }), id);
    const { key } = body(await ann.send('POST', `/orders/${id}/shares`, { days: 30 }), CreatedShare);
    await ann.send('POST', '/shared', { key });
    const stored = await app.storedDocuments();
    expect(stored).toContain(id);
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'));
    for (const text of [stored, app.log()]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('Zebra');
      expect(text).not.toContain(key);
    }
  });
});
