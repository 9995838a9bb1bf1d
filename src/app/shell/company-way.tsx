import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';

import { ErrorLabel } from '#features/panel.tsx';
import type { Session } from '#contract/gateway.ts';

import { refusalWords } from './refusal-words.ts';
import classes from './sign-in.module.css';

type Refusal = NonNullable<Session['company']>['refusal'];

/** The way in by the company's sign-in, which leads back to this very page, and why it has just not worked. */
export function CompanyWay({ refusal }: { refusal: Refusal }) {
  const { i18n } = useLingui();
  const here = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  return (
    <>
      {refusal && (
        <div role="alert" className={classes['refused']}>
          <p>{refusalWords(refusal.reason, i18n)}</p>
          <ErrorLabel status={null} requestId={refusal.requestId} upstreamRequestId={null} />
        </div>
      )}
      <Button
        component="a"
        className={classes['company'] ?? ''}
        href={`/gateway/oidc/start?returnTo=${encodeURIComponent(here)}`}
        leftSection={<Building2 aria-hidden size={18} />}
        data-autofocus
      >
        <Trans>Sign in with your company</Trans>
      </Button>
    </>
  );
}
