import { useEffect, type RefObject } from 'react';

/** Gives the focus to `element` once a dialog is gone; it would be lost with the dialog otherwise. */
export function useFocusBack(isOpen: boolean, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const target = element.current;
    return () => {
      if (document.activeElement === document.body) target?.focus({ preventScroll: true });
    };
  }, [isOpen, element]);
}
