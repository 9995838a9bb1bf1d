import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CloseButton } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

import { useHistory } from '#parts/grid/grid-state.ts';

import type { OrderSession } from '#orders/lines/order-session.ts';
import styles from '#orders/order-page.module.css';
import { LinkButton } from '#ui/link-button.tsx';

/** Message about an imported list. */
export interface IntakeNotice {
  text: string;
  /** Label of a change that the message can undo while it is the latest one. */
  undoes?: MessageDescriptor | undefined;
  /** Whether it stays while it can undo its change: on a phone, what it covers would be tapped instead. */
  stays?: boolean;
  /** Takes the change back and opens the list for review instead. */
  review?: (() => void) | undefined;
}

const shownFor = 10_000;

/** Shows a notice for ten seconds, or until the next change or its dismissal. */
export function IntakeNotes(props: { notice: IntakeNotice | null; lines: OrderSession['lines']; onGone: () => void }) {
  const { t } = useLingui();
  const { notice, lines } = props;
  const { undo } = useHistory(lines);
  const onGone = useEffectEvent(props.onGone);
  function takeBack() {
    lines.undo();
    props.onGone();
  }
  const canUndo = notice?.undoes !== undefined && undo === notice.undoes;
  useEffect(() => {
    const timer = notice === null || notice.stays ? undefined : setTimeout(() => onGone(), shownFor);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <p aria-live="polite" className={styles.notice}>
      {(!notice?.stays || canUndo) && notice?.text}
      {canUndo && notice.review && (
        <LinkButton
          onClick={() => {
            takeBack();
            notice.review?.();
          }}
        >
          <Trans>Review</Trans>
        </LinkButton>
      )}
      {canUndo && (
        <LinkButton
          // Distinguishes it from the page's own *Undo* button.
          aria-label={t`Undo: ${notice.text}`}
          onClick={takeBack}
        >
          <Trans>Undo</Trans>
        </LinkButton>
      )}
      {canUndo && notice.stays && <CloseButton ms="auto" aria-label={t`Dismiss`} onClick={props.onGone} />}
    </p>
  );
}
