import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { MailAddress, MailAttempt, MailChoice, MailConfirmation, MailSettings } from '#stock/contract/mail.ts';

import { requestJson } from './http-client.ts';

const path = '/gateway/mail';

export const mail = {
  /** Whether and where the user gets mails. */
  settings: () =>
    queryOptions({
      queryKey: ['mail'],
      queryFn: ({ signal }) => requestJson<MailSettings>(path, { signal }),
    }),
};

/** A mail server may take a minute to answer. */
const timeout = 120_000;

function post<Result>(address: string, body?: unknown): Promise<Result> {
  return requestJson<Result>(`${path}/${address}`, { method: 'POST', body, timeout });
}

/** Functions that change how the user gets mails. */
export function useMailChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['mail'] });
  const choose = useMutation({
    mutationFn: (choice: MailChoice) => requestJson<undefined>(path, { method: 'PUT', body: choice }),
    onSettled,
  });
  const sendCode = useMutation({
    mutationFn: (address: MailAddress) => post<MailAttempt>('code', address),
    onSettled,
  });
  const confirm = useMutation({
    mutationFn: (code: string) => post<MailConfirmation>('confirmation', { code }),
    onSettled,
  });
  const test = useMutation({ mutationFn: () => post<MailAttempt>('test') });
  const forget = useMutation({
    mutationFn: () => requestJson<undefined>(path, { method: 'DELETE' }),
    onSettled,
  });
  return { choose, sendCode, confirm, test, forget };
}
