import '@mantine/core/styles/Alert.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, TriangleAlert } from 'lucide-react';

import { apiCheck } from '#data/api-check.ts';
import { type ApiCheck, countResults, hasResult } from '#stock/contract/api-check.ts';
import { ResultAge } from '#parts/result/result-age.tsx';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';

import { checkWords } from './api-check-words.ts';
import { ApiCheckTable } from './api-check-table.tsx';

/** Runs the API check of the connected service and shows its report. */
export function ApiCheckPanel() {
  const { t } = useLingui();
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(apiCheck.latest());
  return (
    <Panel
      title={t`API check`}
      description={
        <Trans>Sends about 14 read-only requests and compares the responses with the API specification.</Trans>
      }
      aside={
        <Group gap="8px 16px">
          {data && !isFetching && !error && <ResultAge fetchedAt={dataUpdatedAt} />}
          <Button
            // Not disabled, so that the button keeps the focus.
            data-disabled={isFetching || undefined}
            aria-disabled={isFetching || undefined}
            onClick={() => isFetching || void refetch()}
          >
            <Trans>Run API check</Trans>
          </Button>
        </Group>
      }
    >
      {isFetching ? (
        <PanelWaiting lines={8} />
      ) : error ? (
        <PanelError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ApiCheckReport check={data} />
      ) : (
        <PanelEmpty icon={ClipboardCheck} title={t`Not checked yet`}>
          <Trans>
            Checks, for example, that quantities match, that dates match their Unix time, and that requests without a
            token are rejected.
          </Trans>
        </PanelEmpty>
      )}
    </Panel>
  );
}

/** The report of a check: its summary and the requirements. */
function ApiCheckReport({ check }: { check: ApiCheck }) {
  const { i18n } = useLingui();
  const reason = check.stopped === null ? '' : checkWords(check.stopped.sentence, i18n);
  return (
    <Stack gap={12}>
      {check.stopped && (
        <Alert color="red" icon={<TriangleAlert aria-hidden size={18} />}>
          <Trans>The check stopped early. {reason}</Trans>
        </Alert>
      )}
      {hasResult(check) && <ApiCheckResults check={check} />}
    </Stack>
  );
}

function ApiCheckResults({ check }: { check: ApiCheck }) {
  const counts = countResults(check);
  return (
    <>
      <Text component="output">
        <Text span fw={600} c={counts.failed > 0 ? 'var(--sh-late)' : undefined}>
          {counts.failed > 0 ? (
            <Plural value={counts.failed} one="# check failed" other="# checks failed" />
          ) : check.stopped ? (
            <Trans>No failures so far</Trans>
          ) : (
            <Trans>No failures</Trans>
          )}
        </Text>
        {': '}
        <Trans>
          {counts.passed} passed, {counts.failed} failed, {counts['not-specified']} not specified,{' '}
          {counts['not-tested']} not tested ({check.requests} requests)
        </Trans>
      </Text>
      <ApiCheckTable key={check.checkedAt} check={check} />
    </>
  );
}
