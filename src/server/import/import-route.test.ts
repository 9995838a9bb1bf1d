import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ImportEvent } from '#stock/contract/stock-import.ts';
import { type AppResponse, cookieOf, runApp, type RunningApp } from '#server/running-app.fixture.ts';
import { signToken } from '#server/service/access-token.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.close());

const csv = (...rows: string[]) => ['productId,stockDate,stockQuantity', ...rows, ''].join('\n');
const send = (query: string, body: string, headers: Record<string, string> = {}) =>
  app.ask(`/gateway/import?${query}`, { method: 'POST', body, headers: { 'Content-Type': 'text/csv', ...headers } });
const eventsIn = ({ text }: AppResponse) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ImportEvent.parse(JSON.parse(line)));
const endOf = (response: AppResponse) => eventsIn(response).at(-1);
const availabilityOf = async (productId: number) =>
  (await app.ask(`/gateway/availability?productId=${productId}&quantity=5`)).text;

describe('the local user', () => {
  it('imports stock, which is served at once, and keeps what the file does not name', async () => {
    const response = await send('kind=stock', csv('777,2020-01-01,12.5', '777,2020-01-01,12.5'));
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toContain('application/x-ndjson');
    expect(endOf(response)).toMatchObject({
      kind: 'imported',
      committed: true,
      file: { kind: 'stock', imported: 1, repeated: 1, rejected: 0, rejectedRows: null },
    });
    expect(await availabilityOf(777)).toContain('"kind":"in-stock"');
  });

  it('imports products', async () => {
    const response = await send('kind=products', 'productId,name,sku,unit\n777,Loden,LO-7,m\n');
    expect(endOf(response)).toMatchObject({ committed: true, file: { kind: 'products', imported: 1 } });
    expect(await availabilityOf(777)).toContain('Loden');
  });

  it('gets the report of the command: rejected rows with reasons and advice, and nothing is written', async () => {
    const end = endOf(await send('kind=stock', csv('778,24.11.2026,5', '779,2026-11-24,6')));
    expect(end).toMatchObject({
      kind: 'imported',
      committed: false,
      file: { rejected: 1, firstRejected: [{ line: 2, text: '778,24.11.2026,5' }] },
    });
    if (end?.kind !== 'imported') return;
    expect(end.file.advice.join()).toContain('dd.mm.yyyy');
    expect(end.file.rejectedRows).toContain('778,24.11.2026,5');
    expect(await availabilityOf(779)).not.toContain('"kind":"in-stock"');
  });

  it('reads the file as the options say', async () => {
    const end = endOf(
      await send('kind=stock&dates=dd.mm.yyyy&decimal=,', csv('780;24.11.2020;5,5').replaceAll(',stock', ';stock')),
    );
    expect(end).toMatchObject({ committed: true, file: { imported: 1, rejected: 0 } });
    const kept = endOf(await send('kind=stock&keepGoing=true', csv('781,2020-01-01,5', '782,soon,5')));
    expect(kept).toMatchObject({ committed: true, file: { imported: 1, rejected: 1 } });
  });

  it('is told why a file cannot be read, without a path of the server', async () => {
    const end = endOf(await send('kind=stock', 'a,b\n1,2\n'));
    expect(end).toMatchObject({ kind: 'failed', message: expect.stringMatching(/^The file /) as string });
    expect(JSON.stringify(end)).not.toMatch(/tmp|stock-horizon-import/);
  });

  it('replaces all stock only if asked to', async () => {
    expect(endOf(await send('kind=stock&replace=true', csv('790,2020-01-01,5')))).toMatchObject({ committed: true });
    expect(await availabilityOf(777)).not.toContain('"kind":"in-stock"');
    expect(await availabilityOf(790)).toContain('"kind":"in-stock"');
  });

  it.each([
    ['', 400],
    ['kind=orders', 400],
    ['kind=stock&dates=often', 400],
    ['kind=stock&decimal=;', 400],
    ['kind=stock&path=/etc/passwd', 400],
  ])('%s is answered by %i', async (query, status) => {
    expect((await send(query, csv('791,2020-01-01,5'))).status).toBe(status);
  });

  it('sends too large a file in vain, before it is read', async () => {
    const response = await send('kind=stock', '', { 'Content-Length': String(600 * 1024 ** 2), Connection: 'close' });
    expect(response.status).toBe(413);
  });
});

it('waits for a file that arrives slowly, but for no other request', async () => {
  const hasty = await runApp({}, { requestTimeout: 200 });
  try {
    const send = async (path: string, length: number, [first = '', ...others]: string[]) => {
      const socket = connect(hasty.port, '127.0.0.1');
      const head = `Host: localhost\r\nOrigin: http://localhost\r\nContent-Length: ${length}\r\nConnection: close`;
      socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\n\r\n${first}`);
      for (const part of others) {
        await wait(700);
        socket.write(part);
      }
      return text(socket);
    };
    const rows = [csv(), '794,2020-01-01,', '5\n'];
    const [imported, checked] = await Promise.all([
      send('/gateway/import?kind=stock', rows.join('').length, rows),
      send('/gateway/order-check', 20, ['{']),
    ]);
    expect(imported).toMatch(/^HTTP\/1\.1 200 /);
    expect(imported).toContain('"committed":true');
    expect(checked).toMatch(/^HTTP\/1\.1 408 /);
  } finally {
    await hasty.close();
  }
});

it('refuses a user with credentials, who is no administrator', async () => {
  const token = await signToken(app.secrets.jwtSecret ?? '', {
    subject: 'rep',
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
    market: { company: 'LIL', salesOrganization: '31', territoryId: 'FR_NO' },
  });
  const body = { token, subscriptionKey: app.secrets.subscriptionKeys[0] ?? '' };
  const signedIn = await app.ask('/gateway/session', { method: 'POST', body });
  expect(JSON.parse(signedIn.text)).toMatchObject({ by: 'credentials', isAdministrator: false });
  const response = await send('kind=stock', csv('792,2020-01-01,5'), { Cookie: cookieOf(signedIn) ?? '' });
  expect(response.status).toBe(403);
});

it('refuses everybody that is not signed in', async () => {
  const signedOut = await app.ask('/gateway/session?everywhere=false', { method: 'DELETE' });
  const cookie = (signedOut.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
  expect((await send('kind=stock', csv('793,2020-01-01,5'), { Cookie: cookie })).status).toBe(401);
});
