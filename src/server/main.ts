import { fileURLToPath } from 'node:url';

import { MissingBuildError } from './dashboard.ts';
import { upstreamLimits } from '#server/upstream/upstream-limits.ts';
import { ImportError } from '#server/import/csv-records.ts';
import { StoreError } from '#server/store/stock-store.ts';

import { ConfigError, readConfig } from './config.ts';
import { ListenError, startServer } from './start-server.ts';

/** Milliseconds that requests get to finish when the server stops. No upstream request takes longer. */
const finishTimeout = upstreamLimits.requestTimeout + 2_000;

// A failed write to standard output or error, for example to a full disk, must not prevent the start.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  const config = readConfig(process.env);
  const server = await startServer(config, root, (line) => process.stdout.write(`${line}\n`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(1), config.drainSeconds * 1000 + finishTimeout).unref();
      void server.close().then(() => process.exit(0));
    });
} catch (error) {
  const expectedErrors = [ConfigError, MissingBuildError, StoreError, ImportError, ListenError];
  const known = expectedErrors.some((kind) => error instanceof kind);
  if (!known) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
