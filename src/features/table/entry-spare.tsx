import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';

import classes from './entry-spare.module.css';
import type { EntryRow } from './entry-rows.ts';

/** Whether an entry holds the quantity asked for, and where not, how much is missing. */
export function EntrySpare({ row: { kind, spare }, unit }: { row: EntryRow; unit: string | null }) {
  const { formatQuantity } = useLocale();
  if (kind === 'max-lead-time') {
    return (
      <span className={classes.theory}>
        <Check aria-hidden size={15} />
        <Trans>In theory</Trans>
      </span>
    );
  }
  if (spare === undefined) return <>–</>;
  if (spare >= 0) {
    return (
      <span className={classes.enough}>
        <Check aria-hidden size={15} />
        <Trans>Enough</Trans>
      </span>
    );
  }
  const missing = formatQuantity(-spare, unit);
  return (
    <span className={classes.short}>
      <Trans>{missing} short</Trans>
    </span>
  );
}
