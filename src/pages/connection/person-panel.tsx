import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';
import { SignOut } from '#features/sign-out.tsx';
import type { Session } from '#contract/gateway.ts';

import { Fact, Facts } from './facts.tsx';
import classes from './person-panel.module.css';
import { TimeLeft } from './time-left.tsx';

/** As whom the service is asked, for how long, and the ways out. */
export function PersonPanel() {
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
    <div className={classes.person}>
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
    </div>
  );
}
