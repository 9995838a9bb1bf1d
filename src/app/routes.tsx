import { createRootRoute, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';

import { ProductIdParam } from './params.ts';
import { availabilityParams, calendarParams, calendarsParams, connectionParams, orderParams } from './route-params.ts';
import { readSearch } from './search-params.ts';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({ component: Shell });

const availabilityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (raw: Record<string, unknown>) => readSearch(availabilityParams, raw),
  component: lazyRouteComponent(() => import('#pages/availability/availability-page.tsx'), 'AvailabilityPage'),
});

const calendarChooserRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  component: lazyRouteComponent(() => import('#pages/calendar/calendar-chooser-page.tsx'), 'CalendarChooserPage'),
});

const calendarRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$productId',
  params: {
    parse: ({ productId }) => ({ productId: ProductIdParam.safeParse(productId).data ?? 0 }),
    stringify: ({ productId }) => ({ productId: String(productId) }),
  },
  beforeLoad: ({ params }) => {
    if (params.productId === 0) throw notFound();
  },
  validateSearch: (raw: Record<string, unknown>) => readSearch(calendarParams, raw),
  component: lazyRouteComponent(() => import('#pages/calendar/calendar-page.tsx'), 'CalendarPage'),
});

const calendarsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendars',
  validateSearch: (raw: Record<string, unknown>) => readSearch(calendarsParams, raw),
  component: lazyRouteComponent(() => import('#pages/calendars/calendars-page.tsx'), 'CalendarsPage'),
});

const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order',
  validateSearch: (raw: Record<string, unknown>) => readSearch(orderParams, raw),
  component: lazyRouteComponent(() => import('#pages/order/order-page.tsx'), 'OrderPage'),
});

const connectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connection',
  validateSearch: (raw: Record<string, unknown>) => readSearch(connectionParams, raw),
  component: lazyRouteComponent(() => import('#pages/connection/connection-page.tsx'), 'ConnectionPage'),
});

export const routeTree = rootRoute.addChildren([
  availabilityRoute,
  orderRoute,
  calendarChooserRoute,
  calendarRoute,
  calendarsRoute,
  connectionRoute,
]);
