import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { loggerOptions } from './logger.ts';

const secret = 'hush-hush';

test('a log of everything holds no query, header or credential', async () => {
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
