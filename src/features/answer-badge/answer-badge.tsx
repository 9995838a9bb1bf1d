import { useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleSlash, Hourglass, Truck } from 'lucide-react';

import type { Answer } from '#domain/answer.ts';

import classes from './answer-badge.module.css';

interface AnswerBadgeProps {
  kind: Answer['kind'];
  size?: 'small' | 'large';
}

const icons = {
  'in-stock': CircleCheck,
  expected: Truck,
  'max-lead-time': Hourglass,
  'not-available': CircleSlash,
} as const;

/** What an answer rests on: told apart by words, icon, colour and, for the max lead time, a hatched ground. */
export function AnswerBadge({ kind, size = 'small' }: AnswerBadgeProps) {
  const { t } = useLingui();
  const Icon = icons[kind];
  const words = {
    'in-stock': t`In stock`,
    expected: t`Expected`,
    'max-lead-time': t`Max lead time`,
    'not-available': t`Not available`,
  };
  return (
    <span className={classes['badge']} data-kind={kind} data-size={size}>
      <Icon aria-hidden size={size === 'large' ? 18 : 15} strokeWidth={2.25} />
      <span>{words[kind]}</span>
    </span>
  );
}
