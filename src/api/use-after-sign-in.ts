import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { session } from './session.ts';

const signIn = hashKey(session.signIn().mutationKey ?? []);

/** Calls `run` after each sign-in, once what had failed was asked again. */
export function useAfterSignIn(run: () => void): void {
  const mutations = useQueryClient().getMutationCache();
  const call = useEffectEvent(run);
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (hashKey(event.mutation.options.mutationKey ?? []) === signIn) call();
      }),
    [mutations],
  );
}
