import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { expectBadRequest, type RunningService, sendRaw, type RawRequest } from './running-service.fixture.ts';
import { runSampleService } from './stock.sample.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runSampleService();
});
afterAll(() => service.close());

const send = (path: string, sent?: RawRequest) => sendRaw(service, path, sent);

describe('a quantity in a query', () => {
  test.each([
    '',
    '0',
    '0.0',
    '-1',
    '+5',
    '%2B5',
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    'NaN',
    'Infinity',
    'null',
    'true',
    '1_000',
    '1,5',
    '1%2C000',
    '%205',
    '5%20',
    '+',
    '.5',
    '5.',
    '1..5',
    '1.5.1',
    '--1',
    '%D9%A5',
    '%EF%BC%95',
    '5%00',
    '%00',
    '5%0A',
    '1000000000.001',
    '1000000001',
    '99999999999999999999',
    '1e400',
    '9'.repeat(400),
    `0.${'0'.repeat(400)}1`,
    '%',
    '%zz',
    '%C3%28',
    '5%',
    '[5]',
    '{}',
    '5;6',
  ])('is rejected as %j', async (quantity) => {
    expectBadRequest(await send(`/stock/12345?quantity=${quantity}`), ['quantity']);
    expectBadRequest(await send(`/stock/12345/calendar?quantity=${quantity}`), ['quantity']);
  });

  test('is rejected in non-ASCII bytes', async () => {
    expectBadRequest(await send(`/stock/12345?quantity=${Buffer.from('٥').toString('latin1')}`), ['request']);
  });

  test.each(['1', '0001', '1.0', '0.001', '0.0000001', '40.5000', '40.500', '%31'])(
    'is accepted as %j',
    async (quantity) => {
      expect(await send(`/stock/12345?quantity=${quantity}`)).toMatchObject({ status: 200 });
    },
  );
});

describe('a product id in a path', () => {
  test.each([
    'abc',
    '0',
    '007',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    'NaN',
    '%20',
    '1%20',
    '%2012345',
    '2147483648',
    '99999999999999999999',
    '%D9%A5',
    '12345%00',
    '12345;quantity=1',
    '12345%2Fcalendar',
    '12345%3Fquantity=1',
    '__proto__',
    'constructor',
    'Calendar',
    'calendars',
    '12345,12346',
    '',
    '*',
  ])('is rejected as %j', async (productId) => {
    expectBadRequest(await send(`/stock/${productId}`), ['productId']);
    expectBadRequest(await send(`/stock/${productId}/calendar`), ['productId']);
  });

  test('is accepted percent-encoded', async () => {
    expect(await send('/stock/%312345')).toMatchObject({ status: 200 });
  });

  test.each(['%', '%zz', '%C3%28', '%FF'])(
    'is rejected as %j, which is invalid percent-encoding',
    async (productId) => {
      expectBadRequest(await send(`/stock/${productId}`), ['path']);
    },
  );

  test('is rejected together with all other errors', async () => {
    expectBadRequest(await send('/stock/abc?quantity=-1&x=1'), ['productId', 'x', 'quantity']);
  });
});

describe('a query', () => {
  test.each([
    ['/stock/12345?x=1', ['x']],
    ['/stock/12345?Quantity=1', ['Quantity']],
    ['/stock/12345?quantity=1&quantity=1', ['quantity']],
    ['/stock/12345?quantity=1&%71uantity=2', ['quantity']],
    ['/stock/12345?quantity[]=1', ['quantity[]']],
    ['/stock/12345?quantity', ['quantity']],
    ['/stock/12345?quantity=1&', ['query']],
    ['/stock/12345?&&', ['query']],
    ['/stock/12345?=1', ['query']],
    ['/stock/12345?__proto__=1', ['__proto__']],
    ['/stock/12345?constructor=1&toString=2', ['constructor', 'toString']],
    ['/stock/12345?includeMaxLeadTime=true', ['includeMaxLeadTime']],
    ['/stock/12345?quantity=1?quantity=2', ['quantity']],
    ['/stock/12345#x', ['x']],
    ['/stock/12345?%zz=1', ['%zz']],
    ['/stock/12345/calendar?page=1', ['page']],
    ['/stock/12345/calendar?includeMaxLeadTime=', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=1', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=TRUE', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=yes', ['includeMaxLeadTime']],
    ['/stock/12345/calendar?includeMaxLeadTime=true%00', ['includeMaxLeadTime']],
    ['/stock/calendar?quantity=1', ['quantity']],
    ['/stock/calendar?page=0', ['page']],
    ['/stock/calendar?page=01', ['page']],
    ['/stock/calendar?page=1.0', ['page']],
    ['/stock/calendar?page=-1', ['page']],
    ['/stock/calendar?page=1e3', ['page']],
    ['/stock/calendar?page=2147483648', ['page']],
    ['/stock/calendar?pageSize=0', ['pageSize']],
    ['/stock/calendar?pageSize=501', ['pageSize']],
    ['/stock/calendar?pagesize=5', ['pagesize']],
    ['/stock/calendar?filter=', ['filter']],
    ['/stock/calendar?filter=12345', ['filter']],
    ['/stock/calendar?filter=productid.in(1-5)', ['filter']],
    ['/stock/calendar?filter=company.eq.BRU', ['filter']],
    ['/stock/calendar?filter=productid.eq.any(1,2&includeMaxLeadTime=true', ['filter']],
    ['/stock/calendar?filter=productid.eq.1&filter=productid.eq.2', ['filter']],
    [
      '/stock/calendar?page=x&pageSize=x&filter=x&includeMaxLeadTime=x&x=x',
      ['x', 'page', 'pageSize', 'filter', 'includeMaxLeadTime'],
    ],
  ])('is rejected in %s', async (path, paths) => {
    expectBadRequest(await send(path), paths);
    if (path.startsWith('/stock/calendar')) expectBadRequest(await send(path, { method: 'POST' }), paths);
  });

  test('is rejected with a long name shortened', async () => {
    const { problem } = await send(`/stock/12345?${'x'.repeat(5000)}=1`);
    expect(problem?.errors?.[0]?.path).toHaveLength(61);
  });

  test('may be empty', async () => {
    expect(await send('/stock/12345?')).toMatchObject({ status: 200 });
  });
});
