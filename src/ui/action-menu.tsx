import type { LucideIcon } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';

import { AnchoredPopover, type PopoverAnchor } from '#ui/anchored-popover.tsx';

import classes from './action-menu.module.css';

export interface MenuAction {
  id: string;
  Icon: LucideIcon;
  label: ReactNode;
  does: () => void;
  /** Set apart from the actions before it. */
  startsGroup?: boolean;
}

interface ActionMenuProps {
  anchor: PopoverAnchor;
  /** The accessible name of the menu. */
  label: string;
  actions: readonly MenuAction[];
  onClose: () => void;
}

/** Actions beneath a button, gone through by arrow keys. An action runs after the menu has closed. */
export function ActionMenu({ anchor, label, actions, onClose }: ActionMenuProps) {
  return (
    <AnchoredPopover anchor={anchor} kind="menu" aria-label={label} onDismiss={onClose} onKeyDown={moveOn(onClose)}>
      {actions.map(({ id, Icon, label, does, startsGroup }, index) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          data-autofocus={index === 0 || undefined}
          data-starts-group={startsGroup}
          tabIndex={-1}
          className={classes['item']}
          onClick={() => {
            onClose();
            does();
          }}
        >
          <Icon aria-hidden size={16} />
          {label}
        </button>
      ))}
    </AnchoredPopover>
  );
}

function moveOn(onClose: () => void) {
  return (event: KeyboardEvent) => {
    event.stopPropagation();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') onClose();
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
  };
}
