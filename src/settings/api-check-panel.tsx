import '@mantine/core/styles/Alert.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Copy, TriangleAlert } from 'lucide-react';

import { apiCheck } from '#data/api-check.ts';
import { session } from '#data/session.ts';
import {
  type ApiCheck,
  apiCheckReport,
  type ApiCheckResult,
  apiCheckResults,
  countResults,
  hasResult,
} from '#stock/contract/api-check.ts';
import { ResultAge } from '#parts/result/result-age.tsx';
import { CopyButton } from '#parts/export/copy-button.tsx';
import { htmlText } from '#stock/export/clipboard-table.ts';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';

import { checkWords } from './api-check-words.ts';
import { ApiCheckTable, useResultWords } from './api-check-table.tsx';

interface ApiCheckPanelProps {
  /** Result by which the requirements are filtered; null for all. */
  result: ApiCheckResult | null;
  onResult: (result: ApiCheckResult | null) => void;
}

/** Runs the API check of the connected service and shows its report. */
export function ApiCheckPanel({ result, onResult }: ApiCheckPanelProps) {
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
        <ApiCheckReport check={data} result={result} onResult={onResult} />
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

interface ApiCheckReportProps {
  check: ApiCheck;
  result: ApiCheckResult | null;
  onResult: (result: ApiCheckResult | null) => void;
}

/** The report of a check: its summary, a filter by result, and the requirements. */
function ApiCheckReport({ check, result, onResult }: ApiCheckReportProps) {
  const { i18n } = useLingui();
  const reason = check.stopped === null ? '' : checkWords(check.stopped.sentence, i18n);
  return (
    <Stack gap={12}>
      {check.stopped && (
        <Alert color="red" icon={<TriangleAlert aria-hidden size={18} />}>
          <Trans>The check stopped early. {reason}</Trans>
        </Alert>
      )}
      {hasResult(check) && <ApiCheckResults check={check} result={result} onResult={onResult} />}
    </Stack>
  );
}

function ApiCheckResults({ check, result, onResult }: ApiCheckReportProps) {
  const { t } = useLingui();
  const words = useResultWords();
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
      <Group gap="8px 16px" justify="space-between">
        <Group component="fieldset" gap={6} aria-label={t`Show`}>
          {[null, ...apiCheckResults]
            .filter((each) => each === null || counts[each] > 0 || each === result)
            .map((each) => (
              <Button
                key={each}
                variant={result === each ? 'light' : 'default'}
                size="compact-md"
                radius="xl"
                mih={36}
                aria-pressed={result === each}
                onClick={() => onResult(each)}
              >
                {each ? words[each] : t`All`} {each ? counts[each] : check.requirements.length}
              </Button>
            ))}
        </Group>
        <CopyReport check={check} />
      </Group>
      <ApiCheckTable key={check.checkedAt} check={check} result={result} />
    </>
  );
}

/** Copies the report as text for the administrator. The HTML is preformatted, to keep lines in an email. */
function CopyReport({ check }: { check: ApiCheck }) {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  const toCopy = () => {
    const text = apiCheckReport(check, data?.service.baseUrl ?? '');
    return { content: { text, html: `<pre>${htmlText(text)}</pre>` }, message: t`Copied as text` };
  };
  return (
    <CopyButton alwaysShowsLabel Icon={Copy} toCopy={toCopy} textLabel={t`Report as text`}>
      <Trans>Copy report</Trans>
    </CopyButton>
  );
}
