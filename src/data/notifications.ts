import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { NotificationCount, Notifications } from '#stock/contract/notifications.ts';

import { requestJson } from './http-client.ts';

const path = '/gateway/notifications';

const countKey = ['notifications', 'count'] as const;

/** Queries of what the user is told; their keys start with `notifications`. */
export const notifications = {
  all: () =>
    queryOptions({
      queryKey: ['notifications', 'all'],
      queryFn: async ({ client, signal }) => {
        const found = await requestJson<Notifications>(path, { signal });
        recount(client);
        return found;
      },
      refetchOnWindowFocus: true,
    }),

  /**
   * What is unread, and what got worse since customers were told; looked up every five minutes. What lists show follows,
   * so that it never differs from its count.
   */
  count: () =>
    queryOptions({
      queryKey: countKey,
      queryFn: async ({ client, signal }) => {
        const found = await requestJson<NotificationCount>(`${path}/count`, { signal });
        const before = client.getQueryData<NotificationCount>(countKey);
        if (before !== undefined && stateOf(before) !== stateOf(found)) {
          void client.invalidateQueries({ queryKey: ['notifications', 'all'] });
          void client.invalidateQueries({ queryKey: ['promises', 'all'] });
        }
        return found;
      },
      refetchOnWindowFocus: true,
      refetchInterval: 300_000,
    }),
};

function stateOf({ unread, worse }: NotificationCount): string {
  return [unread, worse.promises, worse.orders].join(' ');
}

/** Counts again what is counted, since what it counts was loaded or changed. */
export function recount(client: QueryClient): void {
  if (client.getQueryData(countKey) !== undefined) void client.invalidateQueries({ queryKey: countKey });
}

function post(address: string): Promise<undefined> {
  return requestJson(`${path}/${address}`, { method: 'POST' });
}

/** Functions that change the user's notifications. */
export function useNotificationChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['notifications'] });
  const read = useMutation({ mutationFn: () => post('read'), onSettled });
  /** Sends the mails that a mass change held. */
  const sendHeld = useMutation({ mutationFn: () => post('held'), onSettled });
  return { read, sendHeld };
}
