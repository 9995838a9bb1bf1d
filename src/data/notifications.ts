import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { NotificationCount, Notifications } from '#stock/contract/notifications.ts';

import { requestJson } from './http-client.ts';

const path = '/gateway/notifications';

/** Queries of what the user is told; their keys start with `notifications`. */
export const notifications = {
  all: () =>
    queryOptions({
      queryKey: ['notifications', 'all'],
      queryFn: ({ signal }) => requestJson<Notifications>(path, { signal }),
      refetchOnWindowFocus: true,
    }),

  /** What is unread, and what got worse since customers were told; looked up every five minutes. */
  count: () =>
    queryOptions({
      queryKey: ['notifications', 'count'],
      queryFn: ({ signal }) => requestJson<NotificationCount>(`${path}/count`, { signal }),
      refetchOnWindowFocus: true,
      refetchInterval: 300_000,
    }),
};

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
