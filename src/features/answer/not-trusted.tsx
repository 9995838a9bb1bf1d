import { Trans } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';

import type { Answer, AnswerContradiction } from '#domain/answer.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { dateAnswerWords } from './date-answer-words.ts';
import styles from './not-trusted.module.css';
import { quantityWords, type Wording } from './wording.ts';

interface NotTrustedProps {
  answer: Answer;
  contradiction: AnswerContradiction;
  quantity: Thousandths;
  wording: Wording;
}

/** An answer that today's own level contradicts: the finding, and no promise. */
export function NotTrusted({ answer, contradiction, quantity, wording }: NotTrustedProps) {
  const amount = quantityWords(wording, quantity);
  const level = quantityWords(wording, contradiction.levelToday);
  const said = dateAnswerWords(wording, answer);
  return (
    <>
      <p className={styles.title}>
        <ShieldAlert size={32} strokeWidth={1.75} aria-hidden="true" />
        <Trans>Answer not trusted</Trans>
      </p>
      <p className={styles.finding}>
        {contradiction.kind === 'not-enough-today' ? (
          <Trans>
            The service says that {amount} can leave today, but by its own calendar only {level} is there today.
          </Trans>
        ) : (
          <Trans>
            The service's answer for {amount} is “{said}”, but by its own calendar {level} is there today already.
          </Trans>
        )}
      </p>
      <p className={styles.advice}>
        <Trans>Promise nothing from this. Ask again, and if it stays, tell whoever runs the stock service.</Trans>
      </p>
    </>
  );
}
