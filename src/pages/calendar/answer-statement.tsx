import { Trans } from '@lingui/react/macro';

import { AnswerBadge } from '#components/answer-badge/answer-badge.tsx';
import { useLocale } from '#components/locale/locale-context.tsx';
import type { Answer } from '#domain/answer.ts';
import { later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './calendar-answer.module.css';

interface AnswerStatementProps {
  answer: Answer;
  quantity: Thousandths;
  unit: string | null;
}

/** Badge, date and a sentence: when the quantity can leave, and what that rests on. */
export function AnswerStatement({ answer, quantity, unit }: AnswerStatementProps) {
  const { today, formatDate, formatFromToday, formatQuantity } = useLocale();
  const amount = formatQuantity(quantity, unit);
  if (answer.kind === 'not-available') {
    return (
      <div className={classes.statement}>
        <AnswerBadge kind="not-available" size="large" />
        <p>
          <Trans>{amount} is not available on any date.</Trans>
        </p>
      </div>
    );
  }
  const isToday = answer.date <= today;
  const date = later(answer.date, today);
  return (
    <div className={classes.statement}>
      <AnswerBadge kind={answer.kind} size="large" />
      <time dateTime={answer.date} className={classes.date}>
        <span className={classes.day}>{isToday ? formatFromToday(today) : formatDate(date, 'long')}</span>{' '}
        <span className={classes.distance}>{isToday ? formatDate(today, 'weekday') : formatFromToday(date)}</span>
      </time>
      <p>
        {answer.kind === 'in-stock' && <Trans>{amount} can leave today, from real stock.</Trans>}
        {answer.kind === 'expected' && (
          <Trans>{amount} can leave from that day, from real stock expected by then.</Trans>
        )}
        {answer.kind === 'max-lead-time' && (
          <Trans>{amount} can leave from that day in theory: no real stock holds it before the max lead time.</Trans>
        )}
      </p>
    </div>
  );
}
