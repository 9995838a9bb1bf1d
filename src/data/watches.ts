import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { ProductId } from '#stock/contract/product-id.ts';
import type { CheckingState, KeptWatches, Watch } from '#stock/contract/watches.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { requestJson } from './http-client.ts';

const path = '/gateway/watches';

/** Queries of what the user watches. */
export const watches = {
  all: () =>
    queryOptions({
      queryKey: ['watches'],
      queryFn: ({ signal }) => requestJson<KeptWatches>(path, { signal }),
      staleTime: 60_000,
    }),

  /** Whether promises and watches are checked while the user is signed out. */
  checking: () =>
    queryOptions({
      queryKey: ['checking'],
      queryFn: ({ signal }) => requestJson<CheckingState>('/gateway/checking', { signal }),
    }),
};

/** Functions that change what the user watches, and whether it is checked while they are signed out. */
export function useWatchChanges() {
  const client = useQueryClient();
  const put = useMutation({
    mutationFn: (added: Watch[]) =>
      requestJson<KeptWatches>(path, { method: 'PUT', body: { watches: added }, timeout: 120_000 }),
    onSuccess: (kept) => client.setQueryData(watches.all().queryKey, kept),
  });
  const remove = useMutation({
    mutationFn: ({ productId, quantity }: { productId: ProductId; quantity: Thousandths }) =>
      requestJson<undefined>(`${path}/${productId}/${quantity}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: watches.all().queryKey }),
  });
  const keepChecking = useMutation({
    mutationFn: (keeps: boolean) => requestJson<undefined>('/gateway/checking', { method: keeps ? 'PUT' : 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: watches.checking().queryKey }),
  });
  return { put, remove, keepChecking };
}
