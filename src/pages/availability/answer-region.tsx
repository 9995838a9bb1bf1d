import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import styles from './answer-region.module.css';

/** The place of the answer. Its headline is read aloud as a whole when it changes, what hangs on it is not. */
export function AnswerRegion(props: { kind?: string; headline: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  return (
    <section className={styles.region} data-kind={props.kind} aria-label={t`Answer`}>
      <div aria-live="polite" aria-atomic="true">
        {props.headline}
      </div>
      {props.children}
    </section>
  );
}
