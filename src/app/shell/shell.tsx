import { Trans } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';

import { keepFocus } from '#ui/keep-focus.ts';

import { DemoBanner } from './demo-banner.tsx';
import { Dialogs } from './dialogs.tsx';
import { DroppedSearchNotice } from './dropped-search-notice.tsx';
import { ExpiryNotice } from './expiry-notice.tsx';
import { Header } from './header.tsx';
import { PrintSource } from './print-source.tsx';
import { ServiceNotice } from './service-notice.tsx';
import classes from './shell.module.css';

/** What surrounds every page. */
export function Shell() {
  useEffect(keepFocus, []);
  return (
    <div className={classes['shell']}>
      <div className={classes['screen']}>
        <a href="#main" className={classes['skip']}>
          <Trans>Skip to content</Trans>
        </a>
        <Header />
        <ExpiryNotice />
        <ServiceNotice />
        <DemoBanner />
      </div>
      <main id="main" tabIndex={-1} className={classes['main']}>
        <DroppedSearchNotice />
        <Outlet />
        <PrintSource className={classes['source']} />
      </main>
      <Dialogs />
    </div>
  );
}
