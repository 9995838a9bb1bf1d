import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';

import { useLocale } from '#ui/locale.tsx';
import { ProgressBar } from '#ui/progress.tsx';

import classes from './export-progress.module.css';
import type { WriteProgress } from './write-progress.ts';

/** How far a file is, with a way to leave it. */
export function ExportProgress({ progress, onCancel }: { progress: WriteProgress; onCancel: () => void }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { rows, expected, pages } = progress;
  const known = expected !== null && expected > 0;
  const share = known ? { value: rows, max: expected } : pages && { value: pages.done, max: pages.total };
  return (
    <div className={classes['progress']}>
      <ProgressBar label={t`Exporting`} share={share} />
      <p className={classes['words']}>
        {known ? (
          <Trans>
            {formatCount(rows)} of {formatCount(expected)} rows
          </Trans>
        ) : (
          <Trans>{formatCount(rows)} rows</Trans>
        )}
        {pages !== null && (
          <span>
            <Trans>
              page {formatCount(pages.done)} of {formatCount(pages.total)}
            </Trans>
          </span>
        )}
      </p>
      <Button variant="default" data-autofocus onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
