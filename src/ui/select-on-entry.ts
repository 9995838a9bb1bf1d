import type { MouseEvent } from 'react';

/**
 * Selects the text of a field by the press that moves the focus to it, so that typing replaces it; the next press places the
 * cursor. A handler of `onMouseDown`.
 */
export function selectOnEntry(event: MouseEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  if (field === document.activeElement || event.button !== 0) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.select();
}
