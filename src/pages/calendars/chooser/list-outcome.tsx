import { Trans } from '@lingui/react/macro';

import type { SavedList } from '#components/calendar-lists/saved-list.ts';

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
      {deleted !== null && (
        <>
          <span className={classes.muted}>
            <Trans>
              <bdi>{deleted.name}</bdi> is deleted.
            </Trans>
          </span>
          <button
            key={deleted.id}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone with its list
            autoFocus
            type="button"
            className={classes.link}
            onClick={() => onUndo(deleted)}
          >
            <Trans>Undo</Trans>
          </button>
        </>
      )}
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
