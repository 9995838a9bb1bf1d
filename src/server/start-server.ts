import { existsSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { todayIn } from '#stock/calendar-date.ts';
import { isoTime } from '#server/sign-in/sessions.ts';
import { tokenEnd } from '#server/sign-in/upstream-identity.ts';
import { fillWithDemoData } from '#server/import/demo-data.ts';
import { healthRoute } from './health.ts';
import { Metrics, type MetricsServer, serveMetrics } from './metrics.ts';
import { openStore, storeLocation } from '#server/store/open-store.ts';
import type { StockStore, Store } from '#server/store/stock-store.ts';
import { servedStock } from '#server/service/served-stock.ts';

import { createApp } from './app.ts';
import { readPages } from './dashboard.ts';
import type { Config } from './config.ts';
import { finishBeforeClosing, limitConnections, maxConnections, maxWaitingConnections } from './connections.ts';
import { loggerOptions } from './logger.ts';
import { isLoopbackAddress } from './loopback.ts';
import { addressOf } from './own-address.ts';
import { readSecrets } from './secrets.ts';

export interface RunningServer {
  /** Address that users open, without a trailing slash. */
  address: string;
  /** Separate port that serves `/metrics` and `/healthz` to other machines; null for none. */
  metricsPort: number | null;
  /**
   * Reports at `/healthz` that the server is stopping, keeps serving for `DRAIN_SECONDS`, then answers what has been
   * sent, stops accepting requests, and closes the store.
   */
  close(): Promise<void>;
}

/**
 * Starts the server with the data in `DATA_DIR`. A new store of the embedded service is filled with demo data before the
 * first request is served, unless the settings show that it is no first try.
 * @param root program folder, which contains `package.json` and `dist/client`
 * @param log prints a line for the administrator
 * @throws ConfigError, MissingBuildError, StoreError, ImportError or ListenError with a message for the administrator
 */
export async function startServer(config: Config, root: string, log: (line: string) => void): Promise<RunningServer> {
  const dashboardFolder = join(root, 'dist', 'client');
  // What usually prevents a start is found before it creates files.
  await readPages(dashboardFolder);
  await requireFreePorts(config);
  const secrets = await readSecrets(config);
  const location = storeLocation(config);
  const unfinished = join(config.dataDir, 'first-start');
  const isFirstStart = location.kind === 'sqlite' && (!existsSync(location.path) || isUnfinished(unfinished, location));
  if (isFirstStart && config.demo === 'first-start') await writeFile(unfinished, '', { mode: 0o600 });
  const store = await openStore(location);
  try {
    const metrics = new Metrics(store);
    const stopping = new AbortController();
    const app = await createApp({
      config,
      secrets,
      store,
      dashboardFolder,
      version: await readVersion(root),
      logger: loggerOptions(config.logLevel),
      metrics,
      stopping: stopping.signal,
    });
    // A store that exists and is empty was lost, such as by a full disk.
    const usesDemoData = config.demo === 'always' || (config.demo === 'first-start' && isFirstStart);
    const damage = await store.findDamage();
    if (damage === null && config.upstream === null && usesDemoData && (await store.state()).contents === 'empty') {
      log(isFirstStart ? 'First start: loading demo data...' : 'Loading demo data...');
      const today = todayIn(config.timeZone);
      await fillWithDemoData({ location, market: config.market, today });
      if ((await store.state()).contents === 'empty')
        log('Another process is loading the data. It is served as soon as the import is finished.');
    }
    await rm(unfinished, { force: true });
    app.addHook('onClose', () => store.close());
    finishBeforeClosing(app);
    // Behind a proxy, all connections come from the proxy, which has to limit them itself.
    if (config.trustedProxies.length === 0) limitConnections(app.server, maxConnections, isLoopbackAddress);
    const metricsServer = await openMetrics(metrics, store, config, stopping.signal);
    if (metricsServer !== null) app.addHook('onClose', () => metricsServer.close());
    await app
      .listen({ host: config.host, port: config.port, backlog: maxWaitingConnections })
      .catch((error: unknown) => {
        throw new ListenError(config, error);
      });
    if (damage === null && config.upstream === null) store.keepProductsReady(config.market);
    const address = addressOf(app.server, config);
    log(
      `Stock Horizon is at ${address}${damage === null && config.upstream === null ? await importHint(store, config) : ''}`,
    );
    if (damage !== null) log(damage.message);
    const expiryMessage = sharedTokenMessage(config, new Date());
    if (expiryMessage !== null) log(expiryMessage);
    return {
      address,
      metricsPort: metricsServer?.port ?? null,
      close: async () => {
        stopping.abort();
        // Even the shortest wait would let requests be answered as if their connections stayed open.
        if (config.drainSeconds > 0) await wait(config.drainSeconds * 1000);
        await app.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Whether the first start ended before its demo data was loaded: its file is still there. A store without content was
 * lost since.
 */
function isUnfinished(file: string, { path }: { path: string }): boolean {
  return existsSync(file) && statSync(path).size > 0;
}

/** @throws ListenError if the server can't listen at one of its addresses */
async function requireFreePorts({ host, port, metricsPort }: Config): Promise<void> {
  const places: ListenPlace[] = [{ host, port }];
  if (metricsPort !== null) places.push({ host, port: metricsPort, setting: 'METRICS_PORT' });
  for (const place of places) {
    const server = createServer().listen(place.port, place.host);
    await once(server, 'listening').catch((error: unknown) => {
      throw new ListenError(place, error);
    });
    server.close();
    await once(server, 'close');
  }
}

async function openMetrics(
  metrics: Metrics,
  store: Store,
  { host, metricsPort, upstream, demo }: Config,
  stopping: AbortSignal,
): Promise<MetricsServer | null> {
  if (metricsPort === null) return null;
  const isEmbedded = upstream === null;
  const health = healthRoute(isEmbedded ? servedStock(store, demo !== 'never') : store, isEmbedded, stopping);
  return serveMetrics(metrics, health, { host, port: metricsPort }).catch((error: unknown) => {
    throw new ListenError({ host, port: metricsPort, setting: 'METRICS_PORT' }, error);
  });
}

/** Message about the expiry of the shared token, for the administrator, who can renew it; null if it has no expiry. */
function sharedTokenMessage({ upstream }: Pick<Config, 'upstream'>, now: Date): string | null {
  const end = upstream?.credentials ? tokenEnd(upstream.credentials.token) : null;
  if (end === null) return null;
  const isExpired = end * 1000 <= now.getTime();
  return `STOCK_UPSTREAM_TOKEN ${isExpired ? 'expired' : 'expires'} at ${isoTime(end)}. Set a new one and restart the server${isExpired ? '' : ' before then'}.`;
}

async function importHint(store: Pick<StockStore, 'state'>, { demo }: Pick<Config, 'demo'>): Promise<string> {
  const command = 'npm run import -- --stock FILE.csv --products FILE.csv';
  const { contents } = await store.state();
  if (contents === 'real') return '';
  if (contents === 'demo' && demo !== 'never') return ` - Demo data is loaded. To import your own: ${command}`;
  return ` - No stock data imported. If there was some, restore your backup. To import yours: ${command}. For demo data: DEMO=1`;
}

async function readVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The server can't listen at the configured address. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  /** @param place includes the name of the setting that determines the port */
  constructor({ host, port, setting = 'PORT' }: ListenPlace, cause: unknown) {
    super(messageFor(cause, host, port, setting), { cause });
  }
}

interface ListenPlace extends Pick<Config, 'host' | 'port'> {
  setting?: 'PORT' | 'METRICS_PORT';
}

function messageFor(cause: unknown, host: string, port: number, setting: string): string {
  switch (cause instanceof Error && 'code' in cause ? cause.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use, possibly by another Stock Horizon. Stop it, or set ${setting} to a free port: ${setting}=${port + 1} npm start.`;
    case 'EACCES':
      return `This user isn't allowed to use port ${port}. Set ${setting} to a port above 1023, for example 8080.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST must be an address of this machine. ${host} is not. Omit HOST to serve only this machine.`;
    default:
      return `The server can't listen on ${host}, port ${port}: ${String(cause)}`;
  }
}
