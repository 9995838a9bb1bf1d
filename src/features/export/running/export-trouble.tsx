import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';

import { describeError } from '#api/describe-error.ts';
import { FileWriteError } from '#features/export/writing/file-writer.ts';
import { useLocale } from '#ui/locale.tsx';
import type { ExportExtent } from '#domain/export/export-table.ts';

import { ClipboardRefusedError } from './clipboard-refused-error.ts';
import { ClipboardRefused } from './clipboard-refused.tsx';
import type { ExportRun } from './export-run.ts';
import classes from './export-trouble.module.css';
import { TooManyRowsError } from './gather-rows.ts';

interface ExportTroubleProps {
  run: Extract<ExportRun, { phase: 'done' | 'failed' }>;
  onRetry: () => void;
  /** What the clipboard had refused is there now. */
  onCopied: (extent: ExportExtent) => void;
}

const mostNamed = 20;

/** What is missing in a file, or why there is none; nothing is left out without a word. */
export function ExportTrouble({ run, onRetry, onCopied }: ExportTroubleProps) {
  const error = run.phase === 'failed' ? run.error : null;
  if (error instanceof ClipboardRefusedError) {
    return (
      <div className={classes['trouble']}>
        <ClipboardRefused table={error.table} onCopied={() => onCopied(error.table.extent)} />
      </div>
    );
  }
  return (
    <div role="alert" className={classes['trouble']}>
      {run.phase === 'failed' ? <Failure error={error} /> : <Missing run={run} />}
      {!(error instanceof TooManyRowsError) && (
        <Button variant="default" data-autofocus onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </div>
  );
}

function Missing({ run }: { run: Extract<ExportRun, { phase: 'done' }> }) {
  const { formatCount } = useLocale();
  const { rows, expected, missing } = run.extent;
  return (
    <>
      <p className={classes['title']}>
        {run.what === null ? (
          <Trans>
            Incomplete: {formatCount(rows)} of {formatCount(expected)} rows.
          </Trans>
        ) : (
          <Trans>
            Incomplete: {formatCount(rows)} of {formatCount(expected)} rows, saved as {run.what}.
          </Trans>
        )}
      </p>
      <ul className={classes['missing']}>
        {missing.slice(0, mostNamed).map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      {missing.length > mostNamed && (
        <p>
          <Plural value={missing.length - mostNamed} one="and # more" other="and # more" />
        </p>
      )}
    </>
  );
}

function Failure({ error }: { error: unknown }) {
  const { i18n } = useLingui();
  const { formatCount } = useLocale();
  if (error instanceof TooManyRowsError) {
    const most = formatCount(error.most);
    return (
      <p className={classes['title']}>
        <Trans>These are more than {most} rows: take them along as a CSV or Excel file.</Trans>
      </p>
    );
  }
  if (error instanceof FileWriteError) {
    return (
      <>
        <p className={classes['title']}>
          <Trans>The file could not be written. Make room on this device's disk and try again.</Trans>
        </p>
        <p>{error.message}</p>
      </>
    );
  }
  const { title, detail, requestId } = describeError(error, i18n);
  return (
    <>
      <p className={classes['title']}>{title}</p>
      <p>{detail}</p>
      {requestId && (
        <p>
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </p>
      )}
    </>
  );
}
