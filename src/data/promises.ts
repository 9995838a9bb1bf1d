import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { KeptPromises, NewLetter, PromiseTold, StoredLetter } from '#stock/contract/promises.ts';
import type { CloseReason } from '#stock/promises/promise-status.ts';

import { requestJson } from './http-client.ts';
import { recount } from './notifications.ts';

const path = '/gateway/promises';

/** Queries of the user's promises; their keys start with `promises`. */
export const promises = {
  /** All promises as last checked. */
  all: () =>
    queryOptions({
      queryKey: ['promises', 'all'],
      queryFn: async ({ client, signal }) => {
        const found = await requestJson<KeptPromises>(path, { signal });
        recount(client);
        return found;
      },
      refetchOnWindowFocus: true,
    }),

  /** What the customer was told in a letter. */
  letter: (letterId: string) =>
    queryOptions({
      queryKey: ['promises', 'letter', { letterId }],
      queryFn: ({ signal }) => requestJson<StoredLetter>(`${path}/${letterId}`, { signal }),
    }),
};

interface PromiseKey {
  letterId: string;
  place: number;
}

function post(address: string, body: unknown): Promise<undefined> {
  return requestJson(`${path}/${address}`, { method: 'POST', body });
}

/** Functions that change the user's promises. */
export function usePromiseChanges() {
  const client = useQueryClient();
  const onSettled = () => {
    recount(client);
    return client.invalidateQueries({ queryKey: ['promises'] });
  };

  /** Checks the open promises; `always` also those that are current. */
  const check = useMutation({
    mutationFn: (always: boolean) =>
      requestJson<KeptPromises>(`${path}/check`, { method: 'POST', body: { always }, timeout: 120_000 }),
    onSuccess: (checked) => {
      client.setQueryData(promises.all().queryKey, checked);
      recount(client);
    },
  });

  /** Keeps what a customer was told. The ID is the caller's, so that a request sent again keeps nothing twice. */
  const keep = useMutation({
    mutationFn: ({ letterId, letter }: { letterId: string; letter: NewLetter }) =>
      requestJson<undefined>(`${path}/${letterId}`, { method: 'PUT', body: letter }),
    onSettled,
  });

  /** Forgets a letter with all of its lines. */
  const forget = useMutation({
    mutationFn: (letterId: string) => requestJson<undefined>(`${path}/${letterId}`, { method: 'DELETE' }),
    onSettled,
  });

  /** Makes the date that the customer was told now the promised one. */
  const tell = useMutation({
    mutationFn: ({ letterId, place, told }: PromiseKey & { told: PromiseTold }) =>
      post(`${letterId}/${place}/told`, told),
    onSettled,
  });

  /** Takes back what the customer was told last. */
  const untell = useMutation({
    mutationFn: ({ letterId, place }: PromiseKey) =>
      requestJson<undefined>(`${path}/${letterId}/${place}/told`, { method: 'DELETE' }),
    onSettled,
  });

  /** Closes a promise; null opens it again. */
  const close = useMutation({
    mutationFn: ({ letterId, place, closed }: PromiseKey & { closed: CloseReason | null }) =>
      post(`${letterId}/${place}/closed`, { closed }),
    onSettled,
  });

  return { check, keep, forget, tell, untell, close };
}
