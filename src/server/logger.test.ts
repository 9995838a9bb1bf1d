import Fastify from 'fastify';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';

import { loggerOptions, logStream, requestLogger } from './logger.ts';
import { logSecurityEvent } from './security-log.ts';

const secret = 'hush-hush';

test('the most detailed log contains no query, header or credential', async () => {
  let log = '';
  const app = Fastify({
    logger: { ...loggerOptions('trace'), stream: { write: (line: string) => void (log += line) } },
  });
  app.addHook('preHandler', async (request) => {
    const failure = Object.assign(new Error('the database refused'), { parameters: [secret], args: [secret] });
    request.log.error({ err: failure, session: { token: secret, subscriptionKey: secret, cookie: secret } }, 'failed');
    throw Object.assign(new Error('refused'), { cause: Object.assign(new Error('why'), { parameters: [secret] }) });
  });
  app.get('/callback', (_request, reply) => reply.send('never'));
  await app.inject({
    url: `/callback?code=${secret}`,
    headers: { authorization: `Bearer ${secret}`, cookie: `id=${secret}`, 'ocp-apim-subscription-key': secret },
  });
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; req?: object });
  expect(lines.find((line) => line.req !== undefined)).toMatchObject({ req: { method: 'GET', path: '/callback' } });
  expect(lines.filter((line) => line.level === 50).length).toBeGreaterThan(1);
  expect(log).not.toContain(secret);
});

test('the lines of a request contain its ID, and those of the server contain none', async () => {
  let log = '';
  const app = Fastify({
    logger: { ...loggerOptions('warn'), stream: { write: (line: string) => void (log += line) } },
    genReqId: ({ url }) => url ?? '',
    childLoggerFactory: requestLogger,
  });
  app.get('/:id', (request, reply) => {
    request.log.warn({ of: 'one' }, 'first');
    setImmediate(() => {
      logSecurityEvent(request, 'refused', { status: 401 });
      request.log.error('last');
      reply.send('answered');
    });
  });
  await Promise.all(['/a', '/b'].map((url) => app.inject(url)));
  app.log.warn('of the server');
  const told = log
    .trim()
    .split('\n')
    .map((line) => {
      const { reqId = 'none', msg, of } = JSON.parse(line) as { reqId?: string; msg: string; of?: string };
      return [reqId, msg, of].join(' ');
    });
  for (const id of ['/a', '/b'])
    expect(told.filter((line) => line.startsWith(id))).toEqual([
      `${id} first one`,
      `${id} security: refused `,
      `${id} last `,
    ]);
  expect(told.at(-1)).toBe('none of the server ');
  expect(told).toHaveLength(7);
});

test('lines that cannot be written are kept and written later in order, up to a megabyte', () => {
  let room = 0;
  let written = '';
  const stream = logStream((bytes) => {
    if (room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const taken = bytes.subarray(0, Math.min(room, 7));
    room -= taken.length;
    written += taken.toString();
    return taken.length;
  });
  stream.write('first\n');
  room = 10;
  stream.write('second\n');
  expect(written).toBe('first\nseco');
  for (let count = 0; count < 30; count += 1) stream.write(`${'x'.repeat(99_999)}\n`);
  room = 10_000_000;
  stream.write('last\n');
  expect(written.startsWith('first\nsecond\nxxx')).toBe(true);
  expect(written.endsWith('x\nlast\n')).toBe(true);
  expect(written.length).toBeLessThan(1_048_576 + 20);
});

test('a log on a full disk blocks neither requests nor the stop', () => {
  const full = openSync('/dev/full', 'w');
  const serve = `
    const { default: Fastify } = await import('fastify');
    const { loggerOptions } = await import('${new URL('./logger.ts', import.meta.url)}');
    const app = Fastify({ logger: loggerOptions('info') });
    app.get('/', async () => 'answered');
    for (let count = 0; count < 3; count += 1) console.error((await app.inject('/')).body);`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', serve], {
    stdio: ['ignore', full, 'pipe'],
    timeout: 60_000,
    encoding: 'utf8',
  });
  closeSync(full);
  expect([status, stderr]).toEqual([0, 'answered\nanswered\nanswered\n']);
});
