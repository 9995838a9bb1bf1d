import { QueryCache, QueryClient } from '@tanstack/react-query';

import { isSignedOut, NetworkError } from '#data/errors.ts';
import { whenIdle } from '#stock/when-idle.ts';

import { openSignIn } from './sign-in-state.ts';

const maxRetries = 2;
/** Queries that failed less than this many milliseconds ago aren't retried on mount. */
const recentFailureAge = 1000;

// Loaded after startup, since the queue isn't needed for the first page. Jobs already waiting for a sign-in count too.
async function watchQueue() {
  const { requestQueue } = await import('#data/request-queue.ts');
  const signInIfNeeded = () => requestQueue.isSignedOut && openSignIn();
  requestQueue.subscribe(signInIfNeeded);
  signInIfNeeded();
}
// If the module fails to load, no job can be waiting in it.
whenIdle(() => void watchQueue().catch(() => undefined));

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) openSignIn();
    },
  }),
  defaultOptions: {
    // The server may run on this machine, and so be reachable while the browser is offline.
    queries: {
      // The gateway retries upstream failures itself, so only network errors are retried here.
      retry: (failures, error) => failures < maxRetries && error instanceof NetworkError,
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > recentFailureAge,
      networkMode: 'always',
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});
