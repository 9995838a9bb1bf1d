import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { portOf, type ServerMessage } from './servers.ts';

/** A server started by one test file for its own use. */
export interface StartedServer {
  url: string;
  /** Returns everything written to stdout and stderr so far. */
  log(): string;
  /** Sets its clock, or imports stock. */
  tell(message: ServerMessage): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built server with the given settings, and waits until it listens.
 * @param place index of its port, see {@link portOf}
 * @param contents data set, as in `serve.ts`
 * @throws if the server exits before it listens
 */
export async function startServer(
  place: number,
  contents: 'fixture' | 'damaged' | 'empty' | 'catalogue' | 'many',
  env: Record<string, string> = {},
): Promise<StartedServer> {
  const port = portOf(place);
  const words = ['--import', 'tsx', 'e2e/serve.ts', String(port), contents];
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  const server = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: [...stdio] });
  let log = '';
  for (const output of [server.stdout, server.stderr]) output?.on('data', (chunk: Buffer) => (log += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isListening(url))) {
    if (server.exitCode !== null) throw new Error(`The server did not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    log: () => log,
    tell: async (message) => {
      server.send(message);
      await once(server, 'message');
    },
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

/** Whether the server listens, healthy or not. It listens once its store is open or found damaged. */
async function isListening(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/healthz`);
    return true;
  } catch {
    return false;
  }
}
