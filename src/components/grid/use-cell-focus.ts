import { useLayoutEffect, type RefObject } from 'react';

import { useGrid } from './grid-context.ts';

/** Gives the keyboard to an element as it becomes the grid's active one, if the grid has it. */
export function useCellFocus(element: RefObject<HTMLElement | null>, isActive: boolean): void {
  const { presence } = useGrid();
  useLayoutEffect(() => {
    if (isActive && presence.hasFocus) element.current?.focus({ preventScroll: true });
  }, [element, isActive, presence]);
}
