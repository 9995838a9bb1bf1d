import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { describeError } from '#api/describe-error.ts';

import { ErrorLabel } from './error-label.tsx';
import classes from './panel-states.module.css';

interface PanelErrorProps {
  error: unknown;
  onRetry?: () => void;
  /** A further way on, such as the largest quantity that can be had. */
  children?: ReactNode;
}

/** A panel that could not be filled: one sentence, a retry where it can help, and the request id to quote. */
export function PanelError({ error, onRetry, children }: PanelErrorProps) {
  const { i18n } = useLingui();
  const { title, detail, canRetry, ...label } = describeError(error, i18n);
  return (
    <div role="alert" className={classes['state']}>
      <TriangleAlert aria-hidden size={28} strokeWidth={1.5} className={classes['iconError']} />
      <p className={classes['title']}>{title}</p>
      <p className={classes['detail']}>{detail}</p>
      {children}
      {canRetry && onRetry && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <ErrorLabel {...label} />
    </div>
  );
}
