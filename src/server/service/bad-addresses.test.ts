import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type RunningService, sendRaw, type RawRequest } from './running-service.fixture.ts';
import { runSampleService } from './stock.sample.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runSampleService();
});
afterAll(() => service.close());

const send = (path: string, sent?: RawRequest) => sendRaw(service, path, sent);

describe('an address', () => {
  test.each([
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/stocks'],
    ['GET', '/stock/12345/'],
    ['GET', '/stock/12345/calendar/'],
    ['GET', '//stock/12345'],
    ['GET', '/STOCK/12345'],
    ['GET', '/stock/12345/Calendar'],
    ['GET', '/v1/stock/12345'],
    ['POST', '/nothing'],
    ['GET', '/openapi.yaml'],
    ['GET', '/stock/../openapi'],
  ])('that does not exist is rejected: %s %s', async (method, path) => {
    const { status, problem } = await send(path, { method, ...(method === 'POST' && { body: 'x' }) });
    expect({ status, type: problem?.type }).toEqual({ status: 404, type: 'urn:stock-horizon:problem:not-found' });
  });

  test.each([
    ['GET', '/stock', 'POST'],
    ['PUT', '/stock', 'POST'],
    ['POST', '/stock/12345', 'GET, HEAD'],
    ['DELETE', '/stock/12345', 'GET, HEAD'],
    ['OPTIONS', '/stock/12345', 'GET, HEAD'],
    ['PROPFIND', '/stock/12345', 'GET, HEAD'],
    ['POST', '/stock/12345/calendar?x=1', 'GET, HEAD'],
    ['PATCH', '/stock/calendar', 'GET, HEAD, POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('without the method is rejected: %s %s', async (method, path, allowed) => {
    const { status, headers, problem } = await send(path, {
      method,
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: allowed });
    expect(problem).toMatchObject({
      type: 'urn:stock-horizon:problem:method-not-allowed',
      instance: `/api${path.split('?')[0]}`,
    });
  });

  test.each(['/stock/12345', '/stock/12345/calendar', '/stock/calendar', '/openapi.json'])(
    'accepts HEAD: %s',
    async (path) => {
      expect(await send(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    },
  );

  test('with an overlong segment is rejected', async () => {
    const { status, problem } = await send(`/stock/${'1'.repeat(2000)}`);
    expect(status).toBe(400);
    expect(problem?.errors).toHaveLength(1);
  });
});
