import { QueryCache, QueryClient } from '@tanstack/react-query';

import { isSignedOut, NetworkError } from '#api/errors.ts';

import { askToSignIn } from './shell/sign-in.ts';

const mostRetries = 2;

/** Asks again by itself where our own server can't be reached; what fails behind it, it has asked for again itself. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < mostRetries && error instanceof NetworkError;
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
