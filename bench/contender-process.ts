import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { type Dispatcher, Pool } from 'undici';

import type { Config } from '#server/config.ts';
import { readSecrets } from '#server/secrets.ts';
import { signToken } from '#server/service/access-token.ts';

const connections = 16;

/** What a server with these settings lets in for two hours. */
export async function credentialHeaders(config: Config): Promise<Record<string, string>> {
  const { jwtSecret, subscriptionKeys } = await readSecrets(config);
  const expiresAt = Date.now() / 1000 + 7200;
  return {
    authorization: `Bearer ${await signToken(jwtSecret ?? '', { subject: 'bench', expiresAt })}`,
    'ocp-apim-subscription-key': subscriptionKeys[0] ?? '',
    'api-version': 'v1',
  };
}

export type Asking = Pick<Dispatcher.RequestOptions, 'method' | 'path'> & { body?: string };

export interface Contender {
  ask: (asking: Asking) => Promise<string>;
  cpuSeconds: () => Promise<number>;
  stop: () => Promise<void>;
}

/**
 * Starts one of the servers of `service-contender.ts`.
 * @param words its kind, its folder and how many products there are
 * @param more headers of every request
 */
export async function startContender(
  words: readonly [kind: string, folder: string, productCount: string],
  more: Record<string, string>,
  env: Record<string, string> = {},
): Promise<Contender> {
  const execArgv = ['--import', 'tsx', ...(process.env.BENCH_FLAGS?.split(' ') ?? [])];
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const child = fork(join(import.meta.dirname, 'service-contender.ts'), words, {
    execArgv,
    stdio: [...stdio],
    env: { ...process.env, ...env },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  return {
    ask: async ({ method, path, body }) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await pool.request({ method, path, headers: { ...more, ...type }, body: body ?? null });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${words[0]} answered ${answer.statusCode}: ${text}`);
      return text;
    },
    cpuSeconds: async () => {
      child.send('cpu');
      const [{ cpuSeconds }] = (await once(child, 'message')) as [{ cpuSeconds: number }];
      return cpuSeconds;
    },
    stop: async () => {
      await pool.close();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Requests a second of the server's processor time. */
export async function rate({ ask, cpuSeconds }: Contender, count: number, next: () => Asking): Promise<number> {
  const before = await cpuSeconds();
  let left = count;
  const client = async () => {
    while (left-- > 0) await ask(next());
  };
  await Promise.all(Array.from({ length: connections }, client));
  return count / ((await cpuSeconds()) - before);
}
