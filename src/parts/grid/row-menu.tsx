import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { ArrowDownToLine, ArrowUpToLine, CopyPlus, Eraser, Trash2 } from 'lucide-react';

import { sizeOf } from './cell-range.ts';
import { clearCells, deleteRows, fillDown, insertRows } from './grid-commands.ts';
import { useGrid } from './grid-context.ts';
import type { Point } from './use-row-menu.ts';

/** Menu for the selected rows, at a point of the window; closed if null. Loaded when first opened. */
export function RowMenu({ point, onClose }: { point: Point | null; onClose: () => void }) {
  const { t } = useLingui();
  const { session, presence } = useGrid();
  const { rows } = sizeOf(session.range);
  // Focus returns to the previous element only if the menu opens after it has mounted.
  const isMounted = useMounted();

  const run = (command: () => void) => () => {
    // If the command moves to another cell, that cell receives focus instead.
    presence.enter();
    command();
  };

  return (
    <Menu
      opened={point !== null && isMounted}
      onChange={(opened) => opened || onClose()}
      position="bottom-start"
      offset={4}
      hideDetached={false}
      transitionProps={{ duration: 0 }}
      clickOutsideEvents={['pointerdown']}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: point?.x, top: point?.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Rows`} aria-labelledby={undefined}>
        <Menu.Item leftSection={<ArrowUpToLine size={16} />} onClick={run(() => insertRows(session, 'above'))}>
          <Plural value={rows} one="Insert row above" other="Insert # rows above" />
        </Menu.Item>
        <Menu.Item leftSection={<ArrowDownToLine size={16} />} onClick={run(() => insertRows(session, 'below'))}>
          <Plural value={rows} one="Insert row below" other="Insert # rows below" />
        </Menu.Item>
        <Menu.Item leftSection={<CopyPlus size={16} />} onClick={run(() => fillDown(session))}>
          <Trans>Fill down</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<Eraser size={16} />} onClick={run(() => clearCells(session))}>
          <Trans>Clear cells</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<Trash2 size={16} />} onClick={run(() => deleteRows(session))}>
          <Plural value={rows} one="Delete row" other="Delete # rows" />
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
