import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';

import { session } from '#data/session.ts';
import type { Session } from '#stock/contract/gateway-responses.ts';

const isOpen = createAtom(false);
/** Scope of the data on screen, from the latest signed-in session; null until there was one. */
let scope: string | null = null;

/** Opens the sign-in dialog: a request was rejected as signed out, or the user chose to sign in. */
export function openSignIn(): void {
  isOpen.set(true);
}

/** Closes the sign-in dialog: the user signed in or canceled. */
export function closeSignIn(): void {
  isOpen.set(false);
}

export function useIsSignInOpen(): boolean {
  return useSelector(isOpen);
}

/**
 * Whether the sign-in dialog is open. It opens if the session is signed out, company sign-in failed, a request was
 * rejected, or the user chose to sign in.
 */
export function useAutomaticSignIn(): boolean {
  const { data } = useQuery(session.current());
  const isDue = data !== undefined && (!data.signedIn || data.company?.refusal != null);
  useEffect(() => {
    if (isDue) openSignIn();
  }, [isDue]);
  useEffect(() => {
    // While signed out, the data of the previous session is still on screen.
    if (data) scope = scopeOf(data) ?? scope;
  }, [data]);
  return useIsSignInOpen();
}

/**
 * Signs in. If service, market and user are unchanged, data on screen stays and only failed queries are refetched.
 * Otherwise all queries are reset.
 */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({ ...session.signIn(), onSuccess: () => continueAfterSignIn(queryClient) });
}

/** Continues automatically when this window regains focus after a sign-in in another one. */
export function useSignedInElsewhere(): void {
  const queryClient = useQueryClient();
  const [before] = useState(() => queryClient.getQueryData(session.current().queryKey));
  // Uses the sign-in's mutation key, so that pages waiting for a sign-in continue too.
  const { mutate } = useMutation({
    mutationKey: session.signIn().mutationKey ?? [],
    mutationFn: () => continueAfterSignIn(queryClient),
  });

  async function checkSession() {
    const now = await queryClient.fetchQuery({ ...session.current(), staleTime: 0 });
    if (now.signedIn && (before?.signedIn !== true || now.endsAt !== before.endsAt)) mutate();
  }
  // A failed check is ignored; the next focus repeats it.
  useWindowEvent('focus', () => void checkSession().catch(() => undefined));
}

async function continueAfterSignIn(queryClient: QueryClient): Promise<void> {
  const before = scope;
  const after = await queryClient.fetchQuery({ ...session.current(), staleTime: 0 });
  closeSignIn();
  const isSame = before === null || before === scopeOf(after);
  const { requestQueue } = await import('#data/request-queue.ts');
  requestQueue.signedIn(isSame ? 'same' : 'other');
  if (isSame) {
    await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  } else {
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session.current().queryKey[0] });
  }
}

/** Scope in which data is valid: service, market and user. Null if signed out. */
function scopeOf({ signedIn, personId, market, service }: Session): string | null {
  return signedIn ? JSON.stringify([service.baseUrl, market, personId]) : null;
}
