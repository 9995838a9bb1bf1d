import { useClickOutside, useDisclosure, useHotkeys } from '@mantine/hooks';
import { useRef, type FocusEvent } from 'react';

/** A panel beneath its button. It closes when the person points or goes elsewhere, and by Escape, which leads back to the button. */
export function useDropdown() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const root = useClickOutside<HTMLDivElement>(close);

  function leave() {
    if (!opened) return;
    close();
    button.current?.focus();
  }

  useHotkeys([['Escape', leave]], []);

  return {
    opened,
    toggle,
    /** Closes the panel, with the focus back on the button. */
    leave,
    button,
    /** For what holds both the button and the panel. */
    around: {
      ref: root,
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      },
    },
  };
}
