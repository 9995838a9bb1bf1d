import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { session } from '#api/session.ts';
import type { Session } from '#contract/gateway.ts';

import { endSignIn, lastScope } from './sign-in-request.ts';
import { scopeOf } from './sign-in-scope.ts';

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
  const [before] = useState(() => currentSession(queryClient));
  // A sign-in as far as pages are concerned that wait for one.
  const { mutate } = useMutation({
    mutationKey: session.signIn().mutationKey ?? [],
    mutationFn: () => goOn(queryClient),
  });

  const look = useEffectEvent(async () => {
    const now = await queryClient.fetchQuery({ ...session.current(), staleTime: 0 });
    if (now.signedIn && (before?.signedIn !== true || now.endsAt !== before.endsAt)) mutate();
  });
  useEffect(() => {
    // A look that fails finds nothing; the next one may.
    const onFocus = () => void look().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
}

async function goOn(queryClient: QueryClient): Promise<void> {
  const before = lastScope();
  const after = await queryClient.fetchQuery({ ...session.current(), staleTime: 0 });
  endSignIn();
  if (before === null || before === scopeOf(after)) {
    await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  } else {
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session.current().queryKey[0] });
  }
}

function currentSession(queryClient: QueryClient): Session | undefined {
  return queryClient.getQueryData(session.current().queryKey);
}
