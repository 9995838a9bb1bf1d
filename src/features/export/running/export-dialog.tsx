import { useLingui } from '@lingui/react/macro';

import type { ExportableTable } from '#features/export/exportable.ts';

import { ExportChoices } from './export-choices.tsx';
import { ExportModal } from './export-modal.tsx';
import { ExportProgress } from './export-progress.tsx';
import { ExportTrouble } from './export-trouble.tsx';
import { useSlow } from './use-slow.ts';
import type { useExportRun } from './use-export-run.ts';

interface ExportDialogProps {
  table: ExportableTable;
  detail: ExportableTable | undefined;
  tables: ReturnType<typeof useExportRun>;
}

/** Whatever there is to ask, to wait for or to say while a table is taken along. */
export function ExportDialog({ table, detail, tables }: ExportDialogProps) {
  const { t } = useLingui();
  const { run } = tables;
  const isSlow = useSlow(run.phase === 'running');
  const titles = { csv: t`Export as CSV`, xlsx: t`Export to Excel`, copy: t`Copy table`, print: t`Print` };
  const isWaiting = run.phase === 'running' && isSlow;
  const hasTrouble = run.phase === 'failed' || (run.phase === 'done' && tables.isIncomplete);

  if (run.phase === 'choosing')
    return <ExportChoices title={titles[run.format]} {...{ table, detail, tables }} format={run.format} />;
  if (isWaiting) {
    return (
      <ExportModal key="waiting" title={titles[run.format]} onClose={tables.dismiss}>
        <ExportProgress progress={run.progress} onCancel={tables.dismiss} />
      </ExportModal>
    );
  }
  if (hasTrouble) {
    return (
      <ExportModal key="trouble" title={titles[run.format]} onClose={tables.dismiss}>
        <ExportTrouble run={run} onRetry={tables.retry} onCopied={tables.finishCopy} />
      </ExportModal>
    );
  }
  return null;
}
