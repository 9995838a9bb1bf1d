import { useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleSlash, FastForward, History, Hourglass, Trash2, Truck } from 'lucide-react';

import classes from './entry-kind.module.css';
import type { EntryKind as Kind } from './entry-rows.ts';

const icons = {
  past: History,
  'in-force': CircleCheck,
  expected: Truck,
  'max-lead-time': Hourglass,
  'after-max-lead-time': FastForward,
  deleted: Trash2,
  'not-counted': CircleSlash,
} as const;

/** What an entry is to the calendar, by icon, word and colour; the max lead time hatched as well. */
export function EntryKind({ kind }: { kind: Kind }) {
  const { t } = useLingui();
  const Icon = icons[kind];
  const words = {
    past: t`Past`,
    'in-force': t`In force`,
    expected: t`Expected`,
    'max-lead-time': t`Max lead time`,
    'after-max-lead-time': t`After max lead time`,
    deleted: t`Deleted`,
    'not-counted': t`Not counted`,
  };
  return (
    <span className={classes.kind} data-kind={kind}>
      <Icon aria-hidden size={15} />
      {words[kind]}
    </span>
  );
}
