import { Trans } from '@lingui/react/macro';

import type { CalendarDate } from '#lib/calendar-date.ts';

import { useOrderWords } from './use-order-words.ts';
import styles from './verdict-strip.module.css';

interface VerdictDateProps {
  date: CalendarDate;
  label: string;
  /** Whether it rests on a max lead time alone, where its label doesn't say so. */
  isTheory?: boolean;
}

/** A date of the verdict as the service gave it; one up to today reads today. */
export function VerdictDate({ date, label, isTheory = false }: VerdictDateProps) {
  const { today, formatDate, formatFromToday } = useOrderWords();
  const isPast = date <= today;
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- a name is allowed on the role, where it is written */}
      <time role="time" dateTime={date} aria-label={label} className={isTheory ? styles.theory : styles.date}>
        {isPast ? <Trans>today</Trans> : formatDate(date, 'medium')}
      </time>
      {!isPast && <span className={styles.why}>{formatFromToday(date)}</span>}
      {isTheory && (
        <span className={styles.why}>
          <Trans>at max lead time, not from stock</Trans>
        </span>
      )}
    </>
  );
}
