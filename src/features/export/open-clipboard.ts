import { asIfCopied, copyToClipboard, type CopiedContent } from './copy-to-clipboard.ts';

/** The clipboard, asked for ahead of what is to go there. */
export interface OpenClipboard {
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
