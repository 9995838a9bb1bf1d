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
  does: () => void;
  /** Set apart from the actions before it. */
  startsGroup?: boolean;
}

interface ActionMenuProps {
  /** The button that opens it. */
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  /** The accessible name of the menu. */
  label: string;
  actions: readonly MenuAction[];
  onClose: () => void;
}

/** Actions beneath a button that may have been there before the menu was loaded. */
export function ActionMenu({ anchor, isOpen, label, actions, onClose }: ActionMenuProps) {
  // A menu that opens after it was mounted gives the focus back to where it was.
  const isMounted = useMounted();
  return (
    <Menu opened={isOpen && isMounted} onChange={(opened) => opened || onClose()} position="bottom-end">
      <Menu.Target>
        <Anchor anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} aria-labelledby={undefined}>
        {actions.map(({ id, Icon, label, does, startsGroup }) => (
          <Fragment key={id}>
            {startsGroup && <Menu.Divider />}
            <Menu.Item
              leftSection={<Icon aria-hidden size={16} />}
              onClick={() => {
                // A dialog that the action opens gives the focus back to where it was: the item is gone by then.
                anchor.current?.focus();
                does();
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
