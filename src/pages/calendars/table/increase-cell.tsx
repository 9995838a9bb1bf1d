import { Trans } from '@lingui/react/macro';

import { useLocale } from '#ui/locale.tsx';
import type { Increase } from '#domain/calendars/calendar-summary.ts';

import classes from './cells.module.css';

/** The next rise of the level: by how much, and when. */
export function IncreaseCell({ increase, unit }: { increase: Increase | null; unit: string | null }) {
  const { formatDate, formatQuantity } = useLocale();
  if (increase === null) {
    return (
      <span className={classes.none}>
        <Trans>none</Trans>
      </span>
    );
  }
  return (
    <span className={classes.stack}>
      <b className={classes.figure}>+{formatQuantity(increase.by, unit)}</b>
      <time dateTime={increase.date} className={classes.minor}>
        {formatDate(increase.date, 'medium')}
      </time>
    </span>
  );
}
