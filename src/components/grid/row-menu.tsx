import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowDownToLine, ArrowUpToLine, CopyPlus, Eraser, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import { AnchoredPopover, type PopoverAnchor } from './anchored-popover.tsx';
import { heightOf } from './cell-range.ts';
import { clearCells, deleteRows, fillDown, insertRows } from './grid-commands.ts';
import { useGrid } from './grid-context.ts';
import classes from './row-menu.module.css';

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
    onClose();
    // Where the command leads to another cell, that one takes the keyboard over from the menu.
    presence.enter();
    command();
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') onClose();
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
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
    <AnchoredPopover anchor={anchor} kind="menu" aria-label={t`Rows`} onDismiss={onClose} onKeyDown={onKeyDown}>
      {items.map(({ id, Icon, does, label }, index) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          data-autofocus={index === 0 || undefined}
          tabIndex={-1}
          className={classes['item']}
          onClick={() => run(does)}
        >
          <Icon aria-hidden size={16} />
          {label}
        </button>
      ))}
    </AnchoredPopover>
  );
}
