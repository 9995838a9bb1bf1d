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
  return asIfCopied(copied) || (await withHtml(copied)) || (await textAlone(copied.text));
}

/**
 * Answers the browser's own copy command. Unlike the clipboard's newer way, it leaves HTML as it is: that one takes
 * out what tells a spreadsheet that a cell is text.
 */
function asIfCopied(copied: CopiedContent): boolean {
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

async function withHtml({ text, html }: CopiedContent): Promise<boolean> {
  try {
    const types = { 'text/plain': text, 'text/html': html };
    const blobs = Object.entries(types).map(([type, content]) => [type, new Blob([content], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return true;
  } catch {
    return false;
  }
}

async function textAlone(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The clipboard, asked for ahead of what is to go there. */
interface OpenClipboard {
  /** Puts the content there; false where the browser refuses it. */
  put(copied: CopiedContent): Promise<boolean>;
  /** Leaves there what was there before. */
  leave(): void;
}

/**
 * Asks for the clipboard at a click, for content that is still on its way: a browser listens to a page for some seconds
 * after one, but keeps the clipboard open for as long as what was promised takes.
 */
export function openClipboard(): OpenClipboard {
  let give!: (copied: CopiedContent) => void;
  let withhold!: () => void;
  const promised = new Promise<CopiedContent>((resolve, reject) => {
    give = resolve;
    withhold = () => reject(new Error('Nothing is copied'));
  });
  const isTaken = keepOpen(promised);
  return {
    async put(copied) {
      if (asIfCopied(copied)) {
        withhold();
        return true;
      }
      give(copied);
      return (await isTaken) || copyToClipboard(copied);
    },
    leave: withhold,
  };
}

async function keepOpen(promised: Promise<CopiedContent>): Promise<boolean> {
  const forms = {
    'text/plain': promised.then(({ text }) => new Blob([text], { type: 'text/plain' })),
    'text/html': promised.then(({ html }) => new Blob([html], { type: 'text/html' })),
  };
  // A browser that refuses at once never looks at them.
  for (const form of Object.values(forms)) form.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem(forms)]);
    return true;
  } catch {
    return false;
  }
}
