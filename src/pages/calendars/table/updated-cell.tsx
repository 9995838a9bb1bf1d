import { Trans } from '@lingui/react/macro';

import { useLocale } from '#ui/locale.tsx';
import type { CalendarDate } from '#lib/calendar-date.ts';

import classes from './cells.module.css';

/** When the service last changed the product's stock; `date` undefined is on the way, null was not given. */
export function UpdatedCell({ date }: { date: CalendarDate | null | undefined }) {
  const { formatDate } = useLocale();
  if (date === undefined) return <span className={classes.coming} />;
  if (date === null) {
    return (
      <span className={classes.none}>
        <Trans>not given</Trans>
      </span>
    );
  }
  return <time dateTime={date}>{formatDate(date, 'medium')}</time>;
}
