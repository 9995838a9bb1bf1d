import { QueryCache, QueryClient } from '@tanstack/react-query';

import { HttpError, isSignedOut, NetworkError, TimeoutError } from '#api/errors.ts';

import { askToSignIn } from './shell/sign-in-request.ts';

const mostRetries = 2;

/** Asks again by itself only where that can help: no answer, or a server in trouble. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= mostRetries) return false;
  return (
    error instanceof NetworkError ||
    error instanceof TimeoutError ||
    (error instanceof HttpError && error.status >= 500)
  );
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) askToSignIn();
    },
  }),
  defaultOptions: {
    // The server may well run on this machine: being offline says nothing about whether it can be reached.
    queries: { retry: shouldRetry, networkMode: 'always', refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
});
