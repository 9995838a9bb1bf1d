import { useLingui } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';

import styles from './answer-region.module.css';

interface AnswerRegionProps {
  /** What the answer rests on; none while there is no answer. */
  kind?: string;
  headline: ReactNode;
  children?: ReactNode;
  isCompact?: boolean;
  /** What can be done with it, beside a compact answer or beneath it. */
  aside?: ReactNode;
  /** Takes the focus from whoever asked for another answer. */
  ref?: Ref<HTMLElement>;
}

/**
 * The place of the answer. Its headline is read aloud as a whole when it changes, what hangs on it is not; so it has
 * to be on the page before the answer is.
 */
export function AnswerRegion(props: AnswerRegionProps) {
  const { kind, headline, children, isCompact = false, aside, ref } = props;
  const { t } = useLingui();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={styles.region}
      data-kind={kind}
      data-compact={isCompact || undefined}
      aria-label={t`Answer`}
    >
      <div aria-live="polite" aria-atomic="true">
        {headline}
      </div>
      {children}
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </section>
  );
}
