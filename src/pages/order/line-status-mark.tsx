import { useLingui } from '@lingui/react/macro';
import {
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CloudOff,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  ShieldAlert,
  Truck,
} from 'lucide-react';

import type { LineStatus } from '#domain/order/line-state.ts';

import styles from './line-status-mark.module.css';
import { statusWords } from './order-words.ts';

const icons: Record<Exclude<LineStatus, 'unasked'>, LucideIcon> = {
  checking: LoaderCircle,
  'in-stock': CircleCheck,
  expected: Truck,
  'max-lead-time': Hourglass,
  'unknown-product': CircleHelp,
  'not-available': CircleSlash,
  'not-answered': CloudOff,
  'not-trusted': ShieldAlert,
};

/** A line's status, told apart by words, icon and colour; nothing for a line that wasn't asked. */
export function LineStatusMark({ status }: { status: LineStatus }) {
  const { i18n } = useLingui();
  if (status === 'unasked') return null;
  const Icon = icons[status];
  return (
    <span className={styles.mark} data-status={status}>
      <Icon aria-hidden size={15} strokeWidth={2.25} />
      <span>{statusWords(status, i18n)}</span>
    </span>
  );
}
