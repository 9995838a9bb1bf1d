/** Why a file could not be read as a list. */
export type FileFailureCode =
  | 'too-large'
  | 'unpacks-too-large'
  | 'too-many-rows'
  /** A workbook in the format before 2007, or one with a password. */
  | 'old-or-locked'
  | 'not-readable';

export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  readonly code: FileFailureCode;

  constructor(code: FileFailureCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
