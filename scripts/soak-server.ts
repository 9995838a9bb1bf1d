// Runs the service on PostgreSQL and a gateway to an upstream in a child process. The parent sends the settings and
// requests memory usage by message.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { upstreamLimits } from '#server/upstream/upstream-limits.ts';
import { loggerOptions } from '#server/logger.ts';
import { readSecrets } from '#server/secrets.ts';
import { openStore, storeLocation } from '#server/store/open-store.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Timeouts short enough for a run of some seconds; all other limits as in production. */
const limits = {
  ...upstreamLimits,
  headersTimeout: 1000,
  bodyTimeout: 1000,
  requestTimeout: 4000,
  initialOpenTime: 500,
  maxOpenTime: 500,
};

async function serve(settings: Record<string, string>): Promise<number> {
  const config = readConfig(settings);
  const store = await openStore(storeLocation(config));
  const app = await createApp({
    config,
    secrets: await readSecrets(config),
    store,
    dashboardFolder: null,
    version: 'soak',
    logger: loggerOptions('silent'),
    upstreamLimits: limits,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as { port: number }).port;
}

const ports = await Promise.all((JSON.parse(process.argv[2] ?? '[]') as Record<string, string>[]).map(serve));
process.on('message', () => {
  collectGarbage();
  process.send?.(process.memoryUsage());
});
process.on('disconnect', () => process.exit());
process.send?.(ports);
