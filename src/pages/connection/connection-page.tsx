import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { session } from '#api/session.ts';
import type { Session } from '#contract/gateway.ts';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';
import { SignOut } from '#features/sign-out.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import classes from './connection-page.module.css';
import { ContractCheckPanel } from './contract-check-panel.tsx';
import { LatencyPanel } from './latency-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TimeLeft } from './time-left.tsx';

const route = getRouteApi('/connection');

/** Which service answers, as whom it is asked, whether it keeps to its contract, and how this browser shows it all. */
export function ConnectionPage() {
  const { t } = useLingui();
  const { result } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.page}>
      <PageHeading title={t`Connection`}>
        <Trans>Which service answers, as whom it is asked, and whether it keeps to its contract.</Trans>
      </PageHeading>
      <div className={classes.columns}>
        <ServicePanel />
        <PersonPanel />
        <LatencyPanel />
      </div>
      <ContractCheckPanel
        result={result ?? null}
        onResult={(next) => void navigate({ search: { result: next ?? undefined }, replace: true, resetScroll: false })}
      />
      <SettingsPanel />
    </div>
  );
}

/** Which service this is. */
function ServicePanel() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(session.current());
  return (
    <Panel title={t`Service`}>
      {data ? (
        <ServiceFacts service={data.service} />
      ) : error ? (
        <PanelError error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelWaiting lines={6} />
      )}
    </Panel>
  );
}

function ServiceFacts({ service }: { service: Session['service'] }) {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const { kind, baseUrl, demo, generation, searchable, today, version } = service;
  const isEmbedded = kind === 'embedded';
  return (
    <Facts>
      <Fact name={t`Kind`}>
        {isEmbedded ? <Trans>Embedded in Stock Horizon</Trans> : <Trans>Connected service</Trans>}
      </Fact>
      <Fact name={t`Address`}>
        <bdi>{baseUrl}</bdi>
      </Fact>
      {isEmbedded && (
        <Fact name={t`Stock`}>
          {demo ? <Trans>Demo data, invented</Trans> : <Trans>Your own data, state {generation}</Trans>}
        </Fact>
      )}
      <Fact name={t`Products`}>
        {searchable ? (
          <Trans>found by id, SKU and name</Trans>
        ) : (
          <Trans>found by id alone: no catalogue is imported</Trans>
        )}
      </Fact>
      <Fact name={t`Today, for the service`}>
        <time dateTime={today}>{formatDate(today, 'medium')}</time>
      </Fact>
      <Fact name={t`Stock Horizon`}>
        <Trans>version {version}</Trans>
      </Fact>
    </Facts>
  );
}

/** As whom the service is asked, for how long, and the ways out. */
function PersonPanel() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(session.current());
  return (
    <Panel title={t`Signed in`}>
      {data ? (
        <Person session={data} />
      ) : error ? (
        <PanelError error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelWaiting lines={6} />
      )}
    </Panel>
  );
}

function Person({ session: { signedIn, by, person, credentials, market, expiresAt, endsAt } }: { session: Session }) {
  const { t } = useLingui();
  if (by === null || !signedIn)
    return (
      <PanelEmpty title={t`Nobody is signed in`}>
        <Trans>Sign in with an access token and a subscription key; the answers are then for their market.</Trans>
      </PanelEmpty>
    );
  const ways = {
    local: t`By itself, at this machine`,
    credentials: t`With an access token of your own`,
    company: person ?? t`With your company`,
  };
  return (
    <Stack>
      <Facts>
        <Fact name={t`As`}>
          <bdi>{ways[by]}</bdi>
        </Fact>
        {credentials === 'shared' && by !== 'local' && (
          <Fact name={t`Credentials`}>
            <Trans>shared by all who sign in here</Trans>
          </Fact>
        )}
        <Fact name={t`Company`}>
          <bdi>{market?.company ?? t`the token does not say`}</bdi>
        </Fact>
        <Fact name={t`Sales organization`}>
          <bdi>{market?.salesOrganization ?? t`the token does not say`}</bdi>
        </Fact>
        <Fact name={t`Territory`}>
          <bdi>{market?.territoryId ?? t`the token does not say`}</bdi>
        </Fact>
        <Fact name={t`Access token`}>
          {expiresAt === null ? <Trans>does not say when it runs out</Trans> : <TimeLeft until={expiresAt} />}
        </Fact>
        {by !== 'local' && endsAt !== null && endsAt !== expiresAt && (
          <Fact name={t`Sign-in`}>
            <TimeLeft until={endsAt} />
          </Fact>
        )}
      </Facts>
      {by !== 'local' && <SignOut offersEverywhere />}
    </Stack>
  );
}

/** Named values, one a line; where there is little room, the value goes beneath its name. */
function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
