import '@mantine/core/styles/List.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { describeError } from '#data/describe-error.ts';
import { FileWriteError } from '#parts/export/writing/file-writer.ts';
import { useLocale } from '#ui/locale.tsx';

import { copyToClipboard, type CopiedContent } from './copy-to-clipboard.ts';
import { TooManyRowsError } from './table-export.ts';
import type { DoneRun, FailedRun } from './use-export-run.ts';

interface ExportTroubleProps {
  run: DoneRun | FailedRun;
  onRetry: () => void;
  /** Called once the table has been copied after the clipboard first refused it. */
  onCopied: (run: DoneRun) => void;
}

const maxListed = 20;

/** Lists what is missing in an export, shows why it failed, or offers to copy again after the clipboard refused. */
export function ExportTrouble({ run, onRetry, onCopied }: ExportTroubleProps) {
  if (run.phase === 'done' && run.result.refused) {
    return <ClipboardRefused refused={run.result.refused} onCopied={() => onCopied(run)} />;
  }
  const isTooMuch = run.phase === 'failed' && run.error instanceof TooManyRowsError;
  return (
    <Stack role="alert" gap="sm" align="flex-start">
      {run.phase === 'failed' ? <Failure error={run.error} /> : <Missing {...run.result} />}
      {!isTooMuch && (
        <Button variant="default" data-autofocus onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </Stack>
  );
}

function Missing({ extent: { rows, expected, missing }, name }: DoneRun['result']) {
  const { formatCount } = useLocale();
  return (
    <>
      <Text fw={600}>
        {name === undefined ? (
          <Trans>
            Incomplete: {formatCount(rows)} of {formatCount(expected)} rows.
          </Trans>
        ) : (
          <Trans>
            Incomplete: {formatCount(rows)} of {formatCount(expected)} rows, saved as {name}.
          </Trans>
        )}
      </Text>
      <List size="sm" c="dimmed" mah={240} style={{ overflow: 'auto' }}>
        {missing.slice(0, maxListed).map((what) => (
          <List.Item key={what}>{what}</List.Item>
        ))}
      </List>
      {missing.length > maxListed && <AndMore count={missing.length - maxListed} />}
    </>
  );
}

/** Number of items that aren't shown. */
export function AndMore({ count }: { count: number }) {
  return (
    <Text>
      <Plural value={count} one="and # more" other="and # more" />
    </Text>
  );
}

function Failure({ error }: { error: unknown }) {
  const { i18n } = useLingui();
  const { formatCount } = useLocale();
  if (error instanceof TooManyRowsError) {
    const most = formatCount(error.most);
    return (
      <Text fw={600}>
        <Trans>More than {most} rows. Export a CSV or Excel file instead.</Trans>
      </Text>
    );
  }
  if (error instanceof FileWriteError) {
    return (
      <>
        <Text fw={600}>
          <Trans>Couldn't write the file. Free up disk space and try again.</Trans>
        </Text>
        <Text>{error.message}</Text>
      </>
    );
  }
  const { title, detail, requestId } = describeError(error, i18n);
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Text>{detail}</Text>
      {requestId && (
        <Text>
          <Trans>
            Request ID <code>{requestId}</code>
          </Trans>
        </Text>
      )}
    </>
  );
}

/** Requests the click that browsers require for the clipboard. */
function ClipboardRefused({ refused, onCopied }: { refused: CopiedContent; onCopied: () => void }) {
  const [isClosed, setIsClosed] = useState(false);

  async function copy() {
    if (await copyToClipboard(refused)) onCopied();
    else setIsClosed(true);
  }

  return (
    <Stack gap="sm" align="flex-start">
      <Text role="alert" fw={600}>
        {isClosed ? (
          <Trans>The browser blocked the clipboard. Export CSV instead.</Trans>
        ) : (
          <Trans>The table is ready. Select Copy once more to confirm.</Trans>
        )}
      </Text>
      <Button data-autofocus onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </Button>
    </Stack>
  );
}
