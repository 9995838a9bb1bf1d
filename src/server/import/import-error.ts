/** Why nothing was imported, in a sentence that says what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
