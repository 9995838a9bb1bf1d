import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { session } from '#api/session.ts';
import type { Session } from '#contract/gateway.ts';
import { Observable } from '#lib/observable.ts';

const asked = new Observable(false);
/** What the answers on screen hold for: that of the latest session that could ask; null before there was one. */
let scope: string | null = null;

/** A call was refused for want of a sign-in, or the person wants to sign in. */
export function askToSignIn(): void {
  asked.set(true);
}

/** The person signed in, or put it off. */
export function endSignIn(): void {
  asked.set(false);
}

export function useSignInAsked(): boolean {
  return useSyncExternalStore(asked.subscribe, asked.get);
}

/**
 * Whether the sign-in dialog is due: the session is signed out, the company let nobody in, a call was refused, or
 * the person asked for it.
 */
export function useSignInNeeded(): boolean {
  const { data } = useQuery(session.current());
  const isDue = data !== undefined && (!data.signedIn || data.company?.refusal != null);
  useEffect(() => {
    if (isDue) askToSignIn();
  }, [isDue]);
  useEffect(() => {
    // Who is signed out still has on screen what they saw before.
    if (data) scope = scopeOf(data) ?? scope;
  }, [data]);
  return useSignInAsked();
}

/**
 * Signs in. What is on screen stays where the same service answers the same person for the same market, and only
 * what failed is asked again; else everything is.
 */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({ ...session.signIn(), onSuccess: () => goOn(queryClient) });
}

/** Goes on by itself where the person comes back to this window after they signed in by another one. */
export function useSignedInElsewhere(): void {
  const queryClient = useQueryClient();
  const [before] = useState(() => queryClient.getQueryData(session.current().queryKey));
  // A sign-in as far as pages are concerned that wait for one.
  const { mutate } = useMutation({
    mutationKey: session.signIn().mutationKey ?? [],
    mutationFn: () => goOn(queryClient),
  });

  async function look() {
    const now = await queryClient.fetchQuery({ ...session.current(), staleTime: 0 });
    if (now.signedIn && (before?.signedIn !== true || now.endsAt !== before.endsAt)) mutate();
  }
  // A look that fails finds nothing; the next one may.
  useWindowEvent('focus', () => void look().catch(() => undefined));
}

async function goOn(queryClient: QueryClient): Promise<void> {
  const before = scope;
  const after = await queryClient.fetchQuery({ ...session.current(), staleTime: 0 });
  endSignIn();
  const isSame = before === null || before === scopeOf(after);
  const { requestQueue } = await import('#api/request-queue.ts');
  requestQueue.signedIn(isSame ? 'same' : 'other');
  if (isSame) {
    await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  } else {
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session.current().queryKey[0] });
  }
}

/**
 * What answers hold for: one service, one market and one person. Null for whoever is not signed in.
 */
function scopeOf({ signedIn, personId, market, service }: Session): string | null {
  return signedIn ? JSON.stringify([service.baseUrl, market, personId]) : null;
}
