import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import type { OrderVerdict } from '#domain/order-verdict.ts';

import { useOrderWords } from './use-order-words.ts';
import styles from './verdict-strip.module.css';

/** Each needs a walk through the whole order. */
const mostShown = 3;

/** The lines that hold the order up, and when it would be complete without each. */
export function Blockers({ verdict, lineNumber }: { verdict: OrderVerdict; lineNumber: (key: number) => number }) {
  const { t } = useLingui();
  const { today, formatDate } = useOrderWords();
  const { completion } = verdict;
  const blocked = completion.kind === 'known' ? completion : null;
  const shown = useMemo(
    () => blocked?.blockers.slice(0, mostShown).map((key) => ({ key, rest: blocked.without(key) })) ?? [],
    [blocked],
  );
  if (blocked === null || shown.length === 0) return null;
  const more = blocked.blockers.length - shown.length;

  function without(rest: (typeof shown)[number]['rest']): string {
    if (rest === null) return t`nothing is left`;
    if (rest === 'working-out') return t`working out`;
    return rest.withMaxLeadTime <= today ? t`today` : formatDate(rest.withMaxLeadTime, 'medium');
  }

  return (
    <p className={styles.blockers}>
      <span className={styles.blockersLabel}>
        <Trans>Held up by</Trans>
      </span>
      {shown.map(({ key, rest }) => (
        <span key={key} className={styles.blocker}>
          <Trans>
            <strong>line {lineNumber(key)}</strong>, without it: {without(rest)}
          </Trans>
        </span>
      ))}
      {more > 0 && (
        <span className={styles.blocker}>
          <Trans>and {more} more</Trans>
        </span>
      )}
    </p>
  );
}
