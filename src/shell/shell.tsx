import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react';

import { session } from '#data/session.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import { useLocale, withYears } from '#ui/locale.tsx';

import { Dialogs } from './dialogs.tsx';
import { Header } from './header.tsx';
import {
  DayNote,
  DroppedSearchNotice,
  ExpiryNotice,
  NewStockNotice,
  NoStockNotice,
  ServiceNotice,
  StoreNotice,
} from './notices.tsx';
import classes from './shell.module.css';

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

export function Shell() {
  useEffect(keepFocus, []);
  useLayoutEffect(() => document.getElementById('start')?.remove(), []);
  return (
    <Stack gap={0} mih="100dvh">
      <div className={classes['screen']}>
        <a href="#main" className={classes['skip']}>
          <Trans>Skip to content</Trans>
        </a>
        <Header />
        <DayNote />
        <ExpiryNotice />
        <NewStockNotice />
        <StoreNotice />
        <NoStockNotice />
        <ServiceNotice />
      </div>
      <main id="main" tabIndex={-1} className={classes['main']}>
        <DroppedSearchNotice />
        <Outlet />
        <FirstVisit />
        <PrintSource />
      </main>
      <Dialogs />
    </Stack>
  );
}

/** Shown beneath Availability while no product is selected, until dismissed. */
function FirstVisit() {
  const isStart = useRouterState({
    select: ({ location: { pathname, search } }) => pathname === '/' && !('product' in search && search.product),
  });
  const [isDismissed, setDismissed] = useLocalStorage({
    key: 'stock-horizon.first-steps-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (!isStart || isDismissed) return null;
  return (
    <Suspense>
      <FirstSteps onDismiss={() => setDismissed(true)} />
    </Suspense>
  );
}

/** Source line of a printed page, hidden on screen. */
function PrintSource() {
  const { data } = useQuery(session.current());
  const { today, formatDate } = withYears(useLocale());
  if (!data?.market) return null;
  const { company, salesOrganization, territoryId } = data.market;
  return (
    <p className={classes['source']} aria-hidden>
      <Trans>
        {data.service.baseUrl} · {[company, salesOrganization, territoryId].join(' · ')} · printed on{' '}
        {formatDate(today, 'long')}
      </Trans>
    </p>
  );
}
