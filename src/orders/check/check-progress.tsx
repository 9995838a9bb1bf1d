import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { ProgressStrip, Strip } from '#ui/progress.tsx';

import { type OrderSession, useOrder } from '#orders/lines/order-session.ts';

/** Progress of a check with a cancel button; afterwards a retry for lines without a result. */
export function CheckProgress({ session }: { session: OrderSession }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const check = useOrder(session, (order) => order.progress);
  const isPreparing = useOrder(session, (order) => order.isPreparing);
  const overview = useOrder(session, (order) => order.overview);
  const { lookupFailed, unchecked, autoChecks } = overview;
  const { phase, total, done, pausedUntil, canRetry } = check;

  const isQuiet = autoChecks && !isPreparing && phase !== 'signed-out';
  const isLong = useLasting(phase !== 'idle', quietFor);

  // Lines show their own status. A strip that appears and disappears would shift the grid.
  if (isQuiet && !isLong) return null;
  if (phase === 'idle' && !isPreparing) {
    return canRetry || lookupFailed || unchecked > 0 ? <Unfinished session={session} /> : null;
  }
  return (
    <ProgressStrip
      label={t`Checking`}
      share={phase === 'idle' || total === 0 ? null : { value: done, max: total }}
      isPaused={pausedUntil !== null && phase === 'checking'}
      onCancel={() => session.cancel()}
    >
      {isPreparing && <Trans>Loading products…</Trans>}
      {phase === 'checking' && (
        <Trans>
          {formatCount(done)} of {formatCount(total)} lines checked
        </Trans>
      )}
      {phase === 'working-out' && <Trans>Calculating the complete ship date…</Trans>}
      {phase === 'signed-out' && <Trans>Waiting for sign-in</Trans>}
    </ProgressStrip>
  );
}

/** Milliseconds after which an automatic check shows its progress. */
const quietFor = 1500;

/** Whether something has been so for a while. */
function useLasting(isSo: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasted(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [isSo, milliseconds]);
  return hasLasted;
}

function Unfinished({ session }: { session: OrderSession }) {
  const overview = useOrder(session, (order) => order.overview);
  const { counts } = overview.summary;
  const { stale: kept } = overview;
  const count = counts['no-result'] + counts['not-trusted'] + overview.unchecked;
  return (
    <Strip
      aria-live="polite"
      words={
        count > 0 ? (
          <Plural
            value={count}
            one="# line has no reliable result. See Note."
            other="# lines have no reliable result. See Note."
          />
        ) : kept > 0 ? (
          <Plural
            value={kept}
            one="Couldn't recheck # line. Its earlier result is shown."
            other="Couldn't recheck # lines. Their earlier results are shown."
          />
        ) : overview.lookupFailed ? (
          <Trans>Couldn't load product names and units.</Trans>
        ) : (
          <Trans>All lines are checked, but the complete ship date couldn't be calculated. Try again.</Trans>
        )
      }
      action={
        <Button variant="default" onClick={() => void session.startCheck(false)}>
          <Trans>Retry</Trans>
        </Button>
      }
    />
  );
}
