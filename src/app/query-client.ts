import { QueryCache, QueryClient } from '@tanstack/react-query';

import { isSignedOut, NetworkError } from '#api/errors.ts';
import { whenIdle } from '#lib/when-idle.ts';

import { askToSignIn } from './shell/sign-in.ts';

const mostRetries = 2;
/** What failed less than so many milliseconds before the page that shows it was there isn't asked for again at once. */
const justFailed = 1000;

// The queue of jobs is no part of what a page starts with; a job that waits by then is heard of as well.
async function followQueue() {
  const { requestQueue } = await import('#api/request-queue.ts');
  const follow = () => requestQueue.isSignedOut && askToSignIn();
  requestQueue.subscribe(follow);
  follow();
}
// Where it can't be loaded, no job can wait in it.
whenIdle(() => void followQueue().catch(() => undefined));

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) askToSignIn();
    },
  }),
  defaultOptions: {
    // The server may well run on this machine: being offline says nothing about whether it can be reached.
    queries: {
      // What fails behind our own server, it has asked for again itself.
      retry: (failures, error) => failures < mostRetries && error instanceof NetworkError,
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > justFailed,
      networkMode: 'always',
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});
