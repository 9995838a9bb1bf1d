import { Trans } from '@lingui/react/macro';

import { LinkButton } from '#ui/link-button.tsx';

import classes from './undo-note.module.css';

/** What was deleted a moment ago, and the way back; it takes the focus from the button that is gone with it. */
export function UndoNote({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <>
      <span className={classes.what}>
        <Trans>
          <bdi>{name}</bdi> is deleted.
        </Trans>
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as above */}
      <LinkButton autoFocus onClick={onUndo}>
        <Trans>Undo</Trans>
      </LinkButton>
    </>
  );
}
