import { parentPort, workerData } from 'node:worker_threads';

import type { Market } from '#stock/contract/envelope.ts';

import { changeQueries, observedCalendars, replacedCalendars } from './calendar-changes.ts';
import { type CurrentFill, currentFillSql, indexTables } from './calendar-index.ts';
import {
  type Catalogue,
  loadCatalogue,
  loadColumns,
  type ProductColumns,
  type ReadRows,
  type StockTables,
} from './product-columns.ts';
import { type SortedPage, type SortedPageQuery, productQueries } from './product-queries.ts';
import type {
  ChangesQuery,
  HistorySize,
  KeptHistory,
  ObservedSource,
  StoreLocation,
  StoredChanges,
} from './stock-store.ts';

/** A query of the main thread; its result is a {@link ProductResult} of the same `id`. */
export interface ProductRequest {
  id: number;
  source: ProductSource;
  query: SortedPageQuery;
}

/** A query of changed products of a market, or of a source that is observed; with the same kind of result. */
export interface ChangesRequest {
  id: number;
  of: { market: Market } | ObservedSource;
  changes: ChangesQuery;
}

/** A query of how much a history takes up; with the same kind of result. */
export interface SizeRequest {
  id: number;
  sizeOf: KeptHistory;
}

/** Asks to have the products of a market ready, also after each import. There is no response. */
export interface ReadyRequest {
  readyMarket: Market;
}

/** Asks to end the thread. */
export type CloseRequest = 'close';

/** Products of a market in the store, or of a fill of an index. */
export type ProductSource = { market: Market } | { fillId: number };

export type ProductResult =
  | { id: number; page: SortedPage | StoredChanges | HistorySize | null }
  | { id: number; failure: { message: string; code: unknown; errcode: unknown } };

/** One committed state of a database. */
export interface ProductSnapshot {
  /** Runs a statement with parameters `$1`, `$2`, ... */
  run: <Row extends object>(statement: string, parameters: readonly unknown[]) => Promise<Row[]>;
  read: ReadRows;
}

/** A database as this thread reads it. */
export interface ProductDatabase {
  inSnapshot: <Result>(needsIndexes: boolean, work: (snapshot: ProductSnapshot) => Promise<Result>) => Promise<Result>;
  /** Tables of the store's stock. */
  stored: Omit<StockTables, 'marketId'>;
  /** Condition for the market that readers see. */
  isCurrentMarket: string;
  /** SQL for the bytes that a table takes up, with its indexes. */
  bytesOf: (table: string) => string;
}

const location = workerData as StoreLocation;
const database: ProductDatabase =
  location.kind === 'sqlite'
    ? (await import('./sqlite-product-rows.ts')).sqliteProductRows(location.path)
    : (await import('./postgres-product-rows.ts')).postgresProductRows(location.url);
const pageOf = productQueries();
const changesOf = changeQueries();

/** Entries of all columns that are kept beside those in use: some 16 bytes each. */
const maxKeptEntries = 10_000_000;
/** An index that grows is loaded again with every page up to this many entries: some 50 ms. */
const maxReloadedEntries = 100_000;
/** Above, at most this share of the time is spent on it. */
const maxReloadShare = 0.05;

let catalogue: { generation: number; value: Catalogue } | null = null;
/** In the order of their last use. */
const loaded = new Map<string, { version: string; columns: ProductColumns; tookMs: number; at: number }>();

async function catalogueOf(read: ReadRows, generation: number): Promise<Catalogue> {
  if (catalogue?.generation === generation) return catalogue.value;
  catalogue = null;
  loaded.clear();
  const value = await loadCatalogue(read);
  catalogue = { generation, value };
  return value;
}

/** Returns the columns of a source in a version, which are loaded unless they are known. */
async function columnsOf(
  { read }: ProductSnapshot,
  generation: number,
  { key, version, isGrowing, tables }: { key: string; version: string; isGrowing: boolean; tables: StockTables },
): Promise<ProductColumns> {
  const known = loaded.get(key);
  loaded.delete(key);
  if (known !== undefined) {
    const isRecent =
      isGrowing &&
      known.columns.days.length > maxReloadedEntries &&
      catalogue?.generation === generation &&
      performance.now() - known.at < known.tookMs / maxReloadShare;
    if (known.version === version || isRecent) {
      loaded.set(key, known);
      return known.columns;
    }
  }
  const startedAt = performance.now();
  const columns = await loadColumns(read, tables, await catalogueOf(read, generation));
  const at = performance.now();
  loaded.set(key, { version, columns, tookMs: at - startedAt, at });
  let entries = 0;
  for (const [other, { columns: kept }] of [...loaded].toReversed()) {
    entries += kept.days.length;
    if (entries > maxKeptEntries && other !== key) loaded.delete(other);
  }
  return columns;
}

async function generationOf({ run }: ProductSnapshot): Promise<number> {
  const [state] = await run<{ generation: number }>('SELECT generation FROM store_state WHERE id = 1', []);
  return state?.generation ?? 0;
}

/** Returns the columns of a source and the state of the store that they are from; null without such a fill. */
async function readSource(
  snapshot: ProductSnapshot,
  source: ProductSource,
): Promise<{ generation: number; columns: ProductColumns } | null> {
  const generation = await generationOf(snapshot);
  let found;
  if ('market' in source) {
    const { company, salesOrganization, territoryId } = source.market;
    const [market] = await snapshot.run<{ marketId: number }>(
      `SELECT market_id AS "marketId" FROM market WHERE ${database.isCurrentMarket}
         AND company = $1 AND sales_organization = $2 AND territory_id = $3`,
      [company, salesOrganization, territoryId],
    );
    const tables = { ...database.stored, marketId: market?.marketId ?? -1 };
    found = { key: `market ${tables.marketId}`, version: `${generation}`, isGrowing: false, tables };
  } else {
    const [fill] = await snapshot.run<CurrentFill>(currentFillSql, [source.fillId]);
    if (fill === undefined) return null;
    found = {
      key: `fill ${fill.fillId}`,
      version: `${generation} ${fill.revision}`,
      isGrowing: fill.finishedAt === null,
      tables: indexTables(fill.fillId),
    };
  }
  return { generation, columns: await columnsOf(snapshot, generation, found) };
}

/** Measures a history. Reads all of its rows, so it takes up to seconds. */
async function readHistorySize({ run }: ProductSnapshot, of: KeptHistory): Promise<HistorySize> {
  const [table, from] =
    of === 'replaced'
      ? ['replaced_calendar', 'SELECT history_from FROM store_state WHERE id = 1']
      : ['observed_calendar', 'SELECT min(observed_from) FROM observed_calendar'];
  const bytes = database.bytesOf(table);
  const [size] = await run<HistorySize>(
    `SELECT (SELECT count(*) FROM ${table}) AS calendars, (${bytes}) AS bytes, (${from}) AS "from"`,
    [],
  );
  return size ?? { calendars: 0, bytes: 0, from: null };
}

/** Queries run one at a time: each takes a whole core. */
let last: Promise<unknown> = Promise.resolve();

async function resultOf(request: ProductRequest | ChangesRequest | SizeRequest): Promise<ProductResult> {
  const { id } = request;
  try {
    if ('sizeOf' in request) {
      const { sizeOf } = request;
      const page = await database.inSnapshot(sizeOf === 'observed', (snapshot) => readHistorySize(snapshot, sizeOf));
      return { id, page };
    }
    if ('changes' in request) {
      const { of, changes } = request;
      const page = await database.inSnapshot('source' in of, async (snapshot) => {
        if ('source' in of) {
          const { fillId } = of;
          const filled = fillId === null || changes.countedOn === null ? null : await readSource(snapshot, { fillId });
          const generation = filled?.generation ?? (await generationOf(snapshot));
          const known = filled?.columns.catalogue ?? (await catalogueOf(snapshot.read, generation));
          const observed = observedCalendars(snapshot.run, of.source, changes.today);
          return changesOf(observed, generation, { catalogue: known, columns: filled?.columns ?? null }, changes);
        }
        const found = await readSource(snapshot, of);
        if (found === null) return null;
        const { generation, columns } = found;
        const { catalogue: known } = columns;
        return changesOf(
          replacedCalendars(snapshot.run, of.market, columns, changes.timeZone),
          generation,
          { catalogue: known, columns },
          changes,
        );
      });
      return { id, page };
    }
    const { source, query } = request;
    const found = await database.inSnapshot('fillId' in source, (snapshot) => readSource(snapshot, source));
    return { id, page: found && { generation: found.generation, ...pageOf(query, found.columns) } };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    return { id, failure: { message, code, errcode } };
  }
}

/** Milliseconds between two checks for an import. */
const checkInterval = 5000;

function haveReady(market: Market): void {
  // A query reports what fails here.
  last = last.then(() => database.inSnapshot(false, (snapshot) => readSource(snapshot, { market }))).catch(() => null);
}

type Request = ProductRequest | ChangesRequest | SizeRequest | ReadyRequest | CloseRequest;

parentPort?.on('message', (request: Request) => {
  // Here, no call of SQLite is under way. A database elsewhere may keep a query waiting for long.
  if (request === 'close') process.exit();
  if ('readyMarket' in request) {
    haveReady(request.readyMarket);
    setInterval(haveReady, checkInterval, request.readyMarket);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  last = last.then(() => resultOf(request)).then((given) => parentPort?.postMessage(given));
});
