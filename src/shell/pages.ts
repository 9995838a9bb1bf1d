import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

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
}

/** The pages that have an entry and concern the user, in the order of the router. */
export function usePages(): Page[] {
  const { i18n } = useLingui();
  const { data } = useQuery(session.current());
  const { routesById } = useRouter();
  return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) => {
    if (staticData?.page === undefined) return [];
    const { name, goTo, key, Icon, isAside = false, isPersonal = false } = staticData.page;
    if (isAside && !isPersonal && data !== undefined && !seesService(data)) return [];
    return { to: fullPath, name: i18n._(name), goTo: i18n._(goTo), key, Icon, isAside };
  });
}
