import { Trans, useLingui } from '@lingui/react/macro';

import type { CalendarLoadSnapshot } from '#api/calendars/calendar-load.ts';
import { useLocale } from '#ui/locale.tsx';
import { ProgressStrip } from '#ui/progress.tsx';

import classes from './summary.module.css';

/** How many pages have come, with a way to stop. */
export function LoadProgress({ snapshot, onCancel }: { snapshot: CalendarLoadSnapshot; onCancel: () => void }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { phase, donePages, totalPages, pausedUntil } = snapshot;
  return (
    <div className={classes.progress}>
      <ProgressStrip
        label={t`Loading pages`}
        share={totalPages === null ? null : { value: donePages, max: Math.max(totalPages, 1) }}
        isPaused={pausedUntil !== null}
        onCancel={onCancel}
      >
        {phase === 'signed-out' ? (
          <Trans>Waits until you have signed in again</Trans>
        ) : totalPages === null ? (
          <Trans>Asking how many there are</Trans>
        ) : (
          <Trans>
            {formatCount(donePages)} of {formatCount(totalPages)} pages done
          </Trans>
        )}
      </ProgressStrip>
    </div>
  );
}
