import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group } from '@mantine/core';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  notFound,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import {
  Bell,
  CalendarRange,
  Handshake,
  KeyRound,
  Database,
  LayoutDashboard,
  ListChecks,
  PackageCheck,
  Server,
} from 'lucide-react';

import { products } from '#data/products.ts';
import { session } from '#data/session.ts';
import { stock } from '#data/stock.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { toThousandths } from '#stock/thousandths.ts';
import { AvailabilityPage } from '#availability/availability-page.tsx';
import { availabilityParams } from '#availability/availability-params.ts';
import { orderParams, ordersParams } from '#orders/order-params.ts';
import { overviewParams } from '#overview/overview-params.ts';
import { PanelWaiting } from '#parts/panel.tsx';
import { rememberedKey } from '#parts/remembered.ts';
import { parseSearch, productIdParam, readSearch, type SearchParams, stringifySearch } from '#parts/search-params.ts';
import { calendarsParams, readCalendarsParams } from '#products/products-params.ts';
import { promisesParams } from '#promises/promises-params.ts';
import { storedLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import { currentLanguage } from '#shell/i18n.ts';
import type { PageEntry } from '#shell/pages.ts';
import { queryClient } from '#shell/query-client.ts';
import { Shell } from '#shell/shell.tsx';

/**
 * Maximum waits for a page's data, in milliseconds: present at the first render, it avoids layout shifts. Without the
 * session, banners would move the whole page.
 */
const maxWaits = { session: 1000, product: 300, order: 600 };

/** Starts requests; resolves with them or after `wait`. Failures are shown by the page. */
async function start(wait: number, ...requests: Promise<void>[]): Promise<void> {
  await Promise.race([Promise.all(requests), new Promise((resolve) => setTimeout(resolve, wait))]);
}

function startAvailability(productId: ProductId, quantity: number | undefined): Promise<void> {
  return start(
    maxWaits.product,
    queryClient.prefetchQuery(products.one(String(productId))),
    queryClient.prefetchQuery(stock.availability(productId, quantity === undefined ? null : toThousandths(quantity))),
  );
}

const rootRoute = createRootRoute({
  component: Shell,
  loader: () => start(maxWaits.session, queryClient.prefetchQuery(session.current())),
});

/** Loaded with the page, as {@link startCalendars} is. */
async function startOverview(search: Record<string, unknown>): Promise<void> {
  const page = await import('#overview/overview-request.ts').catch(() => null);
  await page?.startOverview(queryClient, readSearch(overviewParams, search));
}

/** Loaded with the page, since the first view doesn't need it. A failure to load is that of the page. */
async function startCalendars({ search, hash }: { search: Record<string, unknown>; hash: string }): Promise<void> {
  const page = await import('#products/calendars-request.ts').catch(() => null);
  await page?.startCalendars(queryClient, readCalendarsParams(search), hash);
}

async function startOrder(): Promise<void> {
  const desk = await import('#orders/lines/order-desk.ts').catch(() => null);
  await desk?.startOrder(queryClient, storedLocale(currentLanguage()));
}

async function startOrders(): Promise<void> {
  const [page, person] = await Promise.all([
    import('#parts/saved-orders/saved-orders.ts').catch(() => null),
    queryClient.fetchQuery(session.current()).catch(() => null),
  ]);
  const owner = person && rememberedKey('order', person);
  if (page && owner) await queryClient.prefetchQuery(page.savedOrders(owner));
}

/** Loaded with the page, since the first view doesn't need it. */
async function startPromises(): Promise<void> {
  const page = await import('#data/promises.ts').catch(() => null);
  if (page) await queryClient.prefetchQuery(page.promises.all());
}

const availabilityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (raw: Record<string, unknown>) => readSearch(availabilityParams, raw),
  staticData: {
    params: availabilityParams,
    page: { name: msg`Availability`, Icon: PackageCheck },
  },
  loaderDeps: ({ search: { product, quantity } }) => ({ product, quantity }),
  loader: async ({ deps: { product, quantity } }) => {
    if (typeof product === 'number') await startAvailability(product, quantity);
  },
  component: AvailabilityPage,
});

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  validateSearch: (raw: Record<string, unknown>) => readSearch(overviewParams, raw),
  staticData: {
    params: overviewParams,
    page: { name: msg`Overview`, Icon: LayoutDashboard },
  },
  loader: ({ location }) => start(maxWaits.product, startOverview(location.search)),
  component: lazyRouteComponent(() => import('#overview/overview-page.tsx'), 'OverviewPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: readCalendarsParams,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/calendars', search, hash: true, replace: true });
  },
});

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$productId',
  params: {
    parse: ({ productId }) => ({ productId: productIdParam(productId) ?? 0 }),
    stringify: ({ productId }) => ({ productId: String(productId) }),
  },
  validateSearch: (raw: Record<string, unknown>) => readSearch(availabilityParams, raw),
  // Saved addresses of a product's calendar.
  beforeLoad: ({ params: { productId }, search: { quantity, mlt, bucket, from, to } }) => {
    if (productId === 0) throw notFound();
    const search = { product: productId, quantity, mlt, bucket, from, to };
    throw redirect({ to: '/', search, replace: true });
  },
});

const calendarsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendars',
  validateSearch: readCalendarsParams,
  staticData: {
    params: calendarsParams,
    page: { name: msg`Products`, Icon: CalendarRange },
  },
  // Without dependencies, it doesn't delay changes of the page that is open.
  loader: ({ location }) => start(maxWaits.product, startCalendars(location)),
  component: lazyRouteComponent(() => import('#products/products-page.tsx'), 'CalendarsPage'),
});

const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order',
  validateSearch: (raw: Record<string, unknown>) => readSearch(orderParams, raw),
  staticData: { params: orderParams },
  // A link that is only pointed at opens no order, nor does the order of a link, which is in the fragment.
  preload: false,
  loader: async ({ location: { hash } }) => {
    if (hash === '') await start(maxWaits.order, startOrder());
  },
  component: lazyRouteComponent(() => import('#orders/order-page.tsx'), 'OrderPage'),
});

const ordersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  validateSearch: (raw: Record<string, unknown>) => readSearch(ordersParams, raw),
  staticData: { page: { name: msg`Orders`, Icon: ListChecks } },
  loader: () => start(maxWaits.product, startOrders()),
  component: lazyRouteComponent(() => import('#orders/orders-page.tsx'), 'OrdersPage'),
});

const promisesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/promises',
  validateSearch: (raw: Record<string, unknown>) => readSearch(promisesParams, raw),
  staticData: {
    params: promisesParams,
    page: { name: msg`Promises`, Icon: Handshake },
  },
  loader: () => start(maxWaits.product, startPromises()),
  component: lazyRouteComponent(() => import('#promises/promises-page.tsx'), 'PromisesPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  validateSearch: (raw: Record<string, unknown>) => readSearch({}, raw),
  staticData: {
    page: {
      name: msg`Notifications`,
      Icon: Bell,
      isAside: true,
      isPersonal: true,
    },
  },
  component: lazyRouteComponent(() => import('#notifications/notifications-page.tsx'), 'NotificationsPage'),
});

const connectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connection',
  validateSearch: (raw: Record<string, unknown>) => readSearch({}, raw),
  staticData: {
    page: { name: msg`Stock service`, Icon: Server, isAside: true },
  },
  component: lazyRouteComponent(() => import('#settings/settings-page.tsx'), 'ConnectionPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: (raw: Record<string, unknown>) => readSearch({}, raw),
  staticData: {
    page: {
      name: msg`Keys and links`,
      Icon: KeyRound,
      isAside: true,
      isPersonal: true,
    },
  },
  component: lazyRouteComponent(() => import('#keys/keys-page.tsx'), 'KeysPage'),
});

const myDataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-data',
  validateSearch: (raw: Record<string, unknown>) => readSearch({}, raw),
  staticData: {
    page: {
      name: msg`My data`,
      Icon: Database,
      isAside: true,
      isPersonal: true,
    },
  },
  component: lazyRouteComponent(() => import('#settings/my-data-page.tsx'), 'MyDataPage'),
});

const routeTree = rootRoute.addChildren([
  overviewRoute,
  availabilityRoute,
  orderRoute,
  ordersRoute,
  productsRoute,
  productRoute,
  calendarsRoute,
  promisesRoute,
  notificationsRoute,
  keysRoute,
  myDataRoute,
  connectionRoute,
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: () => <PanelWaiting lines={4} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page's search parameters. */
    params?: SearchParams;
    /** Its entry in the navigation; without one, the address only redirects. */
    page?: PageEntry;
  }
}

// Moves focus to the new page's heading after navigation, so that screen readers announce it.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  const isFocused = document.querySelector('main :focus') !== null;
  if (pathChanged && fromLocation && !isFocused) document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
});

function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <PageHeading title={t`Page not found`}>
        <Trans>Check the address. Product pages look like /products/10001.</Trans>
      </PageHeading>
      <p>
        <Link to="/">
          <Trans>Check availability</Trans>
        </Link>
      </p>
    </>
  );
}

/** Replaces a page that failed unexpectedly; the shell around it keeps working. */
function RouteError({ error }: ErrorComponentProps) {
  const { t } = useLingui();
  return (
    <div role="alert">
      <PageHeading title={t`This page couldn't be displayed`}>
        <Trans>Your entries are in the page address. Reloading loses nothing.</Trans>
      </PageHeading>
      <Group gap="sm">
        <Button onClick={() => window.location.reload()}>
          <Trans>Reload page</Trans>
        </Button>
        <Box component={Link} to="/" p="sm">
          <Trans>Check availability</Trans>
        </Box>
      </Group>
      <Box component="details" mt="xl" c="dimmed" fz={13}>
        <summary>
          <Trans>Technical details</Trans>
        </summary>
        <Box component="pre" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {String(error)}
        </Box>
      </Box>
    </div>
  );
}
