import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';

import { PageHeading } from '#ui/page-heading.tsx';

import classes from './route-error.module.css';

/** What stands in for a page that failed in a way nobody foresaw; the shell around it goes on working. */
export function RouteError({ error }: ErrorComponentProps) {
  const { t } = useLingui();
  return (
    <div role="alert">
      <PageHeading title={t`This page has failed`}>
        <Trans>What you asked stands in the address, so reloading the page loses nothing.</Trans>
      </PageHeading>
      <div className={classes['ways']}>
        <Button onClick={() => window.location.reload()}>
          <Trans>Reload the page</Trans>
        </Button>
        <Link to="/" className={classes['link']}>
          <Trans>Ask for the availability of a product</Trans>
        </Link>
      </div>
      <details className={classes['details']}>
        <summary>
          <Trans>Details for whoever looks after Stock Horizon</Trans>
        </summary>
        <pre>{String(error)}</pre>
      </details>
    </div>
  );
}
