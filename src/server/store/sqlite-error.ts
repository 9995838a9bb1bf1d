import { StoreBusyError, StoreError } from './store-error.ts';

/** SQLite's code for a database whose one writer is taken. */
const busy = 5;

/** Why the database file at `path` can't be opened, as a sentence. */
export function openingFailure(path: string, cause: unknown): StoreError {
  return cause instanceof StoreError
    ? cause
    : new StoreError(`The store ${path} cannot be opened: ${reasonOf(cause)}`, { cause });
}

/** The error of a statement that claims the one writer: StoreBusyError where another process has it. */
export function claimingFailure(cause: unknown): unknown {
  return codeOf(cause) === busy ? new StoreBusyError(cause) : cause;
}

function reasonOf(cause: unknown): string {
  switch (codeOf(cause)) {
    case busy:
      return 'another program holds it. Wait until that one is done, then start again.';
    case 8:
    case 14:
    case 'EACCES':
    case 'EROFS':
      return 'this user may not read and write it. Check its permissions and those of DATA_DIR.';
    case 11:
    case 26:
      return 'it is damaged, or no database. Put a backup in its place, or remove it and import your data again.';
    default:
      return cause instanceof Error ? `${cause.message}.` : String(cause);
  }
}

/** SQLite's number where there is one, else Node's code of an error with files. */
function codeOf(cause: unknown): unknown {
  if (!(cause instanceof Error)) return undefined;
  if ('errcode' in cause) return cause.errcode;
  return 'code' in cause ? cause.code : undefined;
}
