import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import {
  storedDocuments,
  storedSessions,
  makeTemporaryLocation,
  templateDatabase,
  writeTo,
  type WrittenContent,
} from '#server/store/temporary-store.fixture.ts';
import { openStore } from '#server/store/open-store.ts';
import type { StockRow, Store } from '#server/store/stock-store.ts';

import type { CheckRuns } from '#server/promises/check-runs.ts';
import { type AppOptions, createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { loggerOptions } from './logger.ts';
import { readSecrets, type Secrets } from './secrets.ts';

export interface AppResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface RequestOptions {
  method?: string;
  /** Override the defaults, which are a valid Host and, except for GET, Origin. Undefined omits a header. */
  headers?: Record<string, string | undefined>;
  body?: string | object;
}

/** The complete server on a real port, for tests. Product 12345 has stock; the dashboard has one file of each kind. */
export interface RunningApp {
  port: number;
  config: Config;
  secrets: Secrets;
  store: Store;
  /** Imports rows and products in addition to the existing ones. */
  write(content: WrittenContent): Promise<unknown>;
  /** Stored session data, byte for byte. */
  storedSessions(): Promise<string>;
  /** Stored orders, lists and links, byte for byte. */
  storedDocuments(): Promise<string>;
  /** Methods and path of each route. */
  routes(): { methods: string[]; path: string }[];
  /** Checks promises and watches, if a run is due. */
  tick(): Promise<void>;
  /** Everything logged so far. */
  log(): string;
  /** Sends the path verbatim, without normalization. */
  ask(path: string, asking?: RequestOptions): Promise<AppResponse>;
  close(): Promise<void>;
}

export const script = 'console.log("dashboard");'.repeat(50);

const crepe = { productId: 12_345, name: 'Crêpe Alizé', sku: 'CR-77', unit: 'm' };
const crepeStock: StockRow = {
  productId: 12_345,
  stockDate: '2020-01-01',
  stockQuantity: 90_500,
  isMaxLeadTime: false,
  isDeleted: false,
  lastUpdateDate: '2020-01-01',
};

/** @param now the server's clock */
export async function runApp(
  env: Record<string, string> = {},
  {
    wrapStore = (store) => store,
    logLevel = 'trace',
    ...changes
  }: Pick<AppOptions, 'now' | 'elapsed' | 'upstreamLimits' | 'requestTimeout' | 'responseIdleTimeout'> & {
    wrapStore?: (store: Store) => Store;
    logLevel?: Parameters<typeof loggerOptions>[0];
  } = {},
): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'running-app-'));
  const config = readConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', DEMO: '1', ...env });
  const secrets = await readSecrets(config);
  const { location, remove } = await makeTemporaryLocation(templateDatabase);
  await writeTo(location, { contents: 'demo', rows: [crepeStock], products: [crepe], market: config.market });
  const store = await openStore(location);
  let log = '';
  let runs: CheckRuns | undefined;
  const app = await createApp({
    config: { ...config, host: '127.0.0.1' },
    secrets,
    store: wrapStore(store),
    location,
    dashboardFolder: await build(join(folder, 'client')),
    version: '1.2.3',
    logger: { ...loggerOptions(logLevel), stream: { write: (line: string) => void (log += line) } },
    onRuns: (created) => (runs = created),
    ...changes,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  return {
    port,
    config,
    secrets,
    store,
    write: (content) => writeTo(location, { market: config.market, ...content }),
    storedSessions: () => storedSessions(location),
    storedDocuments: () => storedDocuments(location),
    routes: () => routesIn(app.printRoutes({ commonPrefix: false })),
    tick: async () => runs?.tick(),
    log: () => log,
    ask: (path, asking) => ask(port, path, asking),
    close: async () => {
      await app.close();
      await store.close();
      await remove();
      await rm(folder, { recursive: true });
    },
  };
}

/** Reads Fastify's tree of routes, in which a path is below its beginning, four characters further to the right. */
function routesIn(tree: string): ReturnType<RunningApp['routes']> {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods] = /^([^\w/:*]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === undefined) return [];
    const depth = indent.length / 4 - 1;
    above.splice(depth, Infinity, part);
    return methods === undefined ? [] : [{ path: above.join(''), methods: methods.split(', ') }];
  });
}

/** Returns the `name=value` of a cookie that a response sets, or undefined. */
export function cookieOf({ headers }: AppResponse, name = /^stock-horizon-[\da-f]{8}=/): string | undefined {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '').find((cookie) => name.test(cookie));
}

function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<AppResponse> {
  const host = `127.0.0.1:${port}`;
  const content = typeof body === 'object' ? JSON.stringify(body) : body;
  const all = {
    Host: host,
    ...(method !== 'GET' && { Origin: `http://${host}` }),
    ...(content !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(content) }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: sent, setHost: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(content);
  });
}

const manifest = {
  'index.html': { file: 'assets/main-C0ffee00.js', css: ['assets/main-C0ffee00.css'] },
  'src/orders/order-page.tsx': {
    file: 'assets/order-C0ffee00.js',
    css: ['assets/order-C0ffee00.css'],
    imports: ['index.html', '_grid-C0ffee00.js'],
  },
  '_grid-C0ffee00.js': { file: 'assets/grid-C0ffee00.js', css: ['assets/grid-C0ffee00.css'], imports: ['index.html'] },
  'src/shell/locales/en.po': { file: 'assets/en-C0ffee00.js' },
  'src/shell/locales/de.po': { file: 'assets/de-C0ffee00.js' },
};

async function build(folder: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, '.vite', 'pages.json'), JSON.stringify({ '/order': 'src/orders/order-page.tsx' }));
  const page =
    '<!doctype html><head><meta name="csp-nonce" content="" /></head><body>what it begins with<div id="root"></div></body>';
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, '.hidden'), 'hidden');
  await writeFile(join(folder, 'assets', 'main-C0ffee00.js'), script);
  await writeFile(join(folder, 'assets', 'main-C0ffee00.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets', 'main-C0ffee00.js.gz'), gzipSync(script));
  return folder;
}
