import { NewerSchemaError, isBusy } from '#server/store/sqlite-database.ts';
import { StoreError } from '#server/store/store-error.ts';

import { ImportError } from './import-error.ts';

/** What went wrong with the store, as a sentence for who imports; anything else as it is. */
export function storeFailure(error: unknown, databasePath: string): unknown {
  if (error instanceof NewerSchemaError) return new ImportError(error.message);
  if (isBusy(error))
    return new ImportError('Another import is writing to the store. Wait until it is done, then start this one again.');
  if (error instanceof StoreError) return new ImportError(`${error.message} Nothing was imported.`);
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
    ? new ImportError(`The store ${databasePath} can't be written: ${error.message}. Nothing was imported.`)
    : error;
}
