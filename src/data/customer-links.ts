import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { CustomerLinkOf, CustomerPage, LinkSubject, PublishedLink } from '#stock/contract/customer-links.ts';

import { requestJson } from './http-client.ts';

/** What a link leads to: an order or a letter of promises, by its ID. */
export interface Subject {
  subject: LinkSubject;
  id: string;
}

const pathOf = ({ subject, id }: Subject) => `/gateway/customer-links/${subject}/${id}`;

/** Queries of the user's links for customers. */
export const customerLinks = {
  of: (subject: Subject) =>
    queryOptions({
      queryKey: ['customer-links', subject],
      queryFn: ({ signal }) => requestJson<CustomerLinkOf>(pathOf(subject), { signal }),
    }),
};

/** Functions that change the link of an order or a letter. */
export function useCustomerLinkChanges(subject: Subject) {
  const client = useQueryClient();
  const { queryKey } = customerLinks.of(subject);

  /** Makes the link, or publishes another version of its page. */
  const publish = useMutation({
    mutationFn: (page: CustomerPage) => requestJson<PublishedLink>(pathOf(subject), { method: 'PUT', body: page }),
    onSuccess: ({ link }) => client.setQueryData(queryKey, { link }),
  });

  const revoke = useMutation({
    mutationFn: () => requestJson<undefined>(pathOf(subject), { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });

  return { publish, revoke };
}
