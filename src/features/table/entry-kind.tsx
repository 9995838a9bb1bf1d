import { useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleSlash, FastForward, History, Hourglass, Trash2, Truck } from 'lucide-react';

import classes from './entry-kind.module.css';
import { entryKindWords } from './entry-kind-words.ts';
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
  const { i18n } = useLingui();
  const Icon = icons[kind];
  return (
    <span className={classes.kind} data-kind={kind}>
      <Icon aria-hidden size={15} />
      {entryKindWords(kind, i18n)}
    </span>
  );
}
