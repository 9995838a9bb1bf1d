import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { ContractRequirement } from '#contract/contract-check.ts';

import classes from './requirement-detail.module.css';

/** What breaks a requirement, request by request; or what was observed. The specification's language is English. */
export function RequirementDetail({ requirement: { findings, observed } }: { requirement: ContractRequirement }) {
  const { t } = useLingui();
  return (
    <div className={classes.detail}>
      {findings.map(({ request, path, expected, got }) => (
        <dl key={`${request} ${path}`} className={classes.finding}>
          <Line name={t`Request`}>
            <code>{request}</code>
          </Line>
          <Line name={t`Where`}>
            <code>{path}</code>
          </Line>
          <Line name={t`Expected`}>
            <span lang="en">{expected}</span>
          </Line>
          <Line name={t`Got`}>
            <code className={classes.got}>{got}</code>
          </Line>
        </dl>
      ))}
      {observed !== null && (
        <p className={classes.observed}>
          <Trans>
            Observed: <span lang="en">{observed}</span>
          </Trans>
        </p>
      )}
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
