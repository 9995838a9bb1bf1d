/** The store can't be opened where the settings say. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  /** @param path of the database in `DATA_DIR` */
  constructor(path: string, cause: unknown) {
    super(`The store ${path} cannot be opened: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  switch (cause instanceof Error && 'errcode' in cause ? cause.errcode : undefined) {
    case 5:
      return 'another program holds it. Wait until that one is done, then start again.';
    case 8:
    case 14:
      return 'this user may not read and write it. Check its permissions and those of DATA_DIR.';
    case 11:
    case 26:
      return 'it is damaged, or no database. Put a backup in its place, or remove it and import your data again.';
    default:
      return cause instanceof Error ? cause.message : String(cause);
  }
}
