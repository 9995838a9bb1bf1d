import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { type Dispatcher, Pool } from 'undici';
import { build } from 'vite';

import type { Config } from '#server/config.ts';
import { readSecrets } from '#server/secrets.ts';
import { signToken } from '#server/service/access-token.ts';

const connections = 16;

/** Access token for a server with these settings, valid for two hours. */
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

let built: Promise<string> | undefined;

/**
 * Builds the servers like the product's own. Run from source, tsx would add a name to each function created in a
 * request, which costs a tenth of the request.
 * @returns path of the program
 */
async function buildContenders(): Promise<string> {
  const root = import.meta.dirname;
  const outDir = join(root, '.cache');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ssr: { external: true },
    build: { ssr: 'service-contender.ts', outDir, target: 'node20', minify: false },
  });
  return join(outDir, 'service-contender.js');
}

export interface Contender {
  ask: (asking: Asking) => Promise<string>;
  cpuSeconds: () => Promise<number>;
  stop: () => Promise<void>;
}

/**
 * Starts a server of `service-contender.ts`.
 * @param words kind, data folder and number of products
 * @param more headers for every request
 */
export async function startContender(
  words: readonly [kind: string, folder: string, productCount: string],
  more: Record<string, string>,
  env: Record<string, string> = {},
): Promise<Contender> {
  const execArgv = process.env.BENCH_FLAGS?.split(' ') ?? [];
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  built ??= buildContenders();
  const child = fork(await built, words, {
    execArgv,
    stdio: [...stdio],
    env: { ...process.env, ...env },
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${words[0]} ended before it listened.`)));
  const [{ port }] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number }];
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

/** Requests per second of the server's processor time. */
export async function rate({ ask, cpuSeconds }: Contender, count: number, next: () => Asking): Promise<number> {
  const before = await cpuSeconds();
  let left = count;
  const client = async () => {
    while (left-- > 0) await ask(next());
  };
  await Promise.all(Array.from({ length: connections }, client));
  return count / ((await cpuSeconds()) - before);
}
