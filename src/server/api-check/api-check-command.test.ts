import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ApiCheck, countResults } from '#stock/contract/api-check.ts';
import type { RunningService } from '#server/service/running-service.fixture.ts';
import { runSampleService } from '#server/service/stock.sample.ts';

let service: RunningService;
let misdated: Server;
let token: string;
beforeAll(async () => {
  service = await runSampleService();
  token = service.headers['Authorization']?.replace('Bearer ', '') ?? '';
  misdated = await proxyThatShiftsDates(service);
});
afterAll(async () => {
  misdated.close();
  await service.close();
});

/** A proxy that shifts every `stockDate` of §4.2 by one day. */
async function proxyThatShiftsDates({ port }: RunningService): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
      const body = request.method === 'POST' ? await text(request) : null;
      const received = await fetch(`http://127.0.0.1:${port}${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        body,
      });
      const said = await received.text();
      response.writeHead(received.status, { 'content-type': received.headers.get('content-type') ?? '' });
      response.end(
        /stock\/\d+\?/.test(request.url ?? '')
          ? said.replaceAll('"stockDate":"2027-03-17"', '"stockDate":"2027-03-18"')
          : said,
      );
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function run(words: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'src/server/api-check/api-check-command.ts', ...words],
    { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(out + err).not.toContain(token);
  expect(out + err).not.toContain('second-key');
  return { out, err, code: code as number };
}

const credentials = () => ({ STOCK_UPSTREAM_TOKEN: token, STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'second-key' });

test('all passed: prints a plain report and exits with 0', async () => {
  const { out, err, code } = await run(['--base-url', service.baseUrl, '--token', token, '--key', 'second-key']);
  expect(err).toBe('');
  expect(out).toMatch(/^API check of http:\/\/127\.0\.0\.1:\d+\/api, /);
  expect(out).toMatch(/\d+ passed, 0 failed, \d+ not specified, 0 not tested\.\n$/);
  expect(out).not.toContain('\u001b');
  expect(code).toBe(0);
});

test('one failed: prints the report as JSON and exits with 1', async () => {
  const { port } = misdated.address() as AddressInfo;
  const { out, code } = await run(
    ['--base-url', `http://127.0.0.1:${port}/api`, '--products', '12345,777', '--json'],
    credentials(),
  );
  const check = ApiCheck.parse(JSON.parse(out));
  expect(countResults(check).failed).toBe(1);
  expect(check.requirements.find(({ result }) => result === 'failed')).toMatchObject({
    id: 'item-unix',
    section: '2.2',
  });
  expect(code).toBe(1);
});

test('rejected credentials: prints the reason and exits with 2', async () => {
  const { out, code } = await run(['--base-url', service.baseUrl], {
    ...credentials(),
    STOCK_UPSTREAM_SUBSCRIPTION_KEY: 'another-key',
  });
  expect(out).toContain('does not accept the access token or the subscription key: it returns 401');
  expect(out).not.toContain('another-key');
  expect(code).toBe(2);
});

test('invalid options: prints the usage and exits with 2', async () => {
  const { out, err, code } = await run([], credentials());
  expect(out).toBe('');
  expect(err).toMatch(/^Say where the service is: --base-url URL.*\n\nnpm run api-check/);
  expect(code).toBe(2);
});

test('help: prints the usage and exits with 0', async () => {
  const { out, code } = await run(['--help']);
  expect(out).toMatch(/^npm run api-check -- --base-url URL .*STOCK_UPSTREAM_TOKEN.*Exit code/s);
  expect(code).toBe(0);
});

test("npm doesn't print credentials passed as options", async () => {
  const words = ['--base-url', 'http://127.0.0.1:1/api', '--token', 'the-secret-token', '--key', 'the-secret-key'];
  const { npm_config_loglevel: _outer, ...env } = process.env;
  const child = spawn('npm', ['run', 'api-check', '--', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(out + err).not.toMatch(/the-secret/);
  expect(out).toContain('No response');
  expect(code).toBe(2);
}, 300_000);
