import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowDownToLine, ArrowUpToLine, CopyPlus, Eraser, Trash2 } from 'lucide-react';

import { ActionMenu } from '#ui/action-menu.tsx';

import type { PopoverAnchor } from '#ui/anchored-popover.tsx';
import { heightOf } from './cell-range.ts';
import { clearCells, deleteRows, fillDown, insertRows } from './grid-commands.ts';
import { useGrid } from './grid-context.ts';

interface RowMenuProps {
  anchor: PopoverAnchor;
  onClose: () => void;
}

/** What can be done with the selected rows. */
export function RowMenu({ anchor, onClose }: RowMenuProps) {
  const { t } = useLingui();
  const { session, presence } = useGrid();
  const rows = heightOf(session.range);

  function run(command: () => void) {
    // Where the command leads to another cell, that one takes the keyboard over from the menu.
    presence.enter();
    command();
  }

  const items = [
    {
      id: 'above',
      Icon: ArrowUpToLine,
      does: () => insertRows(session, 'above'),
      label: <Plural value={rows} one="Insert row above" other="Insert # rows above" />,
    },
    {
      id: 'below',
      Icon: ArrowDownToLine,
      does: () => insertRows(session, 'below'),
      label: <Plural value={rows} one="Insert row below" other="Insert # rows below" />,
    },
    { id: 'fill', Icon: CopyPlus, does: () => fillDown(session), label: <Trans>Fill down</Trans> },
    { id: 'clear', Icon: Eraser, does: () => clearCells(session), label: <Trans>Clear cells</Trans> },
    {
      id: 'delete',
      Icon: Trash2,
      does: () => deleteRows(session),
      label: <Plural value={rows} one="Delete row" other="Delete # rows" />,
    },
  ];

  return (
    <ActionMenu
      anchor={anchor}
      label={t`Rows`}
      actions={items.map((item) => Object.assign(item, { does: run.bind(null, item.does) }))}
      onClose={onClose}
    />
  );
}
