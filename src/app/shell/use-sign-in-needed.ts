import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { session } from '#api/session.ts';

import { askToSignIn, useSignInAsked } from './sign-in-request.ts';

/** Whether the sign-in dialog is due: the session is signed out, a call was refused, or the person asked for it. */
export function useSignInNeeded(): boolean {
  const { data } = useQuery(session.current());
  const signedOut = data?.signedIn === false;
  useEffect(() => {
    if (signedOut) askToSignIn();
  }, [signedOut]);
  return useSignInAsked();
}
