import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';

import classes from './export-progress.module.css';
import type { WriteProgress } from './write-progress.ts';

/** How far a file is, with a way to leave it. */
export function ExportProgress({ progress, onCancel }: { progress: WriteProgress; onCancel: () => void }) {
  const { t, i18n } = useLingui();
  const { rows, expected, pages } = progress;
  const figure = (count: number) => new Intl.NumberFormat(i18n.locale).format(count);
  const known = expected !== null && expected > 0;
  const share = known ? { value: rows, max: expected } : pages && { value: pages.done, max: pages.total };
  return (
    <div className={classes['progress']}>
      <progress aria-label={t`Exporting`} className={classes['bar']} {...share} />
      <p className={classes['words']}>
        {known ? (
          <Trans>
            {figure(rows)} of {figure(expected)} rows
          </Trans>
        ) : (
          <Trans>{figure(rows)} rows</Trans>
        )}
        {pages !== null && (
          <span>
            <Trans>
              page {figure(pages.done)} of {figure(pages.total)}
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
