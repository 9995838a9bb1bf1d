import type { QuantityBreaks } from '#domain/quantity-breaks.ts';
import { type CalendarDate, daysBetween } from '#lib/calendar-date.ts';

import styles from './what-if-panel.module.css';

/** The most that can leave, over the days of a slider; hatched from the max lead time on, where it is no level. */
export function RunningMaximum(props: { breaks: QuantityBreaks; today: CalendarDate; span: number }) {
  const { breaks, beyond } = props.breaks;
  const position = (date: CalendarDate) => (100 * Math.max(0, daysBetween(props.today, date))) / props.span;
  const end = beyond === null ? 100 : position(beyond);
  const top = breaks.at(-1)?.upTo ?? 1;
  const height = (quantity: number) => 100 - (90 * quantity) / top;
  const rises = breaks.map(({ date, upTo }) => `H${position(date)}V${height(upTo)}`);
  return (
    <>
      <svg className={styles.steps} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 100${rises.join('')}H${end}V100Z`} />
      </svg>
      {beyond !== null && <span className={styles.theory} style={{ insetInlineStart: `${end}%` }} />}
    </>
  );
}
