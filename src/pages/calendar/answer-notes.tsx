import { Trans } from '@lingui/react/macro';
import { Info, TrendingDown } from 'lucide-react';

import { useLocale } from '#components/locale/locale-context.tsx';
import type { Answer } from '#domain/answer.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import { fallBelow } from '#domain/safe-level.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './calendar-answer.module.css';
import type { Calendar } from './use-calendar.ts';

interface AnswerNotesProps {
  calendar: Calendar;
  answer: Answer;
  quantity: Thousandths;
}

/** What the calendar adds to the answer: the most there ever is, and where the level falls again. */
export function AnswerNotes({ calendar: { whole, product }, answer, quantity }: AnswerNotesProps) {
  const { today, formatDate, formatQuantity } = useLocale();
  const fall = whole && fallBelow(whole, answer, quantity);
  if (fall) {
    const level = formatQuantity(fall.level, product.unit);
    const date = formatDate(fall.date, 'long');
    return (
      <p className={classes.note}>
        <TrendingDown aria-hidden size={18} />
        <Trans>
          The level falls to {level} on {date}.
        </Trans>
      </p>
    );
  }
  const most = whole && answer.kind === 'not-available' ? quantityBreaks(whole).breaks.at(-1) : undefined;
  if (!most) return null;
  const amount = formatQuantity(most.upTo, product.unit);
  const date = formatDate(most.date < today ? today : most.date, 'long');
  return (
    <p className={classes.note}>
      <Info aria-hidden size={18} />
      <Trans>
        By its calendar the most that is available is {amount}, from {date}.
      </Trans>
    </p>
  );
}
