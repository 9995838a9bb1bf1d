import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { session } from '#api/session.ts';

import { askToSignIn, keepScope, useSignInAsked } from './sign-in-request.ts';
import { scopeOf } from './sign-in-scope.ts';

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
    if (data) keepScope(scopeOf(data));
  }, [data]);
  return useSignInAsked();
}
