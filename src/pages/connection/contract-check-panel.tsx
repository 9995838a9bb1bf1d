import '@mantine/core/styles/Alert.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, ClipboardCheck, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { contractCheck } from '#api/service-check.ts';
import { session } from '#api/session.ts';
import {
  type ContractCheck,
  contractReport,
  type ContractResult,
  contractResults,
  countResults,
  sawSomething,
} from '#contract/contract-check.ts';
import { AnswerAge } from '#features/answer/answer-age.tsx';
import { copyToClipboard } from '#features/export/copy-to-clipboard.ts';
import { TextToCopy } from '#features/export/text-to-copy.tsx';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#features/panel.tsx';

import classes from './contract-check.module.css';
import { ContractTable, useResultWords } from './contract-table.tsx';

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
        <Group gap="8px 16px">
          {data && !isFetching && !error && <AnswerAge fetchedAt={dataUpdatedAt} />}
          <Button loading={isFetching} onClick={() => void refetch()}>
            <Trans>Check the contract</Trans>
          </Button>
        </Group>
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

interface ContractReportProps {
  check: ContractCheck;
  result: ContractResult | null;
  onResult: (result: ContractResult | null) => void;
}

/** The report of a check: its summary, a filter by result, and the requirements. */
function ContractReport({ check, result, onResult }: ContractReportProps) {
  return (
    <Stack gap={12}>
      {check.stopped && (
        <Alert color="red" icon={<TriangleAlert aria-hidden size={18} />}>
          <Trans>
            The check ended early. <span lang="en">{check.stopped.sentence}</span>
          </Trans>
        </Alert>
      )}
      {sawSomething(check) && <Judged check={check} result={result} onResult={onResult} />}
    </Stack>
  );
}

function Judged({ check, result, onResult }: ContractReportProps) {
  const { t } = useLingui();
  const words = useResultWords();
  const counts = countResults(check);
  return (
    <>
      <output className={classes.summary} data-broken={counts.broken > 0 || undefined}>
        <b>
          {counts.broken > 0 ? (
            <Plural value={counts.broken} one="# requirement is broken" other="# requirements are broken" />
          ) : check.stopped ? (
            <Trans>Nothing is broken as far as it was checked</Trans>
          ) : (
            <Trans>Nothing is broken</Trans>
          )}
        </b>
        {': '}
        <Trans>
          {counts.met} met, {counts.broken} broken, {counts['not-shown']} not shown by the specification,{' '}
          {counts['not-tried']} not tried, by {check.requests} requests.
        </Trans>
      </output>
      <Group gap="8px 16px" justify="space-between">
        <fieldset className={classes.filters} aria-label={t`Show`}>
          <Filter
            isOn={result === null}
            onClick={() => onResult(null)}
            name={t`All`}
            count={check.requirements.length}
          />
          {contractResults
            .filter((each) => counts[each] > 0 || each === result)
            .map((each) => (
              <Filter
                key={each}
                isOn={result === each}
                onClick={() => onResult(each)}
                name={words[each]}
                count={counts[each]}
              />
            ))}
        </fieldset>
        <CopyReport check={check} />
      </Group>
      <ContractTable key={check.checkedAt} check={check} result={result} />
    </>
  );
}

function Filter({ isOn, onClick, name, count }: { isOn: boolean; onClick: () => void; name: string; count: number }) {
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      size="compact-md"
      radius="xl"
      aria-pressed={isOn}
      className={classes.filter ?? ''}
      onClick={onClick}
    >
      {name} {count}
    </Button>
  );
}

/** Copies the report as text, for whoever runs the service; where the clipboard is refused, it stands there to be copied by hand. */
function CopyReport({ check }: { check: ContractCheck }) {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const text = contractReport(check, data?.service.baseUrl ?? '');
  const copied = { text, html: asHtml(text) };

  async function copy() {
    setOutcome((await copyToClipboard(copied)) ? 'copied' : 'refused');
  }

  return (
    <Group gap="8px 12px">
      <Button
        variant="default"
        leftSection={outcome === 'copied' ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        <Trans>Copy report</Trans>
      </Button>
      <output className={classes.done}>{outcome === 'copied' && <Trans>Copied as text</Trans>}</output>
      {outcome === 'refused' && <TextToCopy label={t`Report as text`} copied={copied} />}
    </Group>
  );
}

/** In a mail the lines stay lines. */
function asHtml(text: string): string {
  const lines = document.createElement('pre');
  lines.textContent = text;
  return lines.outerHTML;
}
