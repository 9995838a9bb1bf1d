import type { Config } from '#server/config.ts';

import type { StockWriter, Store, StoreLocation, WriteOptions } from './stock-store.ts';
import { openSqliteWriter } from './sqlite-stock-writer.ts';
import { openSqliteStore, storePath } from './sqlite-store.ts';

/** Returns the location of the store according to the settings. */
export function storeLocation({
  dataDir,
  databaseUrl: url,
  databaseReadUrls: readUrls,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReadUrls'>): StoreLocation {
  return url === null ? { kind: 'sqlite', path: storePath(dataDir) } : { kind: 'postgres', url, readUrls };
}

/**
 * Opens the store, creating or migrating it if necessary.
 * @throws NewerSchemaError if a newer version of the program wrote it, and StoreError if it can't be opened
 */
export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.kind === 'sqlite') return openSqliteStore(location.path);
  const { openPostgresStore } = await import('./postgres-store.ts');
  return openPostgresStore(location.url, location.readUrls);
}

/**
 * Begins an import.
 * @throws NewerSchemaError, StoreError, or StoreBusyError if another import holds the write lock
 */
export async function openWriter(location: StoreLocation, options: WriteOptions): Promise<StockWriter> {
  if (location.kind === 'sqlite') return openSqliteWriter(location.path, options);
  const { openPostgresWriter } = await import('./postgres-stock-writer.ts');
  return openPostgresWriter(location.url, options);
}
