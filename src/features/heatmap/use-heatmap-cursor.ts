import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';

import { placeAfterKey, placeWithin, type CellPlace } from './heatmap-cursor.ts';
import type { HeatmapGridProps } from './heatmap-grid.tsx';
import { headerHeight } from './heatmap-layout.ts';

/** Which cell has the keyboard, and which one is read: that under the pointer, else the one in focus. */
export function useHeatmapCursor(scroller: RefObject<HTMLElement | null>, props: HeatmapGridProps) {
  const { products, columns, layout, onOpen } = props;
  const { cell, nameWidth } = layout;
  const extent = { rows: products.length, columns: columns.length };
  const [kept, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<CellPlace | null>(null);
  const [moved, setMoved] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const active = placeWithin(kept, extent);

  function moveTo(place: CellPlace) {
    setActive(place);
    setMoved(true);
  }

  function placeUnder(event: MouseEvent): CellPlace | null {
    const element = scroller.current;
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (x < nameWidth || y < headerHeight) return null;
    const row = Math.floor((y - headerHeight + element.scrollTop) / cell.height);
    const column = Math.floor((x - nameWidth + element.scrollLeft) / cell.width);
    return row < extent.rows && column < extent.columns ? { row, column } : null;
  }

  function point(place: CellPlace | null) {
    setPointed((before) => (before?.row === place?.row && before?.column === place?.column ? before : place));
  }

  const handlers = {
    onPointerMove: (event: MouseEvent) => point(placeUnder(event)),
    onPointerLeave: () => point(null),
    onClick(event: MouseEvent) {
      const place = placeUnder(event);
      if (place) moveTo(place);
    },
    onScroll: () => point(null),
    onFocus: (event: FocusEvent) => setHasFocus(event.target.getAttribute('role') === 'gridcell'),
    onBlur: () => setHasFocus(false),
    onKeyDown(event: KeyboardEvent) {
      const product = products[active.row];
      if (event.key === 'Enter' && hasFocus && product) {
        event.preventDefault();
        onOpen(product.productId);
        return;
      }
      if (event.altKey) return;
      const height = (scroller.current?.clientHeight ?? 0) - headerHeight;
      const page = Math.max(1, Math.floor(height / cell.height) - 1);
      const isWhole = event.ctrlKey || event.metaKey;
      const next = placeAfterKey(active, { key: event.key, isWhole }, { ...extent, page });
      if (next === null) return;
      event.preventDefault();
      moveTo(next);
      point(null);
    },
  };

  const read = pointed ?? (hasFocus ? active : null);
  return { active, takesFocus: moved, read: read && placeWithin(read, extent), handlers };
}
