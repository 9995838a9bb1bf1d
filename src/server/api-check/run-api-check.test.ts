import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { type ApiCheck, ApiCheck as ApiCheckSchema } from '#stock/contract/api-check.ts';
import type { RunningService } from '#server/service/running-service.fixture.ts';
import { runSampleService } from '#server/service/stock.sample.ts';

import { withDefect, defects, type Defect } from './broken-service.fake.ts';
import { runApiCheck, type CheckOptions } from './run-api-check.ts';
import { exampleService } from './example-service.fake.ts';
import { httpProbe, ProbeFailure, type SendProbe } from './probe.ts';

const now = new Date('2026-11-21T12:00:00Z');

let service: RunningService;
let token: string;
let send: SendProbe;
beforeAll(async () => {
  service = await runSampleService();
  token = service.headers['Authorization']?.replace('Bearer ', '') ?? '';
  send = httpProbe(service.baseUrl, { token, subscriptionKey: 'first-key' });
});
afterAll(() => service.close());

function check(options: Partial<CheckOptions> = {}): Promise<ApiCheck> {
  return runApiCheck({ send, productIds: [], secrets: [token, 'first-key'], now, ...options });
}

/** A local address where no server listens. */
async function deserted(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

const idsOf = (result: string, { requirements }: ApiCheck) =>
  requirements.filter((requirement) => requirement.result === result).map(({ id }) => id);

describe('the embedded service', () => {
  it.each([[[]], [[12_345, 777, 999]], [[12_345, 404_404]]])(
    'meets the specification when checked with %j',
    async (productIds) => {
      const report = await check({ productIds });
      expect(report).toEqual(ApiCheckSchema.parse(report));
      expect(report.stopped).toBeNull();
      expect(idsOf('failed', report)).toEqual([]);
      expect(idsOf('passed', report).length).toBeGreaterThan(30);
      expect(report.requests).toBeLessThanOrEqual(14);
    },
  );

  it('leaves nothing untested if the products have all the data', async () => {
    expect(idsOf('not-tested', await check())).toEqual([]);
  });

  it('is checked in the order of the specification, with unique IDs', async () => {
    const { requirements } = await check();
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    expect(requirements.map(({ section }) => section)).toEqual(requirements.map(({ section }) => section).toSorted());
  });

  it('has an observation for every open point', async () => {
    const { requirements } = await check();
    const open = requirements.filter(({ result }) => result === 'not-specified');
    expect(open.length).toBeGreaterThan(8);
    expect(open.filter(({ observed }) => observed === null)).toEqual([]);
  });
});

describe("a service that responds like the specification's examples", () => {
  it('breaks nothing; the rest is not tested', async () => {
    const report = await check({ send: exampleService });
    expect(report.stopped).toBeNull();
    expect(idsOf('failed', report)).toEqual([]);
    expect(idsOf('not-tested', report)).toEqual(expect.arrayContaining(['stock-agrees', 'search-max-lead-time']));
  });
});

describe('a service with a single defect', () => {
  it.each<[string, Defect]>(Object.entries(defects))('%s', async (_name, each) => {
    const report = await check({ send: withDefect(send, each) });
    expect(new Set(idsOf('failed', report))).toEqual(new Set(each.failed));
    for (const { findings } of report.requirements.filter(({ result }) => result === 'failed')) {
      expect(findings.length).toBeGreaterThan(0);
      expect(
        findings.every(({ request, path, got }) => /^(?:GET|POST) \//.test(request) && path !== '' && got !== ''),
      ).toBe(true);
    }
    expect(JSON.stringify(report)).not.toContain(token);
  });

  test('every requirement fails by one of the defects', async () => {
    const named = new Set(Object.values(defects).flatMap(({ failed }) => failed));
    expect(idsOf('passed', await check()).filter((id) => !named.has(id))).toEqual([]);
  });
});

describe('a service that cannot be checked', () => {
  it('is down', async () => {
    const report = await check({ send: httpProbe(await deserted(), { token, subscriptionKey: 'first-key' }) });
    expect(report.stopped).toEqual({ reason: 'unreachable', sentence: expect.stringContaining('refused') as string });
    expect(idsOf('failed', report)).toEqual([]);
    expect(report.requests).toBe(1);
  });

  it('goes down during the check', async () => {
    let requested = 0;
    const report = await check({
      send: (request, signal) => {
        if (++requested > 3)
          throw new ProbeFailure('The service closed the connection before its response was complete.');
        return send(request, signal);
      },
    });
    expect(report.stopped?.reason).toBe('unreachable');
    expect(report.requests).toBe(5);
    expect(idsOf('passed', report)).toContain('one-calendar-succeeds');
  });

  it('rejects the credentials', async () => {
    const report = await check({
      send: httpProbe(service.baseUrl, { token: `${token}x`, subscriptionKey: 'first-key' }),
    });
    expect(report.stopped?.reason).toBe('credentials');
    expect(idsOf('failed', report)).toEqual([]);
    expect(report.requests).toBe(1);
  });

  it('knows none of the products', async () => {
    expect((await check({ productIds: [404_404] })).stopped?.reason).toBe('no-products');
  });

  it.each([302, 404, 500])('responds with %d and names no product', async (status) => {
    const report = await check({ send: async () => ({ status, headers: {}, body: '' }) });
    expect(report.stopped).toMatchObject({
      reason: 'no-products',
      sentence: expect.stringContaining(`returns ${status} to`) as string,
    });
  });

  it('requests a longer pause than the check waits', async () => {
    const busy = { status: 429, headers: { 'retry-after': '3600' }, body: '' };
    const report = await check({ send: async () => busy });
    expect(report.stopped).toMatchObject({ reason: 'busy', sentence: expect.stringContaining('3600') as string });
  });

  it('is no longer checked when the caller aborts', async () => {
    await expect(check({ signal: AbortSignal.abort(new Error('hung up')) })).rejects.toThrow('hung up');
  });
});

test('waits for the requested pause and retries', async () => {
  const waits: number[] = [];
  let refusals = 2;
  const report = await check({
    wait: async (seconds) => void waits.push(seconds),
    send: async (request, signal) =>
      refusals-- > 0 ? { status: 429, headers: { 'retry-after': '7' }, body: '' } : send(request, signal),
  });
  expect(waits).toEqual([7, 7]);
  expect(idsOf('failed', report)).toEqual([]);
  expect(report.requests).toBe(16);
});

test('hides credentials that the service repeats', async () => {
  const report = await check({
    send: async (request, signal) => {
      const response = await send(request, signal);
      const status = request.path === '/stock' ? 500 : response.status;
      return status === 500
        ? { ...response, status, body: `{"message":"Bearer ${token} and \\u0066irst-key"}` }
        : response;
    },
  });
  expect(idsOf('failed', report)).toEqual(['several-succeeds']);
  expect(JSON.stringify(report)).toContain('Bearer [hidden] and [hidden]');
  expect(JSON.stringify(report)).not.toContain(token);
});

test('limits the deviations of one response, and yields to other requests', async () => {
  const wrong = { results: Array.from({ length: 10_000 }, (_, at) => (at % 2 === 0 ? {} : { item: {} })) };
  const headers = { 'content-type': 'application/json' };
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const report = await check({ send: async () => ({ status: 200, headers, body: JSON.stringify(wrong) }) });
  clearInterval(others);
  const observed = report.requirements.map((requirement) => requirement.observed);
  expect(observed).toContain('And at least 990 more of the kind.');
  expect(observed).toContain('And at least 991 more of the kind.');
  expect(turns).toBeGreaterThan(5);
});
