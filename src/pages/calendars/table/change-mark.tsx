import { useLingui } from '@lingui/react/macro';
import { ArrowRightLeft } from 'lucide-react';

import type { CalendarChange } from '#domain/calendars/calendar-change.ts';

import classes from './cells.module.css';
import { useChangeWords } from './use-change-words.ts';

/** That the calendar moved since the last look, and by how much. */
export function ChangeMark({ change, unit }: { change: CalendarChange; unit: string | null }) {
  const { t } = useLingui();
  const words = useChangeWords();
  return (
    <span className={classes.moved} title={t`Since the last look: ${words.whole(change, unit)}`}>
      <ArrowRightLeft aria-hidden size={13} />
      {words.brief(change, unit)}
    </span>
  );
}
