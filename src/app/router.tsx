import { createRouter } from '@tanstack/react-router';

import { routeTree } from './routes.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';
import { NotFound } from './shell/not-found.tsx';
import { RouteError } from './shell/route-error.tsx';
import { RoutePending } from './shell/route-pending.tsx';

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: RoutePending,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Whoever cannot see the page hears where the navigation led: the new page's heading takes the focus.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
});
