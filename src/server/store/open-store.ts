import type { Config } from '#server/config.ts';

import type { StockWriter, Store, StoreLocation, WriteOptions } from './stock-store.ts';
import { openSqliteWriter } from './sqlite-stock-writer.ts';
import { openSqliteStore, storePath } from './sqlite-store.ts';

/** Where the settings say that it is kept. */
export function storeLocation({
  dataDir,
  databaseUrl: url,
  databaseReadUrls: readUrls,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReadUrls'>): StoreLocation {
  return url === null ? { kind: 'sqlite', path: storePath(dataDir) } : { kind: 'postgres', url, readUrls };
}

/**
 * Opens the store; what is missing in it is created, what is old is migrated.
 * @throws NewerSchemaError where a newer version of the program wrote it, and StoreError where it can't be opened.
 */
export async function openStore(location: StoreLocation): Promise<Store> {
  if (location.kind === 'sqlite') return openSqliteStore(location.path);
  const { openPostgresStore } = await import('./postgres-store.ts');
  return openPostgresStore(location.url, location.readUrls);
}

/**
 * Begins an import.
 * @throws NewerSchemaError, StoreError, or StoreBusyError where another import holds the right to write.
 */
export async function openWriter(location: StoreLocation, options: WriteOptions): Promise<StockWriter> {
  if (location.kind === 'sqlite') return openSqliteWriter(location.path, options);
  const { openPostgresWriter } = await import('./postgres-stock-writer.ts');
  return openPostgresWriter(location.url, options);
}
