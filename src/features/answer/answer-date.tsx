import type { CalendarDate } from '#lib/calendar-date.ts';

import styles from './answer-headline.module.css';
import { dateWords, distanceWords, shortDateWords, weekdayWords, type Wording } from './wording.ts';

/** The stock date as the service gave it, in words and in days from today; a past one reads *today*. */
export function AnswerDate({ date, wording }: { date: CalendarDate; wording: Wording }) {
  const distance = distanceWords(wording, date);
  const isToday = date <= wording.today;
  return (
    <time dateTime={date} className={styles.date}>
      <span className={styles.day}>{isToday ? distance : shortDateWords(wording, date)}</span>{' '}
      <span className={styles.distance}>
        {isToday ? dateWords(wording, wording.today) : `${weekdayWords(wording, date)}, ${distance}`}
      </span>
    </time>
  );
}
