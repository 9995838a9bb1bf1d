import { Trans, useLingui } from '@lingui/react/macro';
import { Rows3 } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { heightOf, isSingle, rangeOf, widthOf, type CellPosition } from './cell-range.ts';
import { useGrid } from './grid-context.ts';
import classes from './grid-footer.module.css';
import type { GridMessage } from './grid-message.ts';
import { messageText, sizeText } from './message-text.ts';
import { useRowEntry } from './use-row.ts';

interface GridFooterProps {
  hintId: string;
  onRows: (button: HTMLElement) => void;
}

interface Said {
  message: GridMessage;
  of: CellPosition;
}

/** What happened last or what is wrong with the active cell, how much is selected, and how to get out by keyboard. */
export function GridFooter({ hintId, onRows }: GridFooterProps) {
  const { i18n } = useLingui();
  const { session } = useGrid();
  const [said, setSaid] = useState<Said | null>(null);
  const selection = useSyncExternalStore(session.selection.subscribe, session.selection.getState);
  const problem = useActiveProblem();
  const range = rangeOf(selection);

  // What was said of one cell says nothing of the next.
  const message = said?.of === selection.active ? said.message : null;
  useEffect(
    () => session.onMessage((message) => setSaid({ message, of: session.selection.getState().active })),
    [session],
  );

  return (
    <div className={classes['footer']}>
      <output className={classes['status']} data-problem={problem !== null || undefined}>
        {problem ?? (message && messageText(i18n, message))}
      </output>
      <span id={hintId} className={classes['hint']}>
        <Trans>
          <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the table
        </Trans>
      </span>
      {!isSingle(range) && (
        <span className={classes['size']}>{sizeText(i18n, { rows: heightOf(range), columns: widthOf(range) })}</span>
      )}
      <button
        type="button"
        className={classes['rows']}
        aria-haspopup="menu"
        onClick={(event) => onRows(event.currentTarget)}
      >
        <Rows3 aria-hidden size={16} />
        <Trans>Rows</Trans>
      </button>
    </div>
  );
}

function useActiveProblem(): string | null {
  const { session, columns } = useGrid();
  const { active } = useSyncExternalStore(session.selection.subscribe, session.selection.getState);
  const entry = useRowEntry(session.keyAt(active.row));
  return (entry && columns[active.column]?.problem?.(entry)) ?? null;
}
