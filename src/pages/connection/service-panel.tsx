import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import { Panel, PanelError, PanelWaiting } from '#features/panel.tsx';
import type { Session } from '#contract/gateway.ts';

import { Fact, Facts } from './facts.tsx';

/** Which service this is. */
export function ServicePanel() {
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
