import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { ProgressStrip, Strip } from '#ui/progress.tsx';

import type { OrderSession } from '#pages/order/lines/order-session.ts';

/** How far the check is, with a way to stop it; after it, a way to finish what has no answer. */
export function CheckProgress({ session }: { session: OrderSession }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const check = useSyncExternalStore(session.check.subscribe, session.check.getSnapshot);
  const isPreparing = useSyncExternalStore(session.isPreparing.subscribe, session.isPreparing.get);
  const { lacksNames } = useSyncExternalStore(session.overview.subscribe, session.overview.get);
  const { phase, total, done, pausedUntil, canRetry } = check;

  if (phase === 'idle' && !isPreparing) {
    return canRetry || lacksNames ? <Unfinished session={session} /> : null;
  }
  return (
    <ProgressStrip
      label={t`Checking`}
      share={phase === 'idle' || total === 0 ? null : { value: done, max: total }}
      isPaused={pausedUntil !== null && phase === 'checking'}
      onCancel={() => session.cancel()}
    >
      {isPreparing && <Trans>Looking up the products</Trans>}
      {phase === 'checking' && (
        <Trans>
          {formatCount(done)} of {formatCount(total)} done, {formatCount(total - done)} left
        </Trans>
      )}
      {phase === 'working-out' && <Trans>All lines answered; working out the complete date</Trans>}
      {phase === 'signed-out' && <Trans>Waits until you have signed in again</Trans>}
    </ProgressStrip>
  );
}

function Unfinished({ session }: { session: OrderSession }) {
  const overview = useSyncExternalStore(session.overview.subscribe, session.overview.get);
  const { counts } = overview.verdict;
  const count = counts['not-answered'] + counts['not-trusted'];
  return (
    <Strip
      aria-live="polite"
      words={
        count > 0 ? (
          <Plural
            value={count}
            one="# line has no answer to count on. The reason stands beside it."
            other="# lines have no answer to count on. The reason stands beside each."
          />
        ) : overview.lacksNames ? (
          <Trans>Names and units are missing: the products could not be looked up.</Trans>
        ) : (
          <Trans>Every line has its answer; what the complete date needs beyond them was not answered.</Trans>
        )
      }
      action={
        <Button variant="default" onClick={() => void session.retry()}>
          <Trans>Retry</Trans>
        </Button>
      }
    />
  );
}
