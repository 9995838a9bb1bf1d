import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

import { products } from '#data/products.ts';
import { seesService, session } from '#data/session.ts';

/** How a page is named and reached in the navigation, the search and by keys. */
export interface PageEntry {
  name: MessageDescriptor;
  /** Description of the shortcut: *Go to Orders*. */
  goTo: MessageDescriptor;
  /** Pressed after G. */
  key: string;
  Icon: LucideIcon;
  /** Whether it is reached from the preferences, not from the navigation; for administrators. */
  isAside?: boolean;
  /** Whether it is for everybody who is signed in, although it is reached from the preferences. */
  isPersonal?: boolean;
}

/** An entry in the user's language. */
interface Page extends Pick<PageEntry, 'key' | 'Icon' | 'isAside'> {
  to: string;
  name: string;
  goTo: string;
  search: QuantitySearch;
}

interface QuantitySearch {
  quantity?: number | undefined;
  unit?: string | undefined;
}

/** The pages that have an entry and concern the user, in the order of the router. */
export function usePages(): Page[] {
  const { i18n } = useLingui();
  const { data } = useQuery(session.current());
  const { routesById } = useRouter();
  const { from, carried } = useCarriedQuantity();
  return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) => {
    if (staticData?.page === undefined) return [];
    const { page, params = {} } = staticData;
    const { name, goTo, key, Icon, isAside = false, isPersonal = false } = page;
    if (isAside && !isPersonal && data !== undefined && !seesService(data)) return [];
    const search = 'unit' in params && fullPath !== from ? carried : {};
    return { to: fullPath, name: i18n._(name), goTo: i18n._(goTo), key, Icon, isAside, search };
  });
}

/** The current page, and the quantity of its address with the unit, if it means the same on other pages. */
function useCarriedQuantity(): { from: string | undefined; carried: QuantitySearch } {
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) });
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const from = match?.fullPath;
  const { product, ids, list, quantity, unit } = (match?.search ?? {}) as QuantitySearch & {
    product?: string | number;
    ids?: unknown;
    list?: unknown;
  };
  const { data: found } = useQuery({ ...products.one(String(product ?? '')), enabled: false });
  // Of selected products, a quantity without a unit is in the most frequent of theirs.
  const isOfSome = unit === undefined && (ids !== undefined || list !== undefined || hash !== '');
  if (!('unit' in (match?.staticData.params ?? {})) || quantity === undefined || isOfSome) return { from, carried: {} };
  if (product === undefined) return { from, carried: { quantity, unit } };
  return { from, carried: found?.unit ? { quantity, unit: found.unit } : {} };
}
