import { Trans } from '@lingui/react/macro';

import classes from './selection-bar.module.css';

interface SelectionNoteProps {
  isKept: boolean;
  isElsewhere: boolean;
}

/** Where a selection lies that is too long for the address. */
export function SelectionNote({ isKept, isElsewhere }: SelectionNoteProps) {
  return (
    <div aria-live="polite">
      {isKept && (
        <p className={classes.note}>
          <Trans>This selection is too long for a link: it stays in this tab.</Trans>
        </p>
      )}
      {isElsewhere && (
        <p className={classes.note}>
          <Trans>The selection of this link was too long for it: it stayed in the tab that it was made in.</Trans>
        </p>
      )}
    </div>
  );
}
