import { useState, type MouseEvent } from 'react';

import type { GridSession } from './grid-session.ts';
import { placeOf } from './use-grid-pointer.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** State of the row menu, and its triggers: context menu, menu key, and the Rows button. */
export function useRowMenu(session: GridSession) {
  const [point, setPoint] = useState<Point | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (point !== null && !wasOpened) setWasOpened(true);

  function onContextMenu(event: MouseEvent) {
    const place = placeOf(event.target);
    if (!place || session.editor.getState()) return;
    event.preventDefault();
    const { top, bottom } = session.range;
    if (place.row < top || place.row > bottom) session.select(place);
    // The menu key has no pointer position.
    const isPointed = event.clientX > 0 || event.clientY > 0;
    setPoint(isPointed ? { x: event.clientX, y: event.clientY } : cornerOf(event.target as Element));
  }

  return {
    point,
    wasOpened,
    onContextMenu,
    openAt: (button: Element) => setPoint(cornerOf(button)),
    close: () => setPoint(null),
  };
}

function cornerOf(element: Element): Point {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}
