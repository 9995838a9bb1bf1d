import { Trans } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';

import styles from './answer-waiting.module.css';

/** The shape of an answer: product, badge, date, sentence. */
export function AnswerWaiting() {
  return (
    <div className={styles.waiting}>
      <span className={styles.words}>
        <Trans>Asking the service …</Trans>
      </span>
      <Skeleton height={18} width="45%" />
      <Skeleton height={34} width={120} radius="xl" />
      <Skeleton height={56} width="62%" />
      <Skeleton height={18} width="34%" />
      <Skeleton height={16} width="78%" mt={8} />
      <Skeleton height={14} width="56%" />
    </div>
  );
}
