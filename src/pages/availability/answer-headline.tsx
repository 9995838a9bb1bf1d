import { Trans } from '@lingui/react/macro';

import { AnswerBadge } from '#components/answer-badge/answer-badge.tsx';
import type { Answer } from '#domain/answer.ts';

import { AnswerDate } from './answer-date.tsx';
import styles from './answer-headline.module.css';
import { answerSentence } from './answer-sentence.ts';
import { ProductLine } from './product-line.tsx';
import type { Asked } from './use-asked.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** What is read aloud when the answer comes: badge, date, whether it is in time, and the sentence. */
export function AnswerHeadline({ asked, answer }: { asked: Asked; answer: Answer }) {
  const { product, wording, question } = asked;
  return (
    <>
      <ProductLine product={product} />
      <div className={styles.marks}>
        <AnswerBadge kind={answer.kind} size="large" />
        <VerdictMark asked={asked} answer={answer} />
      </div>
      {answer.kind === 'not-available' ? (
        <p className={styles.none}>
          <Trans>Not available in this quantity</Trans>
        </p>
      ) : (
        <AnswerDate date={answer.date} wording={wording} />
      )}
      <p className={styles.sentence}>{answerSentence(wording, product, question.quantity, answer)}</p>
      {answer.kind !== 'not-available' && (
        <p className={styles.caution}>
          <Trans>This is the day on which the goods can leave, not a delivery date.</Trans>
        </p>
      )}
    </>
  );
}
