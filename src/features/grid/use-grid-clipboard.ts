import type { ClipboardEvent } from 'react';

import { readClipboardText } from './clipboard-text.ts';
import { clearCells, copiedCells, pasteCells } from './grid-commands.ts';
import type { GridSession } from './grid-session.ts';
import { tableCells } from './table-cells.ts';

/** Gets what was pasted before the grid; true where it takes care of it. */
export type PasteInterceptor = (paste: { text: string; cells: readonly (readonly string[])[] }) => boolean;

/** Copy, cut and paste of ranges. While a cell is edited they belong to its text. */
export function useGridClipboard(session: GridSession, intercept: PasteInterceptor | undefined) {
  function copy(event: ClipboardEvent) {
    if (session.editor.getState()) return false;
    const { text, html } = copiedCells(session);
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', html);
    return true;
  }

  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) clearCells(session, 'cut');
    },
    onPaste: (event: ClipboardEvent) => {
      if (session.editor.getState() || event.defaultPrevented) return;
      event.preventDefault();
      const text = event.clipboardData.getData('text/plain');
      const cells = text === '' ? tableCells(event.clipboardData.getData('text/html')) : readClipboardText(text);
      if (cells.length === 0 || intercept?.({ text, cells })) return;
      pasteCells(session, cells);
    },
  };
}
