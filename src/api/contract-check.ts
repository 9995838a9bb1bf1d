import { queryOptions } from '@tanstack/react-query';

import { ContractCheck } from '#contract/contract-check.ts';

import { requestJson } from './http-client.ts';

/** Some fourteen requests one after the other, of which each may take its time. */
const longestCheck = 240_000;

export const contractCheck = {
  /**
   * The connected service held to the specification. It runs when somebody refetches it and never by itself; the
   * last report stays until the page is closed or somebody else signs in.
   */
  latest: () =>
    queryOptions({
      queryKey: ['contract-check'],
      queryFn: ({ signal }) =>
        requestJson('/gateway/contract-check', {
          method: 'POST',
          body: {},
          schema: ContractCheck,
          signal,
          timeout: longestCheck,
        }),
      enabled: false,
      staleTime: Infinity,
      gcTime: Infinity,
      retry: false,
    }),
};
