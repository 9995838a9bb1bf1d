import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { CreatedKey, KeyEntries, NewLiveAddress } from '#stock/contract/keys.ts';

import { requestJson } from './http-client.ts';

const path = '/gateway/keys';

/** Queries of the user's keys; their keys start with `keys`. */
export const keys = {
  /** All valid keys, last made first. */
  all: () =>
    queryOptions({
      queryKey: ['keys'],
      queryFn: ({ signal }) => requestJson<KeyEntries>(path, { signal }),
      // Programs use keys meanwhile.
      refetchOnMount: 'always',
      refetchOnWindowFocus: true,
    }),
};

/** Functions that make and revoke the user's keys. */
export function useKeyChanges() {
  const client = useQueryClient();
  // Links to orders and for customers are shown where they were made, too.
  const onSettled = () =>
    Promise.all(
      [keys.all().queryKey, ['customer-links'], ['orders', 'shares']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );

  const createLive = useMutation({
    mutationFn: (body: NewLiveAddress) => requestJson<CreatedKey>(path, { method: 'POST', body }),
    onSettled,
  });

  const createAssistant = useMutation({
    mutationFn: (name: string) => requestJson<CreatedKey>(`${path}/assistants`, { method: 'POST', body: { name } }),
    onSettled,
  });

  const revoke = useMutation({
    mutationFn: (id: string) => requestJson<undefined>(`${path}/${id}`, { method: 'DELETE' }),
    onSettled,
  });

  return { createLive, createAssistant, revoke };
}
