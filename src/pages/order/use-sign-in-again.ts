import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { session as signIn } from '#api/session.ts';
import { stock } from '#api/stock.ts';
import { type AskableLine, isAskable } from '#domain/order/order-line.ts';

import type { OrderSession } from './order-session.ts';

/** Where a check waits for a sign-in, has the person asked for it, and goes on once it is done. */
export function useSignInAgain({ check, lines }: OrderSession): void {
  const queries = useQueryClient();
  const { phase } = useSyncExternalStore(check.subscribe, check.getSnapshot);

  useEffect(() => {
    if (phase !== 'signed-out') return undefined;
    // The refusal of a query is what opens the sign-in.
    const line = lines.getRows().find((row): row is typeof row & AskableLine => isAskable(row));
    if (line) void queries.prefetchQuery({ ...stock.item(line.productId, line.quantity), staleTime: 0, retry: false });

    const [, done] = signIn.signIn().mutationKey ?? [];
    return queries.getMutationCache().subscribe(({ mutation }) => {
      if (mutation?.options.mutationKey?.[1] === done && mutation?.state.status === 'success') check.resume();
    });
  }, [phase, check, lines, queries]);
}
