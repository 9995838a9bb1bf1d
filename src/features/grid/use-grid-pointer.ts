import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

import { fillTarget, type CellPosition } from './cell-range.ts';
import { fillTowards } from './grid-commands.ts';
import type { GridParts } from './grid-context.ts';
import { cellAt, placeOf } from './cell-at.ts';
import { scrollAtEdges } from './scroll-at-edges.ts';

type Drag = 'cells' | 'rows' | 'fill';

/** Selecting, editing and filling with mouse and finger. A finger scrolls; it selects by a tap, edits by a second one. */
export function useGridPointer({ session, columns, presence }: Omit<GridParts, 'rowHeight' | 'isFrozen'>) {
  const stopDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => stopDrag.current?.(), []);

  function drag(scroller: HTMLElement, kind: Drag, from: CellPosition) {
    const stopScrolling = scrollAtEdges(scroller, (x, y) => follow(scroller, kind, from, x, y));
    const end = () => {
      stopScrolling();
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      stopDrag.current = null;
      if (kind === 'fill') fillTowards(session, fillTo.current ?? from);
      session.selection.setFill(null);
    };
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    stopDrag.current = end;
  }

  const fillTo = useRef<CellPosition | null>(null);

  function follow(scroller: HTMLElement, kind: Drag, from: CellPosition, x: number, y: number) {
    const to = cellAt(scroller, x, y);
    if (!to) return;
    if (kind === 'cells') session.select(from, to);
    else if (kind === 'rows') session.selectRows(from.row, to.row);
    else {
      fillTo.current = to;
      session.selection.setFill(fillTarget(session.range, to));
    }
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    presence.pointedWith(event.pointerType);
    const place = placeOf(event.target);
    if (!place || event.button !== 0 || presence.isTouch || isWithinEdit(event.target)) return;
    // The browser would take the keyboard away from the cell.
    event.preventDefault();
    presence.enter();
    if (!session.commit()) return;
    const { active } = session.selection.getState();
    const scroller = event.currentTarget;
    if (place.isHandle) {
      fillTo.current = null;
      return drag(scroller, 'fill', active);
    }
    const from = event.shiftKey ? active : place;
    if (place.isGutter) session.selectRows(from.row, place.row);
    else session.select(from, place);
    focusActiveCell(scroller);
    drag(scroller, place.isGutter ? 'rows' : 'cells', from);
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const place = placeOf(event.target);
    if (!place || !presence.isTouch || isWithinEdit(event.target)) return;
    presence.enter();
    const { active } = session.selection.getState();
    const isSecond = place.row === active.row && place.column === active.column;
    if (!session.commit()) return;
    if (place.isGutter) session.selectRows(place.row, place.row);
    else if (isSecond && columns[place.column]?.read) session.startEdit('caret');
    else session.select(place);
  }

  function onDoubleClick(event: MouseEvent<HTMLElement>) {
    const place = placeOf(event.target);
    if (place && !place.isGutter && !presence.isTouch && !isWithinEdit(event.target)) session.startEdit('caret');
  }

  return { onPointerDown, onClick, onDoubleClick };
}

function isWithinEdit(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input[data-editing]') !== null;
}

/** A click on the cell that is active already renders nothing, so the keyboard is given to it here. */
function focusActiveCell(scroller: HTMLElement) {
  scroller
    .querySelector<HTMLElement>('[data-active] input, [data-active][tabindex="0"]')
    ?.focus({ preventScroll: true });
}
