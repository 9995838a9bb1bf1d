import '@mantine/core/styles/Popover.css';
import { Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';

import { Anchor } from '#ui/popover-panel.tsx';

interface CellProblemProps {
  id: string;
  /** Input of the cell. */
  field: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** Error message below a cell with invalid text. */
export function CellProblem({ id, field, children }: CellProblemProps) {
  return (
    <Popover opened position="bottom-start" offset={4} withRoles={false}>
      <Popover.Target>
        <Anchor anchor={field} />
      </Popover.Target>
      <Popover.Dropdown id={id} role="alert" c="var(--sh-late)" fz={14} px={10} py={6} maw="22rem">
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
