/** The browser keeps the clipboard closed; the text can be copied by hand. */
export class ClipboardRefusedError extends Error {
  override readonly name = 'ClipboardRefusedError';
  readonly text: string;

  constructor(text: string) {
    super('The clipboard was refused');
    this.text = text;
  }
}
