import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

import { session } from '#api/session.ts';
import type { Session } from '#contract/gateway.ts';
import { onTextChange, readText, rememberedPrefix, writeText } from '#ui/remembered-text.ts';

/**
 * A text that this browser remembers for the service, market and person signed in, and a way to change it. `change`
 * is given the text of that moment; it is stable, and does nothing while nobody is known to be signed in.
 */
export function useRemembered(what: string) {
  const { data } = useQuery(session.current());
  const key = data ? rememberedKey(what, data) : null;
  const text = useSyncExternalStore(onTextChange, () => (key === null ? null : readText(key)));
  const change = useCallback(
    (next: (text: string | null) => string) => {
      if (key !== null) writeText(key, next(readText(key)));
    },
    [key],
  );
  return { text, change };
}

/**
 * Under which key what is remembered lies: what was seen of one service and market, and by whom, is not shown in
 * another (rules, *Many products*). Null for whoever is not signed in.
 */
export function rememberedKey(what: string, { signedIn, personId, market, service }: Session): string | null {
  if (!signedIn) return null;
  const owner = [service.baseUrl, market?.company, market?.salesOrganization, market?.territoryId, personId];
  return `${rememberedPrefix}${what}:${JSON.stringify(owner)}`;
}
