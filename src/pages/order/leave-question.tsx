import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

import styles from './review-dialog.module.css';

/** Asks before a list goes on which the person has worked; stands in place of what else can be done with it. */
export function LeaveQuestion({ onKeep, onLeave }: { onKeep: () => void; onLeave: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div role="alert" className={styles.actions}>
      <p className={styles.leaving}>
        <Trans>Discard this list, with all that you chose and mended in it?</Trans>
      </p>
      <Button ref={keep} variant="default" onClick={onKeep}>
        <Trans>Keep it</Trans>
      </Button>
      <Button color="red" onClick={onLeave}>
        <Trans>Discard the list</Trans>
      </Button>
    </div>
  );
}
