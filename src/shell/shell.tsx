import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';

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
        <PrintSource />
      </main>
      <Dialogs />
    </Stack>
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
