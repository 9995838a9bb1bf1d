import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { useWording } from '#features/answer/use-wording.ts';
import { quantityWords, shortDateWords } from '#features/answer/wording.ts';
import { useUnit } from '#ui/locale.tsx';
import type { StockItem } from '#contract/envelope.ts';
import type { Answer } from '#domain/answer.ts';

import { searchOf } from './question.ts';
import { changeSince, toneOf } from './recent-change.ts';
import type { RecentLookup } from './recent-lookups.ts';
import styles from './recent-panel.module.css';
import { asOfWords, changeWords, rememberedWords } from './recent-words.ts';

/** One remembered lookup; without an answer of now, it stands with the time it is of. */
export function RecentRow(props: { lookup: RecentLookup; now: Answer | null; nowData: StockItem | undefined }) {
  const { lookup, now, nowData } = props;
  const { product, quantity, neededBy, askedAt } = lookup;
  const wording = useWording(useUnit(product));
  const asOf = asOfWords(wording, askedAt);
  const current = now === null ? undefined : now.kind === 'not-available' ? null : nowData;
  const change = current === undefined ? null : changeSince(lookup, current, wording.today);
  return (
    <li>
      <Link
        to="/"
        search={(before) => ({ ...before, ...searchOf({ ...lookup, productId: product.productId }) })}
        className={styles.row}
      >
        <span className={styles.what}>
          <bdi className={styles.name}>{product.name ?? product.sku ?? product.productId}</bdi>
          <span className={styles.amount}>{quantityWords(wording, quantity)}</span>
        </span>
        <span className={styles.then}>
          {rememberedWords(wording, lookup)}
          <span className={styles.asOf}>
            {neededBy === null ? (
              <Trans>as of {asOf}</Trans>
            ) : (
              <Trans>
                needed by {shortDateWords(wording, neededBy)}, as of {asOf}
              </Trans>
            )}
          </span>
        </span>
        {change !== null && (
          <span className={styles.change} data-tone={toneOf(change)}>
            {changeWords(wording, change)}
          </span>
        )}
      </Link>
    </li>
  );
}
