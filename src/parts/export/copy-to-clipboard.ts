import type { CalendarDate } from '#stock/calendar-date.ts';
import type { PromisedLine } from '#stock/contract/promises.ts';

/** What a copied text tells a customer, to be kept as promises. */
export interface Told {
  lines: readonly PromisedLine[];
  /** The customer's reference, empty if there is none. */
  reference: string;
  orderId?: string | undefined;
  /** The service's date that the results are of. */
  day: CalendarDate;
  /** When the oldest result was received, Unix milliseconds. */
  checkedAt: number;
}

/** The same content as plain text and as HTML. */
export interface CopiedContent {
  text: string;
  html: string;
  /** What it tells a customer. */
  told?: Told;
}

/**
 * Copies text and HTML to the clipboard, or only the text if the browser doesn't support HTML.
 * Returns false if the browser refuses, for example without permission or a secure context.
 */
export async function copyToClipboard(copied: CopiedContent): Promise<boolean> {
  const { text, html } = copied;
  const forms = { 'text/plain': text, 'text/html': html };
  const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })]);
  return (
    copyWithCommand(copied) ||
    (await isWritten(() => navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]))) ||
    isWritten(() => navigator.clipboard.writeText(text))
  );
}

/**
 * Copies with `execCommand`, which works only shortly after a user action. Unlike the asynchronous clipboard API, it
 * doesn't sanitize the HTML, which would remove the text format of spreadsheet cells.
 */
export function copyWithCommand(copied: CopiedContent): boolean {
  let isTaken = false;
  const onCopy = (event: ClipboardEvent) => {
    handleCopyEvent(event, copied);
    event.stopImmediatePropagation();
    isTaken = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    return document.execCommand('copy') && isTaken;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
  }
}

/** Copies a picture. Returns whether the browser allows that. */
export async function copyPicture(picture: Blob): Promise<boolean> {
  return isWritten(() => navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]));
}

/** Handles a copy event of the user or the page with both forms. */
export function handleCopyEvent(
  event: Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>,
  { text, html }: CopiedContent,
): void {
  event.clipboardData?.setData('text/plain', text);
  event.clipboardData?.setData('text/html', html);
  event.preventDefault();
}

/** Whether the browser wrote to the clipboard. */
async function isWritten(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch {
    return false;
  }
}
