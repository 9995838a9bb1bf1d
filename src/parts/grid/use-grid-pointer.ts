import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

import { fillTarget, type CellPosition } from './cell-range.ts';
import { fillTowards } from './grid-commands.ts';
import { focusActiveCell, type GridParts } from './grid-context.ts';

interface CellPlace {
  readonly row: number;
  column: number;
  /** Whether the place is the row number instead of a cell. */
  readonly isGutter: boolean;
  /** Whether the place is the fill handle at the end of the range. */
  readonly isHandle: boolean;
}

/** Returns the cell of an element, null outside cells. */
export function placeOf(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-row]');
  const cell = target.closest<HTMLElement>('[data-column]');
  const isGutter = target.closest('[data-gutter]') !== null;
  if (!row || (!cell && !isGutter)) return null;
  return {
    row: Number(row.dataset['row']),
    column: Number(cell?.dataset['column'] ?? 0),
    isGutter,
    isHandle: target.closest('[data-fill-handle]') !== null,
  };
}

type Drag = 'cells' | 'rows' | 'fill';

/** Selecting, editing and filling by mouse and touch. Touch scrolls; a tap selects, and in a card or twice edits. */
export function useGridPointer(parts: Pick<GridParts, 'session' | 'columns' | 'presence' | 'isCard'>) {
  const { session, columns, presence, isCard } = parts;
  const stopDrag = useRef<(() => void) | null>(null);
  const fillTo = useRef<CellPosition | null>(null);
  useEffect(() => () => stopDrag.current?.(), []);

  function drag(scroller: HTMLElement, kind: Drag, from: CellPosition) {
    fillTo.current = null;
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
    presence.setPointerType(event.pointerType);
    const place = placeOf(event.target);
    if (!place || event.button !== 0 || presence.isTouch || isWithinEdit(event.target)) return;
    // The browser would move focus away from the cell.
    event.preventDefault();
    presence.enter();
    const discarded = session.leave();
    const { active } = session.selection.getState();
    const scroller = event.currentTarget;
    if (place.isHandle) return drag(scroller, 'fill', active);
    const from = event.shiftKey ? active : place;
    if (place.isGutter) session.selectRows(from.row, place.row);
    else session.select(from, place);
    if (discarded) session.showMessage(discarded);
    focusActiveCell(scroller);
    drag(scroller, place.isGutter ? 'rows' : 'cells', from);
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const place = placeOf(event.target);
    if (!place || !presence.isTouch || isWithinEdit(event.target)) return;
    if (isCard && !place.isGutter) place.column = columnToEdit(place);
    presence.enter();
    const { active } = session.selection.getState();
    const isSecond = place.row === active.row && place.column === active.column;
    const discarded = session.leave();
    if (place.isGutter) session.selectRows(place.row, place.row);
    else {
      if (!isSecond) session.select(place);
      if ((isCard || isSecond) && columns[place.column]?.read) session.startEdit('caret');
    }
    if (discarded) session.showMessage(discarded);
  }

  /** In a card, an empty cell that is filled in automatically leads to the first one that the user fills in. */
  function columnToEdit(place: CellPlace): number {
    if (session.isEditable(place.column) || session.textAt(place) !== '') return place.column;
    const empty = columns.findIndex(
      (each, column) => each.area && each.read !== undefined && session.textAt({ row: place.row, column }) === '',
    );
    return empty < 0 ? place.column : empty;
  }

  function onDoubleClick(event: MouseEvent<HTMLElement>) {
    const place = placeOf(event.target);
    if (place && !place.isGutter && !presence.isTouch && !isWithinEdit(event.target)) session.startEdit('caret');
  }

  return { onPointerDown, onClick, onDoubleClick };
}

/** Whether an element is the input of an edit. */
export function isWithinEdit(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input[data-editing]') !== null;
}

/** Returns the cell at a point of the window, or the nearest one if the point is outside the grid. */
function cellAt(scroller: HTMLElement, x: number, y: number): CellPosition | null {
  const view = scroller.getBoundingClientRect();
  const header = scroller.querySelector('[role="row"]')?.getBoundingClientRect();
  const element = document.elementFromPoint(
    inside(x, view.left, view.left + scroller.clientWidth),
    inside(y, header?.bottom ?? view.top, view.top + scroller.clientHeight),
  );
  return placeOf(element);
}

function inside(value: number, low: number, high: number): number {
  return Math.max(low + 1, Math.min(value, high - 2));
}

const edge = 28;
const maxSpeed = 24;

/** Calls `follow` on pointer moves, and scrolls near or beyond an edge. Returns the function that stops this. */
function scrollAtEdges(scroller: HTMLElement, follow: (x: number, y: number) => void): () => void {
  let point: { x: number; y: number } | null = null;
  let frame = requestAnimationFrame(step);

  function step() {
    frame = requestAnimationFrame(step);
    if (!point) return;
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const across = speedAt(point.x, left, right);
    const down = speedAt(point.y, top, bottom);
    if (across === 0 && down === 0) return;
    scroller.scrollBy(across, down);
    follow(point.x, point.y);
  }

  function onMove({ clientX, clientY }: globalThis.PointerEvent) {
    point = { x: clientX, y: clientY };
    follow(clientX, clientY);
  }

  window.addEventListener('pointermove', onMove);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', onMove);
  };
}

/** Pixels per frame, increasing with the distance beyond the edge. */
function speedAt(value: number, low: number, high: number): number {
  if (value < low + edge) return -Math.min(maxSpeed, (low + edge - value) / 2);
  return value > high - edge ? Math.min(maxSpeed, (value - high + edge) / 2) : 0;
}
