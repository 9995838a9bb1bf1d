import { Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';

import { describeError } from '#api/describe-error.ts';
import { ErrorLabel } from '#features/panel.tsx';

import classes from './stale-notice.module.css';

/** Says that what is on screen is older than it should be, and why. */
export function StaleNotice({ error }: { error: Error }) {
  const { i18n } = useLingui();
  const { title, ...label } = describeError(error, i18n);
  return (
    <div role="alert" className={classes.stale}>
      <TriangleAlert aria-hidden size={18} />
      <div>
        <Trans>The calendar could not be asked again ({title}). What you see is the last one that came.</Trans>
        <ErrorLabel {...label} />
      </div>
    </div>
  );
}
