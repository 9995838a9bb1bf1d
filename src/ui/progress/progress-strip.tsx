import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { ProgressBar, type ProgressShare } from './progress-bar.tsx';
import classes from './progress-strip.module.css';
import { Strip } from './strip.tsx';

interface ProgressStripProps {
  label: string;
  share: ProgressShare | null;
  /** Whether it waits because the service asked for it. */
  isPaused: boolean;
  onCancel: () => void;
  /** How far it is, in words. */
  children: ReactNode;
}

/** Work that goes on in sight: how far it is, with a way to stop it. */
export function ProgressStrip({ label, share, isPaused, onCancel, children }: ProgressStripProps) {
  return (
    <Strip
      tabIndex={-1}
      data-focus-heir
      words={
        <>
          {children}
          {isPaused && (
            <span className={classes.pause}>
              <Trans>The service asked for a pause; it goes on by itself.</Trans>
            </span>
          )}
        </>
      }
      action={
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <ProgressBar label={label} share={share} />
    </Strip>
  );
}
