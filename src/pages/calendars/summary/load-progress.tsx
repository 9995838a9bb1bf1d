import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';

import type { CalendarLoadSnapshot } from '#api/calendars/load-state.ts';

import classes from './summary.module.css';

/** How many pages have come, with a way to stop. */
export function LoadProgress({ snapshot, onCancel }: { snapshot: CalendarLoadSnapshot; onCancel: () => void }) {
  const { t } = useLingui();
  const { phase, donePages, totalPages, pausedUntil } = snapshot;
  const done = String(donePages);
  const all = String(totalPages ?? 0);
  return (
    <div className={classes.progress} tabIndex={-1} data-focus-heir>
      <progress
        aria-label={t`Loading pages`}
        className={classes.bar}
        {...(totalPages !== null && { value: donePages, max: Math.max(totalPages, 1) })}
      />
      <p className={classes.words}>
        {phase === 'signed-out' ? (
          <Trans>Waits until you have signed in again</Trans>
        ) : totalPages === null ? (
          <Trans>Asking how many there are</Trans>
        ) : (
          <Trans>
            {done} of {all} pages done
          </Trans>
        )}
        {pausedUntil !== null && (
          <span className={classes.pause}>
            <Trans>The service asked for a pause; it goes on by itself.</Trans>
          </span>
        )}
      </p>
      <Button variant="default" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
