import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { portOf } from './servers.ts';

/** A server that one file of tests starts for itself. */
export interface StartedServer {
  url: string;
  /** All that it has written to its outputs. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Starts the built server with settings of its own.
 * @param place which of the ports it takes
 * @param contents as `serve.ts` has it
 */
export async function startServer(
  place: number,
  contents: 'fixture' | 'damaged' | 'catalogue' | 'many',
  env: Record<string, string> = {},
): Promise<StartedServer> {
  const port = portOf(place);
  const words = ['node_modules/tsx/dist/cli.mjs', 'e2e/serve.ts', String(port), contents];
  const server = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const output of [server.stdout, server.stderr]) output.on('data', (chunk: Buffer) => (log += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isListening(url))) {
    if (server.exitCode !== null) throw new Error(`The server did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    log: () => log,
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

/** Healthy or not: a server listens once it has seen to its store. */
async function isListening(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/healthz`);
    return true;
  } catch {
    return false;
  }
}
