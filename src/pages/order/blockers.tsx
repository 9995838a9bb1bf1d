import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import type { LineKey } from '#domain/order/order-line.ts';
import type { Completion, OrderVerdict } from '#domain/order/order-verdict.ts';

import { MoreLines } from './more-lines.tsx';
import { useFirstOf } from './use-first-of.ts';
import { useOrderWords } from './use-order-words.ts';
import styles from './verdict-strip.module.css';

const few = 3;
const none: readonly LineKey[] = [];

type Rest = ReturnType<Completion['without']>;

/** The lines that hold the order up, and when it would be complete without each. */
export function Blockers({ verdict, lineNumber }: { verdict: OrderVerdict; lineNumber: (key: number) => number }) {
  const { t } = useLingui();
  const { today, formatDate } = useOrderWords();
  const { completion } = verdict;
  const blocked = completion.kind === 'known' ? completion : null;
  const { shown, more, showMore } = useFirstOf(blocked?.blockers ?? none, few);
  // Each needs a walk through the whole order.
  const rests = useMemo(() => shown.map((key) => ({ key, rest: blocked?.without(key) ?? null })), [blocked, shown]);
  if (blocked === null || shown.length === 0) return null;

  function without(rest: Rest): string {
    if (rest === null) return t`nothing is left`;
    if (rest === 'working-out') return t`working out`;
    return rest.withMaxLeadTime <= today ? t`today` : formatDate(rest.withMaxLeadTime, 'medium');
  }

  return (
    <p className={styles.blockers}>
      <span className={styles.blockersLabel}>
        <Trans>Held up by</Trans>
      </span>
      {rests.map(({ key, rest }) => (
        <span key={key} className={styles.blocker}>
          <Trans>
            <strong>line {lineNumber(key)}</strong>, without it: {without(rest)}
          </Trans>
        </span>
      ))}
      <MoreLines count={more} onShow={showMore} />
    </p>
  );
}
