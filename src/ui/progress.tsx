import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

import classes from './progress.module.css';

/** So much of `max` is done. */
export interface ProgressShare {
  value: number;
  max: number;
}

/** How far something is; without a share the bar only says that it goes on. */
export function ProgressBar({ label, share }: { label: string; share: ProgressShare | null }) {
  return <progress aria-label={label} className={classes.bar} {...share} />;
}

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

interface StripProps extends Omit<ComponentProps<'div'>, 'className'> {
  words: ReactNode;
  /** The button at its end. */
  action: ReactNode;
}

/** What is said of work that takes a while, with what can be done about it; a bar of progress stands before the words. */
export function Strip({ words, action, children, ...props }: StripProps) {
  return (
    <div className={classes.strip} {...props}>
      {children}
      <p className={classes.words}>{words}</p>
      {action}
    </div>
  );
}
