import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleSlash, Hourglass, Truck } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';
import type { Answer } from '#domain/answer.ts';

import classes from './cells.module.css';

const icons = {
  'in-stock': CircleCheck,
  expected: Truck,
  'max-lead-time': Hourglass,
  'not-available': CircleSlash,
} as const;

/** When a quantity can leave, and what that rests on: by icon, colour and words; a past date reads today. */
export function AnswerCell({ answer }: { answer: Answer }) {
  const { t } = useLingui();
  const { today, formatDate } = useLocale();
  const Icon = icons[answer.kind];
  const kinds = {
    'in-stock': t`In stock`,
    expected: t`Expected`,
    'max-lead-time': t`Max lead time`,
    'not-available': t`Not available`,
  };
  const kind = kinds[answer.kind];
  return (
    <span className={classes.answer} data-kind={answer.kind} title={kind}>
      <Icon aria-hidden size={15} />
      {answer.kind === 'not-available' ? (
        <span className={classes.none}>{kind}</span>
      ) : (
        <>
          <time dateTime={answer.date}>
            {answer.date <= today ? <Trans>today</Trans> : formatDate(answer.date, 'medium')}
          </time>
          <span className={classes.unseen}>, {kind}</span>
        </>
      )}
    </span>
  );
}
