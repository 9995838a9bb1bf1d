import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';

import { PageHeading } from '#ui/page-heading.tsx';

import classes from './connection-page.module.css';
import { ContractCheckPanel } from './contract-check-panel.tsx';
import { LatencyPanel } from './latency-panel.tsx';
import { PersonPanel } from './person-panel.tsx';
import { ServicePanel } from './service-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

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
