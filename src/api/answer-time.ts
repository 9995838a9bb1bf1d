import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';

import type { JsonAnswer } from './http-client.ts';

/** When the answer of a query was given, where that is not when it came. */
export interface AnswerTime {
  /** Unix milliseconds. */
  givenAt: number;
  /** Whether it stands in for one that the service could not give. */
  isStandIn: boolean;
}

const times = new WeakMap<Query, AnswerTime>();

/** To be called by a query's function with what it was answered. */
export function noteAnswerTime(
  { client, queryKey }: { client: QueryClient; queryKey: QueryKey },
  { givenAt, isStandIn }: JsonAnswer<unknown>,
): void {
  const query = queryOf(client, queryKey);
  if (query !== undefined) times.set(query, { givenAt, isStandIn });
}

/**
 * When the answers of queries were given: one that the gateway had kept is older than its coming.
 * @returns a function from a query's key and its `dataUpdatedAt`
 */
export function useAnswerTimes(): (queryKey: QueryKey, cameAt: number) => AnswerTime {
  const client = useQueryClient();
  return (queryKey, cameAt) => {
    const query = queryOf(client, queryKey);
    return (query && times.get(query)) ?? { givenAt: cameAt, isStandIn: false };
  };
}

/** Whether what a query holds stands in for an answer that the service could not give. */
export function isStandIn(query: Query): boolean {
  return times.get(query)?.isStandIn ?? false;
}

function queryOf(client: QueryClient, queryKey: QueryKey): Query | undefined {
  return client.getQueryCache().find({ queryKey, exact: true });
}
