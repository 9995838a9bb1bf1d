import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { AnswerBadge } from '#features/answer-badge/answer-badge.tsx';
import type { Product } from '#contract/gateway.ts';
import type { Answer } from '#domain/answer.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { AnswerDate } from './answer-date.tsx';
import styles from './answer-headline.module.css';
import { answerSentence } from './answer-sentence.ts';
import type { Wording } from './wording.ts';

interface AnswerHeadlineProps {
  answer: Answer;
  quantity: Thousandths;
  /** Null where the page is about the product, and names it in its title. */
  product: Product | null;
  wording: Wording;
  /** A verdict that stands beside the badge. */
  verdict?: ReactNode;
  /** In one line where there is room, for a page that has more to show than the answer. */
  isCompact?: boolean;
}

/** What is read aloud when the answer comes: badge, verdict, date, and the sentence that says it all. */
export function AnswerHeadline(props: AnswerHeadlineProps) {
  const { answer, quantity, product, wording, verdict, isCompact = false } = props;
  return (
    <div className={styles.headline} data-compact={isCompact || undefined}>
      <div className={styles.marks}>
        <AnswerBadge kind={answer.kind} size="large" />
        {verdict}
      </div>
      {answer.kind === 'not-available' ? (
        <p className={styles.none}>
          <Trans>Not available in this quantity</Trans>
        </p>
      ) : (
        <AnswerDate date={answer.date} wording={wording} />
      )}
      <p className={styles.sentence}>{answerSentence(wording, product, quantity, answer)}</p>
      {answer.kind !== 'not-available' && (
        <p className={styles.caution}>
          <Trans>This is the day on which the goods can leave, not a delivery date.</Trans>
        </p>
      )}
    </div>
  );
}
