// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table element can't give each row a place and a layout of its own
import { useRef, type KeyboardEvent } from 'react';

import { ColumnHeader } from './column-header.tsx';
import { useGrid } from './grid-context.ts';
import classes from './grid-header.module.css';
import { useGridTable } from './use-grid-table.ts';

interface GridHeaderProps {
  /** The column whose menu is open. */
  openColumn: number | null;
  onOpenColumn: (column: number | null) => void;
}

/** The row of headings; the arrow keys reach it from the first row, so that it adds no tab stops. */
export function GridHeader({ openColumn, onOpenColumn }: GridHeaderProps) {
  const { session, columns, isFrozen, presence } = useGrid();
  const row = useRef<HTMLDivElement>(null);
  const table = useGridTable();

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // The keys of the cells do not hold here.
    event.stopPropagation();
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-header]')?.dataset['header']);
    if (Number.isNaN(at)) return;
    const { active } = session.selection.getState();
    if (event.key === 'ArrowDown' && event.altKey) onOpenColumn(at);
    else if (event.key === 'ArrowDown' || event.key === 'Escape') {
      presence.enter();
      session.goTo({ ...active, row: event.key === 'Escape' ? active.row : 0, column: at });
      focusActive(row.current);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const to = at + (event.key === 'ArrowLeft' ? -1 : 1);
      row.current?.querySelector<HTMLElement>(`[data-header="${to}"] button`)?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    <div role="rowgroup" className={classes['header']}>
      <div ref={row} role="row" aria-rowindex={1} className={classes['row']} onKeyDown={onKeyDown}>
        <div aria-hidden data-corner className={classes['corner']} onClick={() => session.selectAll()} />
        {table.getFlatHeaders().map((header, at) => (
          <ColumnHeader
            key={header.id}
            header={header}
            column={columns[at]}
            at={at}
            isFrozen={isFrozen && at === 0}
            isOpen={openColumn === at}
            onOpen={(open) => onOpenColumn(open ? at : null)}
          />
        ))}
      </div>
    </div>
  );
}

/** The arrow may lead back to the cell that was active all along, which then renders nothing anew. */
function focusActive(row: HTMLElement | null) {
  const grid = row?.closest('[role="grid"]');
  grid?.querySelector<HTMLElement>('[data-active] input, [data-active][tabindex="0"]')?.focus();
}
