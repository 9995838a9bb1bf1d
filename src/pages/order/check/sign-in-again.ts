import { hashKey, type QueryClient } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { stock } from '#api/stock.ts';
import { rememberedKey } from '#features/remembered.ts';
import { type AskableLine, isAskable } from '#domain/order/order-line.ts';

import type { OrderSession } from '#pages/order/lines/order-session.ts';

const signIn = hashKey(session.signIn().mutationKey ?? []);

/**
 * Where a check waits for a sign-in, has the person asked for it, and goes on once it is done, whichever screen is
 * shown by then. Another person's sign-in ends it. Returns how to end that.
 */
export function signInAgain(queries: QueryClient, { check, lines, owner }: OrderSession): () => void {
  let isWaiting = false;
  const stopWatching = check.subscribe(() => {
    const wasWaiting = isWaiting;
    isWaiting = check.getSnapshot().phase === 'signed-out';
    if (!isWaiting || wasWaiting) return;
    // The refusal of a query is what opens the sign-in.
    const line = lines.getRows().find((row): row is typeof row & AskableLine => isAskable(row));
    if (line) void queries.prefetchQuery({ ...stock.item(line.productId, line.quantity), staleTime: 0, retry: false });
  });
  const stopListening = queries.getMutationCache().subscribe((event) => {
    if (!isWaiting || event.type !== 'updated' || event.action.type !== 'success') return;
    if (hashKey(event.mutation.options.mutationKey ?? []) !== signIn) return;
    const now = queries.getQueryData(session.current().queryKey);
    if (now && rememberedKey('order', now) === owner) check.resume();
    else check.cancel();
  });
  return () => {
    stopWatching();
    stopListening();
  };
}
