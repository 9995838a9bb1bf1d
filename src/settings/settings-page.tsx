import { Trans, useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { latency } from '#data/api-check.ts';
import { historySize } from '#data/history.ts';
import { seesService, session } from '#data/session.ts';
import { todayIn } from '#stock/calendar-date.ts';
import type { Session } from '#stock/contract/gateway-responses.ts';
import { Panel, PanelEmpty, PanelPending } from '#parts/panel.tsx';
import { Day } from '#ui/day.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import { ApiCheckPanel } from './api-check-panel.tsx';
import { Fact, Facts } from './facts.tsx';
import { ImportPanel } from './import-panel.tsx';
import { TimeLeft } from './time-left.tsx';

/** For administrators: stock service, sign-in, import and API check. */
export function ConnectionPage() {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  const heading = <PageHeading isHidden title={t`Stock service`} />;
  if (data && !seesService(data))
    return (
      <>
        {heading}
        <Panel title={t`Stock service`}>
          <PanelEmpty title={t`For administrators`}>
            <Trans>Your company's sign-in doesn't name you as an administrator.</Trans>
          </PanelEmpty>
        </Panel>
      </>
    );
  return (
    <>
      {heading}
      <Stack gap={20}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={20}>
          <SessionPanel title={t`Service`}>{(data) => <ServiceFacts service={data.service} />}</SessionPanel>
          <SessionPanel title={t`Signed in`}>{(data) => <Person session={data} />}</SessionPanel>
        </SimpleGrid>
        {data?.isAdministrator && data.service.kind === 'embedded' && <ImportPanel isDemo={data.service.demo} />}
        <ApiCheckPanel />
      </Stack>
    </>
  );
}

function SessionPanel({ title, children }: { title: string; children: (data: Session) => ReactNode }) {
  const query = useQuery(session.current());
  return <Panel title={title}>{query.data ? children(query.data) : <PanelPending query={query} lines={6} />}</Panel>;
}

function ServiceFacts({ service }: { service: Session['service'] }) {
  const { t } = useLingui();
  const { kind, baseUrl, demo, generation, searchable, today, version } = service;
  const isEmbedded = kind === 'embedded';
  return (
    <Facts>
      <Fact name={t`Type`}>{isEmbedded ? <Trans>Built-in service</Trans> : <Trans>Connected service</Trans>}</Fact>
      <Fact name={t`Address`}>
        <bdi>{baseUrl}</bdi>
      </Fact>
      {isEmbedded && (
        <Fact name={t`Stock`}>
          {demo ? <Trans>Demo data</Trans> : <Trans>Imported data, version {generation}</Trans>}
        </Fact>
      )}
      <Fact name={t`Products`}>
        {searchable ? (
          <Trans>searchable by ID, SKU and name</Trans>
        ) : (
          <Trans>searchable by ID only (no catalog imported)</Trans>
        )}
      </Fact>
      <Fact name={t`Service date`}>
        <Day date={today} />
      </Fact>
      <ResponseTime />
      <HistoryFacts />
      <Fact name={t`Stock Horizon`}>
        <Trans>version {version}</Trans>
      </Fact>
    </Facts>
  );
}

/** Response time of the service as measured by this browser. */
function ResponseTime() {
  const { t } = useLingui();
  const { locale } = useLocale();
  const { data } = useQuery(latency.measured());
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return <Fact name={t`Response time`}>{data === undefined ? '–' : <Trans>{number.format(data)} ms</Trans>}</Fact>;
}

/** How much the earlier calendars take up, and what is kept of them; nothing until it is measured. */
function HistoryFacts() {
  const { t } = useLingui();
  const { locale, timeZone, formatCount } = useLocale();
  const { data } = useQuery(historySize());
  if (data === undefined) return null;
  const { calendars, bytes, from, limit } = data;
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const [count, days, most] = [calendars, limit.days, limit.calendars].map(formatCount);
  return (
    <>
      <Fact name={t`Earlier calendars`}>
        <Trans>
          {count} ({size.format(bytes / 1_000_000)})
        </Trans>
      </Fact>
      <Fact name={t`Kept since`}>{from === null ? '–' : <Day date={todayIn(timeZone, new Date(from))} />}</Fact>
      <Fact name={t`Kept at most`}>
        <Trans>
          {days} days, {most} calendars
        </Trans>
      </Fact>
    </>
  );
}

/** User, market and expiry of the sign-in, and the sign-out. */
function Person({ session: { signedIn, by, person, credentials, market, expiresAt, endsAt } }: { session: Session }) {
  const { t } = useLingui();
  if (by === null || !signedIn)
    return (
      <PanelEmpty title={t`Not signed in`}>
        <Trans>Sign in with an access token and a subscription key to see your market.</Trans>
      </PanelEmpty>
    );
  const signInLabels = {
    local: t`Automatic (local access)`,
    credentials: t`Access token`,
    company: person ?? t`Company account`,
  };
  return (
    <Stack>
      <Facts>
        <Fact name={t`Signed in as`}>
          <bdi>{signInLabels[by]}</bdi>
        </Fact>
        {credentials === 'shared' && by !== 'local' && (
          <Fact name={t`Credentials`}>
            <Trans>shared by all users</Trans>
          </Fact>
        )}
        <Fact name={t`Company`}>
          <bdi>{market?.company ?? t`not stated`}</bdi>
        </Fact>
        <Fact name={t`Sales organization`}>
          <bdi>{market?.salesOrganization ?? t`not stated`}</bdi>
        </Fact>
        <Fact name={t`Territory`}>
          <bdi>{market?.territoryId ?? t`not stated`}</bdi>
        </Fact>
        <Fact name={t`Access token`}>
          {expiresAt === null ? <Trans>no expiry stated</Trans> : <TimeLeft until={expiresAt} />}
        </Fact>
        {by !== 'local' && endsAt !== null && endsAt !== expiresAt && (
          <Fact name={t`Sign-in`}>
            <TimeLeft until={endsAt} />
          </Fact>
        )}
      </Facts>
    </Stack>
  );
}
