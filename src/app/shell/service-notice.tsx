import { Trans } from '@lingui/react/macro';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { type ServiceState, useServiceState } from '#api/service-state.ts';
import { isStaleAnswer } from '#api/stock.ts';
import { useNow } from '#features/answer/answer-age.tsx';
import { useLocale } from '#ui/locale.tsx';

import classes from './service-notice.module.css';

/** Past the time that was named, so that clocks a little apart do not ask too early. */
const grace = 500;
const nowAndThen = 15_000;

/**
 * Says that the service behind the gateway is left alone because it keeps failing, and since when what is on screen
 * stands in for its answers. When it may be asked again, what failed is; with its first answer the notice goes.
 */
export function ServiceNotice() {
  const state = useServiceState();
  const { locale } = useLocale();
  useAskingAgain(state);
  const { asksAgainAt, standsInSince } = state;
  const now = useNow();
  if (asksAgainAt === null && standsInSince === null) return null;
  const timeOf = (at: number) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(at);
  return (
    <output className={classes['notice']}>
      <strong>
        <Trans>The stock service is not answering.</Trans>
      </strong>
      {asksAgainAt !== null && asksAgainAt > now && (
        <span>
          <Trans>It is asked again at {timeOf(asksAgainAt)}.</Trans>
        </span>
      )}
      {standsInSince !== null && (
        <span>
          <Trans>What you see is as of {timeOf(standsInSince)}.</Trans>
        </span>
      )}
    </output>
  );
}

/**
 * Asks for what is on screen and failed, or stands in: once the service may be asked again, now and then after that,
 * and as soon as it answers anything.
 */
function useAskingAgain({ asksAgainAt, standsInSince }: ServiceState) {
  const queries = useQueryClient();
  const isTroubled = asksAgainAt !== null || standsInSince !== null;
  const askAgain = useEffectEvent(() => {
    const isLacking = (query: Query) => query.state.status === 'error' || isStaleAnswer(query);
    const lacking = {
      type: 'active',
      predicate: (query: Query) => query.queryKey[0] === 'stock' && isLacking(query),
    } as const;
    void queries.refetchQueries(lacking, { cancelRefetch: false });
  });
  useEffect(() => {
    if (!isTroubled) return undefined;
    return () => askAgain();
  }, [isTroubled]);
  useEffect(() => {
    if (!isTroubled) return undefined;
    const rest = Math.max(0, (asksAgainAt ?? 0) - Date.now());
    const first = asksAgainAt === null ? undefined : setTimeout(() => askAgain(), rest + grace);
    const others = setInterval(() => Date.now() > (asksAgainAt ?? 0) && askAgain(), nowAndThen);
    return () => {
      clearTimeout(first);
      clearInterval(others);
    };
  }, [isTroubled, asksAgainAt]);
}
