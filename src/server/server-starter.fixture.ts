import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { StoreLocation } from '#server/store/stock-store.ts';
import { makeTemporaryLocation, settingsFor, writeTo } from '#server/store/temporary-store.fixture.ts';

import { readConfig } from './config.ts';
import { startServer, type RunningServer } from './start-server.ts';

/** Starts servers over one store of their own and a dashboard of one page, for tests. */
export interface ServerStarter {
  /** The folder of the program. */
  root: string;
  location: StoreLocation;
  /** What the servers have told the person who starts them. */
  said: string[];
  start(env?: Record<string, string>): Promise<RunningServer>;
  /** Puts data of their own into the store, though none of it. */
  holdRealData(): Promise<void>;
  /** Stops every server, and leaves nothing behind. */
  close(): Promise<void>;
}

export async function serverStarter(): Promise<ServerStarter> {
  const root = await mkdtemp(join(tmpdir(), 'start-server-'));
  await mkdir(join(root, 'dist', 'client', '.vite'), { recursive: true });
  await writeFile(join(root, 'dist', 'client', '.vite', 'manifest.json'), '{}');
  await writeFile(join(root, 'dist', 'client', 'index.html'), '<head><meta name="csp-nonce" content="" /></head>');
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.3" }');
  const { location, remove } = await makeTemporaryLocation();
  // What lies in DATA_DIR is enough where one machine has it all.
  const shared = { DATA_DIR: join(root, 'data'), SESSION_SECRET: 'a secret of the tests that is long enough' };
  const settings = { ...(location.kind === 'postgres' && shared), ...settingsFor(location) };
  const running: RunningServer[] = [];
  const said: string[] = [];
  return {
    root,
    location,
    said,
    start: async (env = {}) => {
      const server = await startServer(readConfig({ PORT: '0', ...settings, ...env }), root, (line) => said.push(line));
      running.push(server);
      return server;
    },
    holdRealData: async () => void (await writeTo(location, { contents: 'real' })),
    close: async () => {
      await Promise.all(running.map((server) => server.close()));
      await remove();
      await rm(root, { recursive: true });
    },
  };
}
