import { Trans } from '@lingui/react/macro';
import { CircleSlash } from 'lucide-react';

import type { NoAnswerReason } from '#domain/calendars/listed-product.ts';

import classes from './cells.module.css';

/** Why a product that was asked for has no calendar. */
export function NoAnswerCell({ why }: { why: NoAnswerReason }) {
  return (
    <span className={classes.noAnswer}>
      <CircleSlash aria-hidden size={15} />
      <span>
        {why === 'not-listed' && <Trans>The service knows no such product</Trans>}
        {why === 'own-calendar-failed' && <Trans>Its calendar could not be had</Trans>}
        {why === 'page-missing' && <Trans>Its page is missing</Trans>}
      </span>
    </span>
  );
}
