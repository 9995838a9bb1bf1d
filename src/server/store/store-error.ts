/** A database of the store can't be opened. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  /** @param path of the database file */
  constructor(path: string, cause: unknown) {
    super(`The store ${path} cannot be opened: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  switch (codeOf(cause)) {
    case 5:
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
