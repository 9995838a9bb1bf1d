import { useState, type MouseEvent } from 'react';

import type { PopoverAnchor } from '#ui/anchored-popover.tsx';
import { placeOf } from './cell-at.ts';
import type { GridSession } from './grid-session.ts';

/** Where the menu of the rows is open, and what opens it: the right button, its key, and a button of the page. */
export function useRowMenu(session: GridSession) {
  const [anchor, setAnchor] = useState<PopoverAnchor | null>(null);

  function onContextMenu(event: MouseEvent) {
    const place = placeOf(event.target);
    if (!place || session.editor.getState()) return;
    event.preventDefault();
    const { top, bottom } = session.range;
    if (place.row < top || place.row > bottom) session.select(place);
    // The menu key gives no point.
    const isPointed = event.clientX > 0 || event.clientY > 0;
    setAnchor(isPointed ? { x: event.clientX, y: event.clientY } : cornerOf(event.target, 'bottom'));
  }

  return {
    anchor,
    onContextMenu,
    openAt: (button: Element) => setAnchor(cornerOf(button, 'top')),
    close: () => setAnchor(null),
  };
}

function cornerOf(target: EventTarget, edge: 'top' | 'bottom'): PopoverAnchor {
  const rect = (target as Element).getBoundingClientRect();
  return { x: rect.left, y: rect[edge] };
}
