import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { products } from '#api/products.ts';
import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import { rememberedKey } from '#features/remembered.ts';

import { orderDesk } from './order-desk.ts';
import type { OrderSession } from './order-session.ts';
import { signInAgain } from './check/sign-in-again.ts';

/** The order that the person signed in has open; null until it is read from this browser, and while another tab has it. */
export function useOrderSession(): OrderSession | null {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { formatQuantity } = useLocale();
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('order', data) : null;
  const open = useSyncExternalStore(orderDesk.session.subscribe, orderDesk.session.get);

  useEffect(() => {
    if (owner === null) return;
    void orderDesk.open({
      owner,
      catalogue: {
        resolve: (keys) => queries.fetchQuery(products.resolve(keys)),
        search: async (text) => (await queries.fetchQuery(products.search(text))).products,
      },
      formatQuantity,
      addedLabel: t`Add to order`,
      attend: (order) => signInAgain(queries, order),
    });
  }, [owner, queries, formatQuantity, t]);

  // Whoever has to sign in again finds the order as it was; a sign-out has closed it.
  return owner === null || open?.owner === owner ? open : null;
}
