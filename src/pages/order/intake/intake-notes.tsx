import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import type { OrderSession } from '#pages/order/lines/order-session.ts';
import styles from '#pages/order/order-page.module.css';
import { LinkButton } from '#ui/link-button.tsx';

/** What became of a list. */
export interface IntakeNotice {
  text: string;
  /** The change that it tells of, which can be undone from here while it is the latest. */
  undoes?: string | undefined;
}

const shownFor = 10_000;

/** Says for a while what became of a list. */
export function IntakeNotes(props: { notice: IntakeNotice | null; lines: OrderSession['lines']; onGone: () => void }) {
  const { t } = useLingui();
  const { notice, lines } = props;
  const { undo } = useSyncExternalStore(lines.subscribeHistory, lines.getHistory);
  const onGone = useEffectEvent(props.onGone);
  useEffect(() => {
    const timer = notice === null ? undefined : setTimeout(() => onGone(), shownFor);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <p aria-live="polite" className={styles.notice}>
      {notice?.text}
      {notice?.undoes !== undefined && undo === notice.undoes && (
        <LinkButton
          // The page has another button to undo.
          aria-label={t`Undo: ${notice.text}`}
          onClick={() => {
            lines.undo();
            props.onGone();
          }}
        >
          <Trans>Undo</Trans>
        </LinkButton>
      )}
    </p>
  );
}
