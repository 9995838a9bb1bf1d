import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useMemo } from 'react';

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

/** The last quantity of each page of many products since the dashboard was opened, by the page's path. */
const lastQuantities = new Map<string, QuantitySearch>();

/** The pages that have an entry and concern the user, in the order of the router. */
export function usePages(): Page[] {
  const { i18n } = useLingui();
  const { data } = useQuery(session.current());
  const { routesById } = useRouter();
  const { from, quantity } = useQuantityPerProduct();
  return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) => {
    if (staticData?.page === undefined) return [];
    const { page, params = {} } = staticData;
    const { name, goTo, key, Icon, isAside = false, isPersonal = false } = page;
    if (isAside && !isPersonal && data !== undefined && !seesService(data)) return [];
    const known = 'product' in params ? quantity : lastQuantities.get(fullPath);
    const search = 'unit' in params && fullPath !== from ? (known ?? {}) : {};
    return { to: fullPath, name: i18n._(name), goTo: i18n._(goTo), key, Icon, isAside, search };
  });
}

/**
 * The current page, and the quantity that its address has for each of many products; undefined on other pages, and for
 * selected products without a unit, whose most frequent one it is in. Each page keeps its own.
 */
function useQuantityPerProduct(): { from: string | undefined; quantity: QuantitySearch | undefined } {
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) });
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const { fullPath: from, staticData, search } = match ?? {};
  const { ids, list, quantity: amount, unit } = (search ?? {}) as QuantitySearch & { ids?: unknown; list?: unknown };
  const params = staticData?.params ?? {};
  const isOfSome = unit === undefined && (ids !== undefined || list !== undefined || hash !== '');
  const isPerProduct = 'unit' in params && !('product' in params) && !isOfSome;
  const quantity = useMemo(() => (isPerProduct ? { quantity: amount, unit } : undefined), [isPerProduct, amount, unit]);
  useEffect(() => {
    if (from !== undefined && quantity !== undefined) lastQuantities.set(from, quantity);
  }, [from, quantity]);
  return { from, quantity };
}
