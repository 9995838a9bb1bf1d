import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';
import type { CalendarDate } from '#lib/calendar-date.ts';

import classes from './answer-age.module.css';
import { formatAge } from './format-age.ts';
import { useNow } from './use-now.ts';

interface AnswerAgeProps {
  /** When the supplier's figures were last updated (§2.2); null where the answer doesn't say. */
  lastUpdateDate?: CalendarDate | null;
  /** When the answer was fetched: the query's `dataUpdatedAt`. */
  fetchedAt: number;
  onRefresh?: () => void;
  isFetching?: boolean;
}

const aMoment = 60_000;

/** How old an answer is, and a button that asks again. */
export function AnswerAge({ lastUpdateDate, fetchedAt, onRefresh, isFetching = false }: AnswerAgeProps) {
  const { t } = useLingui();
  const { locale, formatDate } = useLocale();
  const now = useNow();
  const age = formatAge(fetchedAt, now, locale);
  return (
    <p className={classes['age']}>
      <span>
        {lastUpdateDate && (
          <>
            <Trans>Stock figures of {formatDate(lastUpdateDate, 'medium')}</Trans>
            {' · '}
          </>
        )}
        {now - fetchedAt < aMoment ? <Trans>asked just now</Trans> : <Trans>asked {age}</Trans>}
      </span>
      {onRefresh && (
        <button
          type="button"
          className={classes['refresh']}
          onClick={onRefresh}
          aria-label={t`Ask again`}
          title={t`Ask again`}
          data-busy={isFetching || undefined}
        >
          <RotateCw aria-hidden size={15} />
        </button>
      )}
    </p>
  );
}
