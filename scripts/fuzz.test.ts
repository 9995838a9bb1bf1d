import * as fc from 'fast-check';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';

import { ApiCheck } from '#stock/contract/api-check.ts';
import { CalendarsPage } from '#stock/contract/calendars.ts';
import { ChangesPage } from '#stock/contract/changes.ts';
import { Availability, ProductPage, ResolveResponse, Session } from '#stock/contract/gateway-responses.ts';
import { loopbackLimits } from '#stock/contract/limits.ts';
import { openApiDocument } from '#stock/contract/open-api.ts';
import { operations } from '#stock/contract/operation-list.ts';
import { ListEntries, ListEntry, OrderEntries, OrderEntry, StoredList, StoredOrder } from '#stock/contract/orders.ts';
import { KeptPromises, StoredLetter } from '#stock/contract/promises.ts';
import { Problem } from '#stock/contract/problem.ts';
import { startMailServer } from '#server/notifications/mail-server.fixture.ts';
import { cookieOf, runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';
import { runProvider } from '#server/sign-in/running-provider.fixture.ts';

/** Of both servers. `npm run fuzz` sends 100,000; the same seed reproduces a run: `FUZZ_SEED=7 FUZZ_REQUESTS=5000 npm run fuzz`. */
const requestCount = Number(process.env.FUZZ_REQUESTS ?? 2000) / 2;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const atOnce = 8;

/** A request as sent over the connection. */
interface Shot {
  method: string;
  target: string;
  /** Alternating names and values, so that a name can be repeated. */
  headers: string[];
  body: string | null;
  /** Credentials or cookie to send, if any. */
  as: 'program' | 'person' | 'local' | 'nobody' | 'doubled';
}

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; minimum?: number; maximum?: number; exclusiveMinimum?: number };
}
type PathItem = Record<string, { parameters?: Parameter[] }> & { parameters?: Parameter[] };

const description = openApiDocument({ limits: loopbackLimits, basePath: '/api' });

const odd = fc.oneof(
  fc.constantFrom('', '0', '-1', '1e3', '0x10', '1.5', '٣', 'NaN', 'null', 'true', '..', '__proto__', "' OR 1=1 --"),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%2e%2e',
    '%c3%28',
    '+',
    '9'.repeat(400),
    'productid.eq.any()',
    '<script>',
    '\u{1F9F5}',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const encoded = odd.map((text) => (text.startsWith('%') ? text : encodeURIComponent(Buffer.from(text).toString())));
const rarely = <Value>(good: fc.Arbitrary<Value>, bad: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: bad });

/** Values that a parameter's schema allows. */
function valueOf({ name, schema }: Parameter): fc.Arbitrary<string> {
  const { type, minimum = 0, maximum = 1000 } = schema;
  if (type === 'boolean') return fc.boolean().map(String);
  if (type === 'integer')
    return fc.oneof(fc.constantFrom(12_345, minimum, maximum), fc.integer({ min: 1, max: 30 })).map(String);
  if (type === 'number') return fc.integer({ min: 1, max: 2_000_000 }).map((thousandths) => String(thousandths / 1000));
  const ids = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 5 });
  return name === 'filter'
    ? ids.map((each) => `productid.eq.any(${each.join(',')})`)
    : fc.constantFrom('crepe', 'CR-77', '12345');
}

function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const known = parameters.filter((each) => each.in === 'query');
  const pairs = known.map((each) => fc.option(rarely(valueOf(each), encoded).map((value) => `${each.name}=${value}`)));
  const more = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: encoded.map((text) => `x=${text}`) },
  );
  const again = fc.integer({ min: 0, max: 9 });
  return fc.tuple(fc.tuple(...pairs), more, again).map(([given, extra, repeat]) => {
    const all = [...given.filter((pair) => pair !== null), ...(extra === '' ? [] : [extra])];
    if (repeat === 0 && all[0] !== undefined) all.push(all[0]);
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

const line = fc.record({
  productId: rarely(fc.constantFrom<unknown>(12_345, 7), fc.jsonValue()),
  quantity: rarely<unknown>(fc.integer({ min: 1, max: 900 }), fc.jsonValue()),
});
/** Bodies of the service's operations, by path. */
const bodies: Record<string, fc.Arbitrary<unknown>> = {
  '/stock': fc.record({ products: fc.array(line, { maxLength: 6 }) }),
};

/** A request that a route accepts. Those of the run are made from it. */
interface Example {
  /** Who may send it; by default a person, or nobody where there is a key. */
  as?: Shot['as'];
  /** Parts of the path, by the names in the pattern. */
  path?: Record<string, string>;
  query?: string;
  headers?: readonly string[];
  body?: unknown;
  /** The answer where what the request names isn't there. */
  status?: number;
}

/** Keys of a person who isn't in the run, so that nothing in it revokes them. */
const keys = { live: '', customer: '', mcp: '' };

const documentId = 'a-document-of-this-test';
const letterId = 'a-letter-of-this-test';
const digest = '0f'.repeat(32);
const promised = { kind: 'expected', date: '2026-12-04' };
const order = {
  name: 'Spring',
  shipBy: '2026-12-24',
  lines: [{ key: 1, product: '12345', quantity: 40_000, note: 'urgent' }],
  checks: [
    {
      day: '2026-11-21',
      dataVersion: '1',
      results: [{ productId: 12_345, quantity: 40_000, ...promised, checkedAt: 1_795_000_000_000 }],
    },
  ],
};
const list = { name: 'Crepes', productIds: [12_345, 7] };
const mail = { language: 'de', locale: 'de-CH' };
const page = {
  language: 'en',
  title: 'Your order',
  reference: '',
  opening: ['Dear Ms Doe,'],
  changes: { heading: 'Since Monday', sentences: ['Line 1 ships later.'] },
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
const watch = {
  productId: 12_345,
  product: 'Crêpe',
  quantity: 40_000,
  unit: 'm',
  shipBy: null,
  when: ['moves'],
  days: 1,
  endsAfter: 30,
};
const view = { of: 'products', productIds: [12_345], quantity: 40_000, includeMaxLeadTime: true, sort: 'first' };
const query = { product: '12345', quantity: 40, ship_by: '2026-12-24' };
/** Calls of the tools for assistants. */
const calls = Object.entries({
  find_products: { query: 'crepe', page: 1 },
  check_availability: query,
  check_order: { lines: [query, { product: 'CR-77', quantity: 1 }] },
  get_calendar: { product: 'crepe' },
  list_short_products: { quantity: 40, unit: 'm', period: '8 weeks', page: 1 },
}).map(([name, args]) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }));
const keyHeaders = ['Authorization', 'Bearer MCP'];
const callHeaders = [...keyHeaders, 'Accept', 'application/json, text/event-stream'];

/** The gateway's routes, and those that take keys, by method and pattern. */
const examples: Record<string, Example> = {
  'GET /gateway/availability': { query: 'productId=12345&quantity=40' },
  'GET /gateway/calendars': { query: 'page=1&pageSize=20&quantity=40&find=cr&includeMaxLeadTime=true&sort=name' },
  'POST /gateway/calendars': { query: 'quantity=40', body: { productIds: [12_345, 7] } },
  'GET /gateway/changes': { query: 'since=2026-11-20&quantity=40&direction=later&page=1&pageSize=20' },
  'POST /gateway/changes': { query: 'since=2026-11-20', body: { productIds: [12_345, 7] } },
  'GET /gateway/history/size': {},
  'GET /gateway/history': { query: 'productId=12345&quantity=40' },
  'GET /gateway/products': { query: 'q=crepe&page=1&pageSize=20' },
  'POST /gateway/products/resolve': { body: { keys: ['12345', 'CR-77'] } },
  'POST /gateway/orders/concerned': { body: { productIds: [12_345] } },
  'POST /gateway/order-check': {
    body: {
      lines: [
        { key: 1, productId: 12_345, quantity: 40_000 },
        { key: 2, productId: 7, quantity: 1 },
      ],
    },
  },
  'GET /gateway/session': {},
  'POST /gateway/session': { body: { token: 'TOKEN', subscriptionKey: 'KEY' } },
  'DELETE /gateway/session': { query: 'everywhere=false' },
  ...Object.fromEntries(
    Object.entries({ orders: order, lists: list }).flatMap(([plural, body]) =>
      Object.entries<Example>({
        [`GET /gateway/${plural}`]: {},
        [`GET /gateway/${plural}/:id`]: { status: 404 },
        [`PUT /gateway/${plural}/:id`]: { headers: ['If-None-Match', '*'], body, status: 412 },
        [`DELETE /gateway/${plural}/:id`]: { headers: ['If-Match', '*'], status: 404 },
        [`GET /gateway/${plural}/:id/shares`]: { status: 404 },
        [`POST /gateway/${plural}/:id/shares`]: { body: { days: 30 }, status: 404 },
        [`DELETE /gateway/${plural}/:id/shares/:shareId`]: { path: { shareId: digest }, status: 404 },
      }),
    ),
  ),
  'POST /gateway/shared': { body: { key: 'k'.repeat(43) }, status: 404 },
  'DELETE /gateway/my-data': {},
  'GET /gateway/promises': {},
  'POST /gateway/promises/check': { body: { always: true } },
  'GET /gateway/promises/:letterId': { status: 404 },
  'PUT /gateway/promises/:letterId': {
    body: {
      customer: 'Atelier Nord',
      reference: '4711',
      orderId: documentId,
      day: '2026-11-21',
      checkedAt: 1_795_000_000_000,
      lines: [{ productId: 12_345, product: 'Crêpe', quantity: 40_000, unit: 'm', promised, lineKey: 1 }],
      text: 'Dear Ms Doe, it ships on Dec 4.',
    },
  },
  'DELETE /gateway/promises/:letterId': { status: 404 },
  'POST /gateway/promises/:letterId/:place/told': {
    body: { promised: { ...promised, day: '2026-11-21' }, text: 'Later' },
    status: 404,
  },
  'DELETE /gateway/promises/:letterId/:place/told': { status: 404 },
  'POST /gateway/promises/:letterId/:place/closed': { body: { closed: 'shipped' }, status: 404 },
  'GET /gateway/watches': {},
  'PUT /gateway/watches': { body: { watches: [watch] } },
  'DELETE /gateway/watches/:productId/:quantity': { path: { productId: '12345', quantity: '40000' } },
  'GET /gateway/checking': {},
  'PUT /gateway/checking': {},
  'DELETE /gateway/checking': {},
  'GET /gateway/notifications': {},
  'GET /gateway/notifications/count': {},
  'POST /gateway/notifications/read': {},
  'POST /gateway/notifications/held': {},
  'GET /gateway/mail': {},
  'PUT /gateway/mail': { body: { isOn: false, withNames: true, ...mail } },
  'DELETE /gateway/mail': {},
  'POST /gateway/mail/code': { body: { address: 'ann@example.com', ...mail } },
  'POST /gateway/mail/confirmation': { body: { code: '123456' } },
  'POST /gateway/mail/test': { status: 403 },
  'GET /gateway/keys': {},
  'POST /gateway/keys': { body: { name: 'Spring', days: 30, view, language: 'en' } },
  'POST /gateway/keys/assistants': { body: { name: 'Assistant' } },
  'DELETE /gateway/keys/:id': { path: { id: digest }, status: 404 },
  'GET /gateway/customer-links/:subject/:id': { path: { subject: 'orders' } },
  'PUT /gateway/customer-links/:subject/:id': { path: { subject: 'orders' }, body: page },
  'DELETE /gateway/customer-links/:subject/:id': { path: { subject: 'orders' }, status: 404 },
  'POST /gateway/import': { as: 'local', query: 'kind=products', body: 'PRODUCTS' },
  'GET /live/:file': { path: { file: 'LIVE.csv' } },
  'GET /c/:key': { path: { key: 'CUSTOMER' } },
  'GET /mcp': { headers: keyHeaders, status: 405 },
  'POST /mcp': { headers: callHeaders, body: calls[0] },
  'DELETE /mcp': { headers: keyHeaders, status: 405 },
  'GET /gateway/oidc/start': { query: 'returnTo=%2F' },
  'GET /gateway/oidc/callback': { query: 'code=1&state=2' },
  'POST /gateway/api-check': { body: { productIds: [12_345] } },
  'GET /healthz': {},
  'GET /metrics': { status: 404 },
};
const broken = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '{',
    '[[[[',
    '{"__proto__":{}}',
    '{"products":[{"productId":12345,"quantity":1e400}]}',
    'x'.repeat(70_000),
  ),
);
/** JSON that is as good as never what a route expects at that place. */
const oddJson = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom('null', '-1', '1e400', '9007199254740993', '[]', '{}', '""', '"2026-02-30"', '"__proto__"'),
  fc.constantFrom(String.raw`"\u0000"`, String.raw`"\ud800"`, '"=1+1"', '"\u202e"', `"${'x'.repeat(5000)}"`),
);

/** The value as JSON, in which now and then a part is replaced, missing, repeated or added. */
function nearly(good: unknown): fc.Arbitrary<string> {
  const replaced = (own: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 24, arbitrary: own }, { weight: 1, arbitrary: oddJson });
  if (typeof good !== 'object' || good === null) return replaced(fc.constant(JSON.stringify(good)));
  if (Array.isArray(good)) return replaced(fc.tuple(...good.map(nearly)).map((items) => `[${items.join()}]`));
  const names = ['__proto__', 'constructor', 'more', ...Object.keys(good)].map((name) => JSON.stringify(name));
  const pairs = Object.entries(good).map(([name, value]) =>
    nearly(value).map((text) => `${JSON.stringify(name)}:${text}`),
  );
  const changed = fc.record({
    pairs: fc.tuple(...pairs),
    chance: fc.integer({ min: 0, max: 29 }),
    name: fc.constantFrom(...names),
    value: oddJson,
  });
  return replaced(
    changed.map(({ pairs: all, chance, name, value }) => {
      if (chance > 1) return `{${all.join()}}`;
      const rest = all.filter((pair) => !pair.startsWith(`${name}:`));
      return `{${(chance === 0 ? rest : [...all, `${name}:${value}`]).join()}}`;
    }),
  );
}

const programHeaders = fc.array(
  fc.constantFrom(
    ['Accept', 'text/html'],
    ['Accept-Encoding', 'br, gzip;q=0'],
    ['Cache-Control', 'no-cache'],
    ['Content-Encoding', 'gzip'],
    ['Content-Type', 'text/plain'],
    ['Content-Type', 'application/json; charset=utf-16'],
    ['Expect', 'x'],
    ['If-None-Match', '*'],
    ['If-None-Match', '*'],
    ['If-Match', '"1"'],
    ['Origin', 'https://evil.example'],
    ['Range', 'bytes=0-0'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['X-Forwarded-For', '10.0.0.1, \u00e9'],
    ['X-Request-Id', 'a b\u00fc'],
    ['Api-version', 'v2'],
    ['Cookie', 'stock-horizon-00000000=x; a=b; a=c'],
  ),
  { maxLength: 2 },
);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'PURGE'];

/** A query in which now and then a parameter is missing, repeated, added or has another value. */
function nearlyQuery(query: string): fc.Arbitrary<string> {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const changed = pairs.map((pair) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant([pair]) },
      { weight: 1, arbitrary: fc.constantFrom([], [pair, pair]) },
      { weight: 2, arbitrary: encoded.map((value) => [`${pair.split('=', 1)[0]}=${value}`]) },
    ),
  );
  const added = fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: encoded.map((value) => [`x=${value}`]) },
  );
  return fc.tuple(...changed, added).map((all) => (all.flat().length === 0 ? '' : `?${all.flat().join('&')}`));
}

const pathParts: Record<string, string> = { id: documentId, letterId, place: '0' };
const partIn = /:(\w+)|\{(\w+)\}/g;

/** Where requests are sent, with what varies. */
interface Address {
  method: string;
  /** With `:name` or `{name}` for parts that vary. */
  pattern: string;
  parts?: Record<string, string> | undefined;
  query: fc.Arbitrary<string>;
  headers?: readonly string[] | undefined;
  body: fc.Arbitrary<string | null>;
}

const operationAddresses: Address[] = Object.entries(description.paths as unknown as Record<string, PathItem>).flatMap(
  ([path, { parameters: _shared, ...own }]) =>
    Object.entries(own).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      pattern: `/api${path}`,
      parts: { productId: '12345' },
      query: queryOf(parameters),
      body: (bodies[path] ?? fc.constant({})).map((value) => JSON.stringify(value)),
    })),
);
const addresses: Address[] = [
  ...operationAddresses,
  ...Object.entries(examples).map(([route, { path, query = '', headers, body }]) => {
    const [method = '', pattern = ''] = route.split(' ');
    const varied = body === undefined ? fc.constant(null) : nearly(body);
    return { method, pattern, parts: path, query: nearlyQuery(query), headers, body: varied };
  }),
  ...calls.map((call) => ({
    method: 'POST',
    pattern: '/mcp',
    query: nearlyQuery(''),
    headers: callHeaders,
    body: nearly(call),
  })),
  ...['/', '/nothing', '/gateway/none', '/api', '/assets/x.js'].map((pattern) => ({
    method: 'GET',
    pattern,
    query: nearlyQuery(''),
    body: fc.constant(null),
  })),
];

const shots: fc.Arbitrary<Shot> = fc.constantFrom(...addresses).chain((address) =>
  fc
    .record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(address.method) },
        { weight: 1, arbitrary: fc.constantFrom(...methods) },
      ),
      odd: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: encoded }),
      query: address.query,
      body: rarely<string | null>(address.body, broken),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: programHeaders }),
      as: fc.constantFrom<Shot['as']>('person', 'person', 'person', 'person', 'program', 'local', 'nobody', 'doubled'),
    })
    .map(({ odd: part, ...each }) => ({
      method: each.method,
      target: targetOf(address, part) + each.query,
      headers: [...(address.headers ?? []), ...each.headers.flat()],
      body: ['GET', 'HEAD', 'TRACE'].includes(each.method) ? null : each.body,
      as: each.as,
    })),
);

/** @param odd replaces the first part that varies */
function targetOf({ pattern, parts }: Pick<Address, 'pattern' | 'parts'>, odd: string | null = null): string {
  let left = odd;
  return pattern.replaceAll(partIn, (_, colon: string | undefined, brace: string) => {
    const name = colon ?? brace;
    const value = left ?? parts?.[name] ?? pathParts[name] ?? '';
    left = null;
    return value;
  });
}

/** Bytes that are almost a valid request. */
const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'GET / HTTP/9.9',
    'GET  / HTTP/1.1',
    'POST /gateway/session HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6',
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b',
    'POST /api/stock HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nzz',
    'GET / HTTP/1.1\r\nX: \u0001',
  ),
);

interface Came {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
let app: RunningApp;
let token: string;
let cookie: string;
afterAll(() => agent.destroy());

/** The secrets of the service, which an app in front of it doesn't have. */
let serviceSecrets: RunningApp['secrets'];
const origin = () => app.config.publicUrl?.origin ?? `http://127.0.0.1:${app.port}`;
const asPerson = () => ['Cookie', cookie, 'X-Forwarded-For', '10.0.0.1', 'Origin', origin()];
const tokenOf = (subject: string) =>
  signToken(serviceSecrets.jwtSecret ?? '', { subject, expiresAt: Math.floor(Date.now() / 1000) + 86_400 });

async function signIn(as: string): Promise<string> {
  const body = { token: as, subscriptionKey: serviceSecrets.subscriptionKeys[0] };
  const signedIn = await app.ask('/gateway/session', { method: 'POST', body, headers: { Origin: origin() } });
  const found = cookieOf(signedIn, /^(?:__Host-)?stock-horizon-[\da-f]{8}=/);
  if (found === undefined) throw new Error(`No session: ${signedIn.status} ${signedIn.text}`);
  return found;
}

/** Makes the keys that the run uses, and signs in. */
async function prepare(): Promise<void> {
  cookie = await signIn(await tokenOf('another person'));
  const make = async (path: string, method: string, body: object) => {
    const headers = { Cookie: cookie, 'X-Forwarded-For': '10.0.0.1', Origin: origin() };
    const made = await app.ask(path, { method, body, headers });
    return (JSON.parse(made.text) as { key: string }).key;
  };
  const live = { name: 'Spring', days: 90, view, language: 'en' };
  keys.live = await make('/gateway/keys', 'POST', live);
  keys.mcp = await make('/gateway/keys/assistants', 'POST', { name: 'Assistant' });
  keys.customer = await make(`/gateway/customer-links/orders/${documentId}`, 'PUT', page);
  token = await tokenOf('fuzz');
  cookie = await signIn(token);
}

function headersOf({ as, headers, body }: Shot): string[] {
  const own = origin();
  const authorization = ['Authorization', `Bearer ${token}`];
  const program = [
    ...authorization,
    'Ocp-Apim-Subscription-Key',
    serviceSecrets.subscriptionKeys[0] ?? '',
    'Api-version',
    'v1',
  ];
  const given = {
    program,
    doubled: [...program, ...authorization],
    person: asPerson(),
    local: ['Origin', own],
    nobody: ['Origin', own, 'Via', '1.1 x'],
  }[as];
  const needsJson = body !== null && !headers.includes('Content-Type');
  const length = body === null ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  return [
    'Host',
    `127.0.0.1:${app.port}`,
    ...given,
    ...(needsJson ? ['Content-Type', 'application/json'] : []),
    ...length,
    ...headers,
  ];
}

const catalogFile = 'productId,name,sku,unit\n12345,Crêpe Alizé,CR-77,m\n';

/** Replaces the placeholders for credentials, keys and the file to import. */
function filledIn(shot: Shot): Shot {
  const { target, headers, body } = shot;
  const isSignIn = target.startsWith('/gateway/session');
  return {
    ...shot,
    target: target.replace('/live/LIVE', `/live/${keys.live}`).replace('/c/CUSTOMER', `/c/${keys.customer}`),
    headers: headers.map((text) => text.replace('Bearer MCP', `Bearer ${keys.mcp}`)),
    body: isSignIn
      ? (body
          ?.replace('"TOKEN"', JSON.stringify(token))
          .replace('"KEY"', JSON.stringify(serviceSecrets.subscriptionKeys[0])) ?? null)
      : (body?.replace('"PRODUCTS"', catalogFile) ?? null),
  };
}

function send(shot: Shot): Promise<Came> {
  return new Promise((resolve, reject) => {
    const filled = filledIn(shot);
    const { method, target: path, body } = filled;
    const headers = headersOf(filled).map((text) => Buffer.from(text, 'latin1').toString('latin1'));
    const sent = httpRequest(
      { port: app.port, host: '127.0.0.1', method, path, headers, agent, setHost: false },
      (came) => {
        const parts: Buffer[] = [];
        came.on('data', (part: Buffer) => parts.push(part));
        came.on('end', () =>
          resolve({ status: came.statusCode ?? 0, headers: came.headers, text: Buffer.concat(parts).toString('utf8') }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

function sendBytes(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(app.port, '127.0.0.1');
    let received = '';
    socket.on('data', (part) => (received += part.toString('latin1')));
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
    socket.end(`${bytes}\r\n\r\n`, 'latin1');
  });
}

const responses: [RegExp, string, z.ZodMiniType][] = [
  ...Object.values(operations).map(({ path, response, methods: [method] }): [RegExp, string, z.ZodMiniType] => [
    new RegExp(`^/api${path.replace('{productId}', '(?!calendar[?]|calendar$)[^/?]+')}(?:[?]|$)`),
    method,
    response,
  ]),
  [/^\/gateway\/session/, '', Session],
  [/^\/gateway\/availability/, '', Availability],
  [/^\/gateway\/calendars/, '', CalendarsPage],
  [/^\/gateway\/products\/resolve/, '', ResolveResponse],
  [/^\/gateway\/products(?:[?]|$)/, '', ProductPage],
  [/^\/gateway\/api-check/, '', ApiCheck],
  [/^\/gateway\/orders(?:[?]|$)/, 'GET', OrderEntries],
  [/^\/gateway\/orders\/[^/?]+(?:[?]|$)/, 'GET', StoredOrder],
  [/^\/gateway\/orders\/[^/?]+(?:[?]|$)/, 'PUT', OrderEntry],
  [/^\/gateway\/promises(?:\/check)?(?:[?]|$)/, '', KeptPromises],
  [/^\/gateway\/promises\/[^/?]+(?:[?]|$)/, 'GET', StoredLetter],
  [/^\/gateway\/changes/, '', ChangesPage],
  [/^\/gateway\/lists(?:[?]|$)/, 'GET', ListEntries],
  [/^\/gateway\/lists\/[^/?]+(?:[?]|$)/, 'GET', StoredList],
  [/^\/gateway\/lists\/[^/?]+(?:[?]|$)/, 'PUT', ListEntry],
];

/** Describes what is wrong with a response; null if nothing is. */
function wrongWith({ method, target }: Shot, { status, headers, text }: Came): string | null {
  const isPacked = headers['content-encoding'] !== undefined;
  if (status >= 500) return `status ${status}`;
  if (status < 200) return `status ${status}`;
  if (status !== 417 && headers['x-request-id'] === undefined && headers['content-type'] !== undefined)
    return 'no request id';
  const everything = text + JSON.stringify(headers);
  const { jwtSecret, subscriptionKeys } = serviceSecrets;
  const secrets = [token, jwtSecret ?? '', ...subscriptionKeys, app.secrets.sessionSecret, ...Object.values(keys)];
  if (secrets.some((secret) => secret !== '' && everything.includes(secret))) return 'a secret';
  // Of a stream, or of a tool, whose status is 200.
  const isFailure = /The call failed\.|"type":"[^"]*:internal-error"/.test(text);
  if (isFailure && !target.startsWith('/api/openapi.json')) return 'a failure within';
  if (/node_modules|\.ts:\d|SQLITE_|\bat \w+ \(/.test(everything)) return 'the inside of the program';
  if (method === 'HEAD' || isPacked || (status < 400 && text === '')) return null;
  if (status >= 400) {
    // Customers read these in a browser.
    if (target.startsWith('/c/') && headers['content-type'] === 'text/html; charset=utf-8') return null;
    // Of a message that breaks the protocol.
    if (/^\/mcp(?:[?]|$)/.test(target) && text.startsWith('{"jsonrpc":"2.0","error":{')) return null;
    if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
      return `a refusal as ${String(headers['content-type'])}`;
    const problem = Problem.safeParse(JSON.parse(text));
    if (!problem.success) return `a problem that is none: ${problem.error.message}`;
    return problem.data.status === status ? null : `a problem of ${problem.data.status}`;
  }
  const schema = responses.find(
    ([shape, own]) => shape.test(target) && (own === '' || own === method || target.includes('/calendar')),
  );
  const parsed = schema?.[2].safeParse(JSON.parse(text));
  return parsed === undefined || parsed.success ? null : `an answer that breaks its schema: ${parsed.error.message}`;
}

/** Methods and patterns of the server's routes, except those of files. */
const routesOf = (running: RunningApp) =>
  running
    .routes()
    .flatMap(({ path, methods: own }) =>
      own
        .filter((method) => method !== 'HEAD' && !/[*]|^\/(?:$|assets\/|mark\.svg$)/.test(path))
        .map((method) => `${method} ${path}`),
    );
const isOperation = (route: string) =>
  operationAddresses.some(({ method, pattern }) => route === `${method} ${pattern.replaceAll(partIn, ':$2')}`);

function describeServer(name: string, start: () => Promise<{ app: RunningApp; close: () => Promise<void> }>): void {
  describe(name, () => {
    let stop: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      const started = await start();
      ({ app } = started);
      stop = started.close;
      await prepare();
    });
    afterAll(() => stop?.());

    it('has an example of each route, which the route accepts', async () => {
      const routes = routesOf(app);
      expect(routes.filter((route) => !isOperation(route) && !Object.hasOwn(examples, route))).toEqual([]);
      for (const [route, { as, path, query, headers = [], body, status }] of Object.entries(examples)) {
        if (!routes.includes(route) || route.includes('/session') || route.endsWith('/my-data')) continue;
        const [method = '', pattern = ''] = route.split(' ');
        const came = await send({
          method,
          target: targetOf({ pattern, parts: path }) + (query === undefined ? '' : `?${query}`),
          headers: [...headers],
          body: body === undefined ? null : JSON.stringify(body),
          as: as ?? (/^(?:live|c|mcp)$/.test(pattern.split('/')[1] ?? '') ? 'nobody' : 'person'),
        });
        const isAccepted = (came.status >= 200 && came.status < 400) || came.status === status;
        expect(isAccepted, `${route}: ${came.status} ${came.text.slice(0, 300)}`).toBe(true);
      }
    });

    it(
      'whatever is asked: no failure, every answer by its schema, nothing given away, and a good question answered after it',
      async () => {
        const counts = new Map<number, number>();
        const wrong: string[] = [];
        const ask = async (shot: Shot): Promise<void> => {
          let came = await send(shot);
          // Other programs of the machine delay the server.
          while (came.status === 503 && came.text.includes('The server is busy.')) {
            await setTimeout(1000 * Number(came.headers['retry-after']));
            came = await send(shot);
          }
          counts.set(came.status, (counts.get(came.status) ?? 0) + 1);
          const what = wrongWith(shot, came);
          if (what !== null)
            wrong.push(`${what}: ${JSON.stringify(shot).slice(0, 1000)}\n  ${came.text.slice(0, 300)}`);
        };
        for (let sent = 0; sent < requestCount && wrong.length === 0; sent += 100) {
          const sample = fc.sample(shots, { seed: seed + sent, numRuns: 100 });
          const bytes = fc.sample(garbage, { seed: seed + sent, numRuns: 5 });
          // Sequences: later requests see the state that earlier ones left.
          const lanes = Array.from({ length: atOnce }, (_, lane) =>
            sample.filter((__, index) => index % atOnce === lane),
          );
          await Promise.all([
            ...lanes.map(async (lane) => {
              for (const shot of lane) await ask(shot);
            }),
            ...bytes.map(async (each) => expect(await sendBytes(each)).toMatch(/^$|^HTTP\/1\.1 (?!5)/)),
          ]);
          // One of the requests may have been a sign-out.
          cookie = await signIn(token);
          const good = await send({
            method: 'GET',
            target: '/gateway/availability?productId=12345&quantity=40',
            headers: [],
            body: null,
            as: 'person',
          });
          expect([good.status, good.text]).toEqual([200, expect.stringContaining('"kind":"reliable"')]);
        }
        process.stdout.write(
          `fuzz: ${name}, seed ${seed}, ${[...counts]
            .toSorted(([a], [b]) => a - b)
            .map(([status, count]) => `${status}: ${count}`)
            .join(', ')}\n`,
        );
        expect(wrong).toEqual([]);
        expect(counts.get(200)).toBeGreaterThan(requestCount / 20);
      },
      60_000 + requestCount * 60,
    );
  });
}

/** Limits of a minute end after some milliseconds, so that they don't refuse most of a run. */
const elapsed = () => performance.now() * 1000;

async function withMails(): Promise<{ mails: Record<string, string>; closeMails: () => Promise<void> }> {
  const { url, close } = await startMailServer();
  return { mails: { SMTP_URL: url, MAIL_FROM: 'stock@example.com' }, closeMails: close };
}

const stockRow = {
  productId: 12_345,
  stockDate: '2020-01-01',
  stockQuantity: 90_500,
  isMaxLeadTime: false,
  isDeleted: false,
  lastUpdateDate: '2020-01-01',
} as const;

describeServer('a server with its own stock', async () => {
  const { mails, closeMails } = await withMails();
  const own = await runApp(mails, { logLevel: 'fatal', elapsed });
  // An imported catalog would replace demo data.
  await own.write({ contents: 'real', rows: [stockRow], products: [] });
  serviceSecrets = own.secrets;
  const close = async () => {
    await own.close();
    await closeMails();
  };
  return { app: own, close };
});

describeServer('a server in front of a service, with company sign-in', async () => {
  const { mails, closeMails } = await withMails();
  const service = await runApp({}, { logLevel: 'fatal' });
  serviceSecrets = service.secrets;
  const publicUrl = 'https://stock.example.com';
  const provider = await runProvider({ redirectUris: [`${publicUrl}/gateway/oidc/callback`], people: {} });
  const settings = {
    ...mails,
    PUBLIC_URL: publicUrl,
    STOCK_UPSTREAM_URL: `http://127.0.0.1:${service.port}/api`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_ALLOWED: 'example.com',
  };
  const gateway = await runApp(settings, { logLevel: 'fatal', elapsed });
  const close = async () => {
    for (const server of [gateway, provider, service]) await server.close();
    await closeMails();
  };
  return { app: gateway, close };
});
