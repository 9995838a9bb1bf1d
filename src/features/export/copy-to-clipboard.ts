/** The same content in the two forms that programs take. */
export interface CopiedContent {
  text: string;
  html: string;
}

/**
 * Puts text and HTML on the clipboard; where the browser takes no HTML, the text alone.
 * False where it refuses both, as it does without permission or a secure page.
 */
export async function copyToClipboard(copied: CopiedContent): Promise<boolean> {
  const { text, html } = copied;
  const forms = { 'text/plain': text, 'text/html': html };
  const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })]);
  return (
    asIfCopied(copied) ||
    (await isWritten(() => navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]))) ||
    isWritten(() => navigator.clipboard.writeText(text))
  );
}

/**
 * Answers the browser's own copy command, which it takes for a while after a click. Unlike the clipboard's newer way, it
 * leaves HTML as it is: that one takes out what tells a spreadsheet that a cell is text.
 */
export function asIfCopied(copied: CopiedContent): boolean {
  let isTaken = false;
  const answer = (event: ClipboardEvent) => {
    answerCopy(event, copied);
    event.stopImmediatePropagation();
    isTaken = event.clipboardData !== null;
  };
  document.addEventListener('copy', answer, { capture: true });
  try {
    return document.execCommand('copy') && isTaken;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', answer, { capture: true });
  }
}

/** Answers a copy command, the person's own or the page's, with both forms. */
export function answerCopy(
  event: Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>,
  { text, html }: CopiedContent,
): void {
  event.clipboardData?.setData('text/plain', text);
  event.clipboardData?.setData('text/html', html);
  event.preventDefault();
}

/** False where the browser refuses. */
async function isWritten(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch {
    return false;
  }
}
