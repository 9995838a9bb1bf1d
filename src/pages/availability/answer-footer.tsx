import { AnswerAge } from '#features/answer-age/answer-age.tsx';
import { AddToOrderButton } from '#features/saved-orders/add-to-order-button.tsx';
import type { Answer } from '#domain/answer.ts';

import styles from './answer-footer.module.css';
import { CopyAnswer } from './copy-answer.tsx';
import type { Asked } from './use-asked.ts';

/** How old the answer is, and the answer to take along; null leaves nothing to take. */
export function AnswerFooter({ asked, answer }: { asked: Asked; answer: Answer | null }) {
  const { item, calendar } = asked;
  return (
    <footer className={styles.footer}>
      <AnswerAge
        lastUpdateDate={answer?.kind === 'not-available' ? null : item.data?.lastUpdateDate}
        fetchedAt={item.settledAt}
        isFetching={item.isFetching}
        onRefresh={item.refresh}
      />
      <div className={styles.actions}>
        <AddToOrderButton {...asked.question} />
        {answer !== null && !calendar.isPending && <CopyAnswer asked={asked} answer={answer} />}
      </div>
    </footer>
  );
}
