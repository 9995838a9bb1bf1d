import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject } from 'react';

import { Anchor } from './popover-panel.tsx';

export interface MenuAction {
  id: string;
  Icon: LucideIcon;
  label: ReactNode;
  run: () => void;
  /** Whether a divider separates it from the actions before it. */
  startsGroup?: boolean;
}

interface ActionMenuProps {
  /** The button that opens the menu. */
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  /** Accessible name of the menu. */
  label: string;
  actions: readonly MenuAction[];
  onClose: () => void;
}

/** Menu below a button. The button may be rendered before this module is loaded. */
export function ActionMenu({ anchor, isOpen, label, actions, onClose }: ActionMenuProps) {
  // Focus returns to the previous element only if the menu opens after it has mounted.
  const isMounted = useMounted();
  return (
    <Menu
      opened={isOpen && isMounted}
      onChange={(opened) => opened || onClose()}
      position="bottom-end"
      // A menu that is hidden while the page scrolls would lose the focus.
      hideDetached={false}
    >
      <Menu.Target>
        <Anchor anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown maw="calc(100vw - 16px)" aria-label={label} aria-labelledby={undefined}>
        {actions.map(({ id, Icon, label, run, startsGroup }) => (
          <Fragment key={id}>
            {startsGroup && <Menu.Divider />}
            <Menu.Item
              leftSection={<Icon aria-hidden size={16} />}
              onClick={() => {
                // A dialog opened by the action returns focus to the button, because the menu item no longer exists.
                anchor.current?.focus();
                run();
              }}
            >
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
