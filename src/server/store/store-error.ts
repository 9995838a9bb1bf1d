/** The store can't be opened or read; the message is a sentence for who runs it. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** The store was written by a newer version of this program. */
export class NewerSchemaError extends StoreError {
  override readonly name = 'NewerSchemaError';
}

/** Another import holds the right to write, and went on for longer than one waits. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';

  constructor(cause: unknown) {
    super('Another import is writing to the store. Wait until it is done, then start this one again.', { cause });
  }
}
