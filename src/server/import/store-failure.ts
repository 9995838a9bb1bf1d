import { StoreBusyError, StoreError } from '#server/store/store-error.ts';
import { type StoreLocation, nameOfStore } from '#server/store/store-location.ts';

import { ImportError } from './import-error.ts';

/** What went wrong with the store, as a sentence for who imports; anything else as it is. */
export function storeFailure(error: unknown, location: StoreLocation): unknown {
  if (error instanceof StoreBusyError) return new ImportError(error.message);
  if (error instanceof StoreError) return new ImportError(`${error.message} Nothing was imported.`);
  return isOfDatabase(error)
    ? new ImportError(`The store ${nameOfStore(location)} can't be written: ${error.message}. Nothing was imported.`)
    : error;
}

function isOfDatabase(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
