import { queryOptions } from '@tanstack/react-query';

import type { ApiCheck } from '#stock/contract/api-check.ts';

import { requestJson } from './http-client.ts';

/** Timeout for about 14 sequential requests. */
const maxCheckTime = 240_000;

export const apiCheck = {
  /**
   * Checks the connected service against the API specification. Runs only when refetched explicitly. The last report is
   * kept until the page is closed or another user signs in.
   */
  latest: () =>
    queryOptions({
      queryKey: ['api-check'],
      queryFn: ({ signal }) =>
        requestJson<ApiCheck>('/gateway/api-check', {
          method: 'POST',
          body: {},
          signal,
          timeout: maxCheckTime,
        }),
      enabled: false,
      staleTime: Infinity,
      gcTime: Infinity,
      retry: false,
    }),
};

/** One product: cheap for the service. It is listed even if the service doesn't know it. */
const path = '/gateway/calendars?productIds=1&pageSize=1';
const calls = 5;

export const latency = {
  /** Response time of the service in milliseconds: the median of sequential calls that bypass all caches. */
  measured: () =>
    queryOptions({
      queryKey: ['latency'],
      queryFn: ({ signal }) => measure(signal),
      staleTime: Infinity,
      retry: false,
    }),
};

/** @throws HttpError and NetworkError, like `requestJson` */
async function measure(signal: AbortSignal): Promise<number> {
  // Ignore the first call, which may have to connect.
  await timeOf(signal);
  const times: number[] = [];
  while (times.length < calls) times.push(await timeOf(signal));
  return times.toSorted((a, b) => a - b)[Math.floor(calls / 2)]!;
}

async function timeOf(signal: AbortSignal): Promise<number> {
  const start = performance.now();
  await requestJson(path, { signal, bypassCache: true });
  return performance.now() - start;
}
