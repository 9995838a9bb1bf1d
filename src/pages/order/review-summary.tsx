import { Plural, Trans } from '@lingui/react/macro';

import type { OrderListReading } from '#domain/order-list/order-list.ts';

import styles from './review-dialog.module.css';

/** What became of the list: nothing in it is lost. */
export function ReviewSummary(props: { source: string | null; reading: OrderListReading; openRefused: number }) {
  const { source, reading, openRefused } = props;
  const { lines, skipped } = reading;
  return (
    <p className={styles.summary} aria-live="polite">
      {source !== null && (
        <>
          <bdi>{source}</bdi>:{' '}
        </>
      )}
      <strong>
        <Plural value={lines.length} one="# line understood" other="# lines understood" />
      </strong>
      {openRefused > 0 && (
        <>
          ,{' '}
          <strong className={styles.bad}>
            <Plural
              value={openRefused}
              one="# line needs a look: fix it here, or it is left out"
              other="# lines need a look: fix them here, or they are left out"
            />
          </strong>
        </>
      )}
      {skipped.length > 0 && (
        <>
          . <Trans>Headers, rulers and totals skipped: {skipped.length}</Trans>
        </>
      )}
    </p>
  );
}
