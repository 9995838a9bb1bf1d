import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { StoreLocation } from '#server/store/stock-store.ts';
import { makeTemporaryLocation, settingsFor, writeTo } from '#server/store/temporary-store.fixture.ts';

import { readConfig } from './config.ts';
import { startServer, type RunningServer } from './start-server.ts';

/** Starts servers over one temporary store and a one-page dashboard, for tests. */
export interface ServerStarter {
  /** Program folder. */
  root: string;
  location: StoreLocation;
  /** Lines printed for the administrator so far. */
  lines: string[];
  start(env?: Record<string, string>): Promise<RunningServer>;
  /** Marks the store as holding imported data, without any rows. */
  importRealData(): Promise<void>;
  /** Stops every server and deletes all temporary files. */
  close(): Promise<void>;
}

export async function serverStarter(): Promise<ServerStarter> {
  const root = await mkdtemp(join(tmpdir(), 'start-server-'));
  await mkdir(join(root, 'dist', 'client', '.vite'), { recursive: true });
  await writeFile(join(root, 'dist', 'client', '.vite', 'manifest.json'), '{}');
  await writeFile(join(root, 'dist', 'client', '.vite', 'pages.json'), '{}');
  await writeFile(join(root, 'dist', 'client', 'index.html'), '<head><meta name="csp-nonce" content="" /></head>');
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.3" }');
  const { location, remove } = await makeTemporaryLocation();
  // SQLite needs only DATA_DIR, which `settingsFor` sets to the store's folder.
  const shared = { DATA_DIR: join(root, 'data'), SESSION_SECRET: 'a secret of the tests that is long enough' };
  const settings = { ...(location.kind === 'postgres' && shared), ...settingsFor(location) };
  const running: RunningServer[] = [];
  const lines: string[] = [];
  return {
    root,
    location,
    lines,
    start: async (env = {}) => {
      const server = await startServer(readConfig({ PORT: '0', ...settings, ...env }), root, (line) =>
        lines.push(line),
      );
      running.push(server);
      return server;
    },
    importRealData: () => writeTo(location, { contents: 'real' }),
    close: async () => {
      await Promise.all(running.map((server) => server.close()));
      await remove();
      await rm(root, { recursive: true });
    },
  };
}
