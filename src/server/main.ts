import { fileURLToPath } from 'node:url';

import { MissingBuildError } from './dashboard.ts';
import { upstreamLimits } from '#server/gateway/upstream/upstream-limits.ts';
import { ImportError } from '#server/import/csv-records.ts';
import { StoreError } from '#server/store/stock-store.ts';

import { ConfigError, readConfig } from './config.ts';
import { ListenError, startServer } from './start-server.ts';

/** Requests that take longer than this to finish are cut off when the server stops: no question to an upstream does. */
const longestFinishMilliseconds = upstreamLimits.wholeQuestion + 2_000;

// What can't be said to who starts it, for want of room where that goes, keeps nothing from starting.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  const config = readConfig(process.env);
  const server = await startServer(config, root, (line) => process.stdout.write(`${line}\n`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(1), config.drainSeconds * 1000 + longestFinishMilliseconds).unref();
      void server.close().then(() => process.exit(0));
    });
} catch (error) {
  const foreseen = [ConfigError, MissingBuildError, StoreError, ImportError, ListenError];
  const known = foreseen.some((kind) => error instanceof kind);
  if (!known) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
