import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';

import { contractCheck } from '#api/service-check.ts';
import { AnswerAge } from '#features/answer/answer-age.tsx';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';
import type { ContractResult } from '#contract/contract-check.ts';

import classes from './contract-check-panel.module.css';
import { ContractReport } from './contract-report.tsx';

interface ContractCheckPanelProps {
  /** The one result that shows; null for all. */
  result: ContractResult | null;
  onResult: (result: ContractResult | null) => void;
}

/** Holds the connected service to the specification, and shows what came of it. */
export function ContractCheckPanel({ result, onResult }: ContractCheckPanelProps) {
  const { t } = useLingui();
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(contractCheck.latest());
  return (
    <Panel
      title={t`Contract`}
      description={
        <Trans>
          Some fourteen requests, one after the other, hold the service to its specification, section by section. None
          of them changes anything.
        </Trans>
      }
      aside={
        <div className={classes.aside}>
          {data && !isFetching && !error && <AnswerAge fetchedAt={dataUpdatedAt} />}
          <Button loading={isFetching} onClick={() => void refetch()}>
            <Trans>Check the contract</Trans>
          </Button>
        </div>
      }
    >
      {isFetching ? (
        <PanelWaiting lines={8} />
      ) : error ? (
        <PanelError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ContractReport check={data} result={result} onResult={onResult} />
      ) : (
        <PanelEmpty icon={ClipboardCheck} title={t`Not checked yet`}>
          <Trans>
            For example: whether the quantity asked for comes back, whether every date and its Unix time name the same
            day, and whether nobody is let in without a token.
          </Trans>
        </PanelEmpty>
      )}
    </Panel>
  );
}
