import { Trans } from '@lingui/react/macro';

import type { ErrorDescription } from '#api/describe-error.ts';

import classes from './panel-states.module.css';

/** By what those who look into a failure find it: HTTP's status and the request ids, as far as there are any. */
export function ErrorLabel({
  status,
  requestId,
  upstreamRequestId,
}: Pick<ErrorDescription, 'status' | 'requestId' | 'upstreamRequestId'>) {
  if (status === null && requestId === null) return null;
  return (
    <p className={classes['request']}>
      {status !== null && <span>HTTP {status}</span>}
      {requestId !== null && (
        <span>
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </span>
      )}
      {upstreamRequestId !== null && (
        <span>
          <Trans>
            at the service <code>{upstreamRequestId}</code>
          </Trans>
        </span>
      )}
    </p>
  );
}
