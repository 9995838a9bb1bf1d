import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { session } from '#api/session.ts';
import type { Session } from '#contract/gateway.ts';

import { endSignIn } from './sign-in-request.ts';

/**
 * Signs in. What is on screen stays where the same service answers for the same market, and only what failed is
 * asked again; for another market everything is.
 */
export function useSignIn() {
  const queryClient = useQueryClient();
  const [before] = useState(() => currentSession(queryClient));
  return useMutation({
    ...session.signIn(),
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...session.current(), staleTime: 0 });
      endSignIn();
      const after = currentSession(queryClient);
      if (isSameScope(before, after)) {
        await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      } else {
        await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== session.current().queryKey[0] });
      }
    },
  });
}

function currentSession(queryClient: QueryClient): Session | undefined {
  return queryClient.getQueryData(session.current().queryKey);
}

function isSameScope(before: Session | undefined, after: Session | undefined): boolean {
  return before !== undefined && after !== undefined && (before.market === null || scopeOf(before) === scopeOf(after));
}

function scopeOf({ market, service }: Session): string {
  return JSON.stringify([market, service.baseUrl]);
}
