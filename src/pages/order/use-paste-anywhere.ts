import { useEffect, useEffectEvent } from 'react';

import { tableCells } from '#features/grid/table-cells.ts';

const editable = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';

/**
 * Has what is pasted anywhere on the page taken as a list, outside of fields, dialogs and, unless it is free too, of the
 * grid.
 */
export function usePasteAnywhere(
  { isOn, isGridFree }: { isOn: boolean; isGridFree: boolean },
  onText: (text: string) => void,
): void {
  const take = useEffectEvent(onText);
  useEffect(() => {
    if (!isOn) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return;
      const text = textOf(clipboardData);
      // One cell in the grid is the grid's own; a list is not, not even in the editor of a cell.
      const isList = /[\t\n]/.test(text.trim());
      const isInGrid = target.closest('[role="grid"]') !== null;
      if (text.trim() === '' || (isInGrid ? !isGridFree || !isList : target.matches(editable))) return;
      event.preventDefault();
      event.stopPropagation();
      take(text);
    };
    window.addEventListener('paste', onPaste, { capture: true });
    return () => window.removeEventListener('paste', onPaste, { capture: true });
  }, [isOn, isGridFree]);
}

function textOf(data: DataTransfer | null): string {
  const text = data?.getData('text/plain') ?? '';
  if (text !== '' || data === null) return text;
  return textOfCells(tableCells(data.getData('text/html')));
}

/** Cells as a spreadsheet would put them on the clipboard. */
export function textOfCells(cells: readonly (readonly string[])[]): string {
  return cells.map((row) => row.join('\t')).join('\n');
}
