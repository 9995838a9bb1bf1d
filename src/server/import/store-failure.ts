import { NewerSchemaError, isBusy } from '#server/store/sqlite-database.ts';

import { ImportError } from './import-error.ts';

/** What went wrong with the store, as a sentence for who imports; anything else as it is. */
export function storeFailure(error: unknown, databasePath: string): unknown {
  if (error instanceof NewerSchemaError) return new ImportError(error.message);
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (isBusy(error))
    return new ImportError('Another import is writing to the store. Wait until it is done, then start this one again.');
  const isOfStore =
    error.code === 'ERR_SQLITE_ERROR' || ('path' in error && databasePath.startsWith(String(error.path)));
  return isOfStore
    ? new ImportError(`The store ${databasePath} can't be written: ${error.message}. Nothing was imported.`)
    : error;
}
