import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

import { seesService, session } from '#data/session.ts';

/** How a page is named in the navigation and the search. */
export interface PageEntry {
  name: MessageDescriptor;
  Icon: LucideIcon;
  /** Whether it is reached from the preferences, not from the navigation; for administrators. */
  isAside?: boolean;
  /** Whether it is for everybody who is signed in, although it is reached from the preferences. */
  isPersonal?: boolean;
}

/** An entry in the user's language. */
interface Page extends Pick<PageEntry, 'Icon' | 'isAside'> {
  to: string;
  name: string;
}

/** The pages that have an entry and concern the user, in the order of the router. */
export function usePages(): Page[] {
  const { i18n } = useLingui();
  const { data } = useQuery(session.current());
  const { routesById } = useRouter();
  return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) => {
    if (staticData?.page === undefined) return [];
    const { name, Icon, isAside = false, isPersonal = false } = staticData.page;
    if (isAside && !isPersonal && data !== undefined && !seesService(data)) return [];
    return { to: fullPath, name: i18n._(name), Icon, isAside };
  });
}
