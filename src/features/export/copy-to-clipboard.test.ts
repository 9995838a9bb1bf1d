import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { openClipboard } from './copy-to-clipboard.ts';

const copied = { text: 'Product\t12345', html: '<table></table>' };
let written: Record<string, Promise<Blob>>[];

beforeEach(() => {
  written = [];
  const document = { addEventListener() {}, removeEventListener() {}, execCommand: () => false };
  vi.stubGlobal('document', document);
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly forms: Record<string, Promise<Blob>>;
      constructor(forms: Record<string, Promise<Blob>>) {
        this.forms = forms;
      }
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

/** A clipboard that takes what it is promised at a click, and nothing after. */
function stubClipboard({ takes }: { takes: boolean }) {
  let isClick = takes;
  const write = async ([{ forms }]: [{ forms: Record<string, Promise<Blob>> }]) => {
    if (!isClick) throw new Error('NotAllowedError');
    isClick = false;
    await Promise.all(Object.values(forms));
    written.push(forms);
  };
  vi.stubGlobal('navigator', { clipboard: { write, writeText: () => Promise.reject(new Error('NotAllowedError')) } });
}

it('keeps the clipboard open from the click on until the content is there', async () => {
  stubClipboard({ takes: true });
  const clipboard = openClipboard();
  expect(await clipboard.put(copied)).toBe(true);
  const forms = await Promise.all(Object.values(written[0] ?? {}).map(async (form) => (await form).text()));
  expect(forms).toEqual([copied.text, copied.html]);
});

it('says where the browser refuses', async () => {
  stubClipboard({ takes: false });
  expect(await openClipboard().put(copied)).toBe(false);
});

it('leaves the clipboard as it was where nothing comes', async () => {
  stubClipboard({ takes: true });
  openClipboard().leave();
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  expect(written).toEqual([]);
});
