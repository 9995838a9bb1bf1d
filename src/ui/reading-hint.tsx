import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';

import { Anchor } from './popover-panel.tsx';

interface ReadingHintProps {
  field: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** What was read from the text in a field, below it while typing. It covers what is there, so that nothing moves. */
export function ReadingHint({ field, children }: ReadingHintProps) {
  return (
    <Popover opened position="bottom-start" offset={4} withRoles={false} transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Anchor anchor={field} />
      </Popover.Target>
      <Popover.Dropdown c="dimmed" fz={13} px={8} py={4} maw="90vw" style={{ pointerEvents: 'none' }}>
        <output>{children}</output>
      </Popover.Dropdown>
    </Popover>
  );
}
