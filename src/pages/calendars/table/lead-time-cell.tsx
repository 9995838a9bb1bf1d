import { Trans } from '@lingui/react/macro';
import { Hourglass } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';
import type { CalendarDate } from '#lib/calendar-date.ts';

import classes from './cells.module.css';

/** The date from which any quantity can be had in theory: hatched, as everywhere. */
export function LeadTimeCell({ date }: { date: CalendarDate | null }) {
  const { formatDate } = useLocale();
  if (date === null) {
    return (
      <span className={classes.none}>
        <Trans>none</Trans>
      </span>
    );
  }
  return (
    <span className={classes.leadTime}>
      <Hourglass aria-hidden size={14} />
      <time dateTime={date}>{formatDate(date, 'medium')}</time>
    </span>
  );
}
