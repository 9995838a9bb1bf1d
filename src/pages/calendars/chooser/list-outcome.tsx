import { Trans } from '@lingui/react/macro';

import type { SavedList } from '#features/calendar-lists/saved-list.ts';
import { UndoNote } from '#ui/undo-note.tsx';

import classes from './chooser.module.css';

interface ListOutcomeProps {
  /** Deleted a moment ago. */
  deleted: SavedList | null;
  /** The name under which a list was kept a moment ago. */
  kept: string | null;
  onUndo: (list: SavedList) => void;
}

/** What was done to the saved lists last, and the way back from a deletion. */
export function ListOutcome({ deleted, kept, onUndo }: ListOutcomeProps) {
  return (
    <output className={classes.line}>
      {deleted !== null && <UndoNote key={deleted.id} name={deleted.name} onUndo={() => onUndo(deleted)} />}
      {deleted === null && kept !== null && (
        <span className={classes.muted}>
          <Trans>
            Kept as <bdi>{kept}</bdi>
          </Trans>
        </span>
      )}
    </output>
  );
}
