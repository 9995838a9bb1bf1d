import '#contract/no-eval.ts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

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

/** One product's calendar (§4.4): a question that any account may ask, and that costs the service next to nothing. */
const path = '/gateway/stock/calendar?page=1&pageSize=1&filter=productid.eq.1&includeMaxLeadTime=false';
const calls = 5;

export const latency = {
  /** How many milliseconds an answer of the service takes, a few calls one after the other, past every cache. */
  measured: () =>
    queryOptions({
      queryKey: ['latency'],
      queryFn: ({ signal }) => measure(signal),
      staleTime: Infinity,
      retry: false,
    }),
};

/** @throws HttpError and NetworkError, as `requestJson` does. */
async function measure(signal: AbortSignal): Promise<number[]> {
  // The first call may open a connection; what a person waits for are the others.
  await timeOf(signal);
  const times: number[] = [];
  while (times.length < calls) times.push(await timeOf(signal));
  return times;
}

async function timeOf(signal: AbortSignal): Promise<number> {
  const start = performance.now();
  await requestJson(path, { schema: z.unknown(), signal, anew: true });
  return performance.now() - start;
}
