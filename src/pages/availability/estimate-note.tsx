import { Trans } from '@lingui/react/macro';

import styles from './estimate-note.module.css';

/** Marks figures that this dashboard worked out itself: the service's own answer is the truth beside them. */
export function EstimateNote() {
  return (
    <span className={styles.note}>
      <Trans>Estimate from the calendar</Trans>
    </span>
  );
}
