import * as fc from 'fast-check';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { cookieOf, runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';

/** `npm run fuzz` sends 100,000; the same seed reproduces a run: `FUZZ_SEED=7 FUZZ_REQUESTS=5000 npm run fuzz`. */
const requestCount = Number(process.env.FUZZ_REQUESTS ?? 2000);
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
const bodies: Record<string, fc.Arbitrary<unknown>> = {
  '/stock': fc.record({ products: fc.array(line, { maxLength: 6 }) }),
  '/gateway/calendars': fc.record({
    productIds: fc.array(rarely<unknown>(fc.constantFrom(12_345, 7), fc.jsonValue()), { maxLength: 6 }),
  }),
  '/gateway/order-check': fc.record({
    lines: fc.array(
      fc.record({
        key: rarely<unknown>(fc.integer({ min: 1, max: 9 }), fc.jsonValue()),
        productId: rarely<unknown>(fc.constantFrom(12_345, 7), fc.jsonValue()),
        quantity: rarely<unknown>(fc.integer({ min: 1, max: 900_000 }), fc.jsonValue()),
      }),
      { maxLength: 6 },
    ),
  }),
  '/gateway/products/resolve': fc.record({
    keys: fc.array(rarely(fc.constantFrom('12345', 'CR-77'), fc.string()), { maxLength: 6 }),
  }),
  '/gateway/session': fc.record({
    token: rarely(fc.constant('TOKEN'), fc.string()),
    subscriptionKey: rarely(fc.constant('KEY'), fc.string()),
  }),
  '/gateway/orders': fc.record({
    name: rarely<unknown>(fc.string(), fc.jsonValue()),
    lines: fc.array(
      fc.record({
        key: rarely<unknown>(fc.nat(), fc.jsonValue()),
        product: rarely<unknown>(fc.string(), fc.jsonValue()),
      }),
      { maxLength: 4 },
    ),
    checks: rarely<unknown>(fc.constant([]), fc.jsonValue()),
  }),
  '/gateway/lists': fc.record({
    name: fc.string(),
    productIds: fc.array(rarely<unknown>(fc.integer({ min: 1, max: 99 }), fc.jsonValue()), { maxLength: 6 }),
  }),
  '/gateway/shared': fc.record({ key: rarely(fc.constant('k'.repeat(43)), fc.string()) }),
  '/gateway/changes': fc.record({
    productIds: fc.array(rarely<unknown>(fc.constantFrom(12_345, 7), fc.jsonValue()), { maxLength: 6 }),
  }),
  '/gateway/promises/:letterId': fc.record({
    customer: rarely<unknown>(fc.constantFrom('Atelier Nord', undefined), fc.jsonValue()),
    day: rarely<unknown>(fc.constant('2026-11-21'), fc.jsonValue()),
    checkedAt: rarely<unknown>(fc.constant(1_795_000_000_000), fc.jsonValue()),
    lines: fc.array(
      fc.record({
        productId: rarely<unknown>(fc.constantFrom(12_345, 7), fc.jsonValue()),
        product: fc.string(),
        quantity: rarely<unknown>(fc.integer({ min: 1, max: 900_000 }), fc.jsonValue()),
        unit: rarely<unknown>(fc.constantFrom('m', null), fc.jsonValue()),
        promised: rarely<unknown>(fc.constant({ kind: 'expected', date: '2026-12-04' }), fc.jsonValue()),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    text: fc.string(),
  }),
  '/gateway/promises/:letterId/:place/told': fc.record({
    promised: rarely<unknown>(
      fc.constantFrom({ kind: 'expected', date: '2026-12-04', day: '2026-11-21' }, undefined),
      fc.jsonValue(),
    ),
    text: fc.string(),
  }),
  '/gateway/promises/:letterId/:place/closed': fc.record({
    closed: rarely<unknown>(fc.constantFrom('shipped', 'cancelled', null), fc.jsonValue()),
  }),
  '/gateway/promises/check': fc.record({ always: rarely<unknown>(fc.boolean(), fc.jsonValue()) }),
  // A check sends some hundred requests itself.
  '/gateway/api-check': fc.record({ productIds: fc.jsonValue() }),
  '/shares': fc.record({ days: rarely<unknown>(fc.constantFrom(30, 90), fc.jsonValue()) }),
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
const bodyFor = (path: string) =>
  rarely(
    (bodies[path] ?? fc.constant({})).map((value) => JSON.stringify(value)),
    broken,
  );

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

const paths = Object.entries(description.paths as unknown as Record<string, PathItem>);
const searched: Parameter[] = [
  { name: 'q', in: 'query', schema: {} },
  { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 3 } },
  { name: 'pageSize', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
];
const quantity: Parameter = { name: 'quantity', in: 'query', schema: { type: 'number' } };
const listed: Parameter[] = [
  ...searched.filter(({ name }) => name !== 'q'),
  quantity,
  { name: 'find', in: 'query', schema: {} },
  { name: 'includeMaxLeadTime', in: 'query', schema: { type: 'boolean' } },
];
const productId: Parameter = { name: 'productId', in: 'query', schema: { type: 'integer' } };
/** Each address with its methods, query parameters and body schema. */
const addresses = [
  ...paths.flatMap(([path, { parameters: _shared, ...methods }]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      path: `/api${path}`,
      method: method.toUpperCase(),
      parameters,
      body: path,
    })),
  ),
  { path: '/gateway/availability', method: 'GET', parameters: [productId, quantity], body: '' },
  { path: '/gateway/calendars', method: 'GET', parameters: listed, body: '' },
  { path: '/gateway/calendars', method: 'POST', parameters: listed, body: '/gateway/calendars' },
  { path: '/gateway/order-check', method: 'POST', parameters: [], body: '/gateway/order-check' },
  ...['GET', 'POST', 'DELETE'].map((method) => ({
    path: '/gateway/session',
    method,
    parameters: [],
    body: '/gateway/session',
  })),
  ...['orders', 'lists'].flatMap((kind) =>
    [
      { path: '', method: 'GET' },
      { path: '/a-document-of-this-test', method: 'GET' },
      { path: '/a-document-of-this-test', method: 'PUT' },
      { path: '/{productId}', method: 'PUT' },
      { path: '/a-document-of-this-test', method: 'DELETE' },
      { path: '/a-document-of-this-test/shares', method: 'GET' },
      { path: '/a-document-of-this-test/shares', method: 'POST' },
      { path: '/a-document-of-this-test/shares/{productId}', method: 'DELETE' },
    ].map(({ path, method }) => ({
      path: `/gateway/${kind}${path}`,
      method,
      parameters: [],
      body: path.endsWith('/shares') ? '/shares' : `/gateway/${kind}`,
    })),
  ),
  { path: '/gateway/shared', method: 'POST', parameters: [], body: '/gateway/shared' },
  { path: '/gateway/my-data', method: 'DELETE', parameters: [], body: '' },
  { path: '/gateway/products', method: 'GET', parameters: searched, body: '' },
  { path: '/gateway/products/resolve', method: 'POST', parameters: [], body: '/gateway/products/resolve' },
  ...['/healthz', '/metrics', '/', '/nothing', '/gateway/none', '/api', '/assets/x.js'].map((path) => ({
    path,
    method: 'GET',
    parameters: [],
    body: '',
  })),
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'PURGE'];

/** Values of path parameters; others are those of {@link productId}. */
const pathValues: Record<string, string> = {
  letterId: 'a-letter-of-this-test',
  place: '0',
  id: 'a-document-of-this-test',
};

/** The addresses that are not listed above, by the server's own table of routes. */
function otherAddresses(): typeof addresses {
  const isListed = (path: string, method: string) =>
    addresses.some((each) => each.method === method && matcherOf(path).test(each.path));
  return app.routes().flatMap(({ path, methods: own }) =>
    own
      .filter((method) => method !== 'HEAD' && !path.includes('*') && !isListed(path, method))
      .map((method) => ({
        path: path.replaceAll(/:(\w+)/g, (_, name: string) => pathValues[name] ?? '{productId}'),
        method,
        parameters: listed,
        body: path,
      })),
  );
}

function matcherOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`);
}

const shotsAt = (all: typeof addresses): fc.Arbitrary<Shot> =>
  fc.constantFrom(...all).chain(({ path, method, parameters, body }) =>
    fc
      .record({
        method: rarely(fc.constant(method), fc.constantFrom(...methods)),
        id: rarely(fc.constant('12345'), encoded),
        query: queryOf(parameters),
        body: bodyFor(body),
        headers: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: programHeaders }),
        as: fc.constantFrom<Shot['as']>('program', 'person', 'person', 'local', 'nobody', 'doubled'),
      })
      .map((each) => ({
        method: each.method,
        target: path.replace('{productId}', each.id) + each.query,
        headers: each.headers.flat(),
        body: ['GET', 'HEAD', 'TRACE'].includes(each.method) ? null : each.body,
        as: each.as,
      })),
  );

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
beforeAll(async () => {
  app = await runApp({}, { logLevel: 'fatal' });
  const { jwtSecret, subscriptionKeys } = app.secrets;
  token = await signToken(jwtSecret ?? '', { subject: 'fuzz', expiresAt: Math.floor(Date.now() / 1000) + 7200 });
  const body = { token, subscriptionKey: subscriptionKeys[0] };
  cookie = cookieOf(await app.ask('/gateway/session', { method: 'POST', body })) ?? '';
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

function headersOf({ as, headers, body, target }: Shot): string[] {
  const own = `http://127.0.0.1:${app.port}`;
  const authorization = ['Authorization', `Bearer ${token}`];
  const program = [
    ...authorization,
    'Ocp-Apim-Subscription-Key',
    app.secrets.subscriptionKeys[0] ?? '',
    'Api-version',
    'v1',
  ];
  const given = {
    program,
    doubled: [...program, ...authorization],
    person: ['Cookie', cookie, 'X-Forwarded-For', '10.0.0.1', 'Origin', own],
    local: ['Origin', own],
    nobody: ['Origin', own, 'Via', '1.1 x'],
  }[as];
  const needsJson = body !== null && !headers.includes('Content-Type');
  const length = body === null ? [] : ['Content-Length', String(Buffer.byteLength(filledIn(body, target)))];
  return [
    'Host',
    `127.0.0.1:${app.port}`,
    ...given,
    ...(needsJson ? ['Content-Type', 'application/json'] : []),
    ...length,
    ...headers,
  ];
}

/** Replaces placeholders with the credentials, for sign-in only. */
function filledIn(body: string, target: string): string {
  return target.startsWith('/gateway/session')
    ? body.replace('"TOKEN"', JSON.stringify(token)).replace('"KEY"', JSON.stringify(app.secrets.subscriptionKeys[0]))
    : body;
}

function send(shot: Shot): Promise<Came> {
  return new Promise((resolve, reject) => {
    const { method, target: path, body } = shot;
    const headers = headersOf(shot).map((text) => Buffer.from(text, 'latin1').toString('latin1'));
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
    sent.end(body === null ? undefined : filledIn(body, path));
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

const answers: [RegExp, string, z.ZodMiniType][] = [
  ...Object.values(operations).map(({ path, answer, methods: [method] }): [RegExp, string, z.ZodMiniType] => [
    new RegExp(`^/api${path.replace('{productId}', '(?!calendar[?]|calendar$)[^/?]+')}(?:[?]|$)`),
    method,
    answer,
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
  const { jwtSecret, sessionSecret, subscriptionKeys } = app.secrets;
  const everything = text + JSON.stringify(headers);
  const secrets = [token, jwtSecret ?? '', sessionSecret, subscriptionKeys[0] ?? ''];
  if (secrets.some((secret) => everything.includes(secret))) return 'a secret';
  if (/node_modules|\.ts:\d|SQLITE_|\bat \w+ \(/.test(everything)) return 'the inside of the program';
  if (method === 'HEAD' || isPacked || (status < 400 && text === '')) return null;
  if (status >= 400) {
    // Customers read these in a browser.
    if (target.startsWith('/c/') && headers['content-type'] === 'text/html; charset=utf-8') return null;
    if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
      return `a refusal as ${String(headers['content-type'])}`;
    const problem = Problem.safeParse(JSON.parse(text));
    if (!problem.success) return `a problem that is none: ${problem.error.message}`;
    return problem.data.status === status ? null : `a problem of ${problem.data.status}`;
  }
  const schema = answers.find(
    ([shape, own]) => shape.test(target) && (own === '' || own === method || target.includes('/calendar')),
  );
  const parsed = schema?.[2].safeParse(JSON.parse(text));
  return parsed === undefined || parsed.success ? null : `an answer that breaks its schema: ${parsed.error.message}`;
}

it(
  'whatever is asked: no failure, every answer by its schema, nothing given away, and a good question answered after it',
  async () => {
    const counts = new Map<number, number>();
    const shots = shotsAt([...addresses, ...otherAddresses()]);
    const wrong: string[] = [];
    const ask = async (shot: Shot): Promise<void> => {
      const came = await send(shot);
      counts.set(came.status, (counts.get(came.status) ?? 0) + 1);
      const what = wrongWith(shot, came);
      if (what !== null) wrong.push(`${what}: ${JSON.stringify(shot).slice(0, 1000)}\n  ${came.text.slice(0, 300)}`);
    };
    for (let sent = 0; sent < requestCount && wrong.length === 0; sent += 100) {
      const sample = fc.sample(shots, { seed: seed + sent, numRuns: 100 });
      const bytes = fc.sample(garbage, { seed: seed + sent, numRuns: 5 });
      // Sequences: later requests see the state that earlier ones left.
      const lanes = Array.from({ length: atOnce }, (_, lane) => sample.filter((__, index) => index % atOnce === lane));
      await Promise.all([
        ...lanes.map(async (lane) => {
          for (const shot of lane) await ask(shot);
        }),
        ...bytes.map(async (each) => expect(await sendBytes(each)).toMatch(/^$|^HTTP\/1\.1 (?!5)/)),
      ]);
      const good = await app.ask('/gateway/availability?productId=12345&quantity=40');
      expect([good.status, good.text]).toEqual([200, expect.stringContaining('"kind":"reliable"')]);
    }
    process.stdout.write(
      `fuzz: seed ${seed}, ${[...counts]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}\n`,
    );
    expect(wrong).toEqual([]);
    expect(counts.get(200)).toBeGreaterThan(requestCount / 20);
  },
  60_000 + requestCount * 60,
);
