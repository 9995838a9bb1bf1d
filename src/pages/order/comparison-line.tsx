import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';

import type { Comparison } from './comparison.ts';
import { useOrderWords } from './use-order-words.ts';
import styles from './verdict-strip.module.css';

/** What changed since the check before, in figures; each line says its own in its note. */
export function ComparisonLine({ comparison }: { comparison: Comparison }) {
  const { t } = useLingui();
  const { locale } = useOrderWords();
  const { since, compared, moved, recovered, lost, 'newly-max-lead-time': newly } = comparison;
  if (compared === 0) return null;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(since);
  const changes = [
    moved > 0 && t`${plural(moved, { one: '# line moved', other: '# lines moved' })}`,
    newly > 0 && t`${newly} newly at max lead time`,
    recovered > 0 && t`${recovered} recovered`,
    lost > 0 && t`${lost} without a date now`,
  ].filter((change) => change !== false);
  return (
    <p className={styles.compared}>
      <Trans>Since the check of {time}:</Trans> {changes.length === 0 ? t`nothing changed` : changes.join(', ')}
    </p>
  );
}
