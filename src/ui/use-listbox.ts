import { useId, useState, type KeyboardEvent } from 'react';

interface ListboxOptions {
  count: number;
  /** Whether the list is on screen. */
  open: boolean;
  onOpen?: () => void;
  onClose: () => void;
  onPick: (index: number) => void;
  /** Whether the first option is active as soon as there is one. */
  eager?: boolean;
}

/**
 * The keyboard and the ARIA attributes of an editable combobox with a list: focus stays in the input, arrows move
 * the active option, Enter picks it, Escape closes the list.
 */
export function useListbox({ count, open, onOpen, onClose, onPick, eager = false }: ListboxOptions) {
  const id = useId();
  const [moved, setMoved] = useState<number | null>(null);
  const expanded = open && count > 0;
  const fallback = eager ? 0 : -1;
  const active = expanded ? Math.min(moved ?? fallback, count - 1) : -1;
  const optionId = (index: number) => `${id}-option-${index}`;

  function move(to: number) {
    const next = (to + count) % count;
    setMoved(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!expanded) onOpen?.();
      else if (event.key === 'ArrowDown') move(active + 1);
      else move(active <= 0 ? count - 1 : active - 1);
    }
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      onPick(active);
    }
    if (event.key === 'Escape' && expanded) {
      event.stopPropagation();
      onClose();
    }
  }

  return {
    active,
    expanded,
    /** Forgets where the arrows were; to be called when the options change. */
    reset: () => setMoved(null),
    inputProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': expanded,
      'aria-controls': expanded ? id : undefined,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      onKeyDown,
    },
    listProps: { id, role: 'listbox' },
    optionProps: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onMouseMove: () => setMoved(index),
      onClick: () => onPick(index),
    }),
  };
}
