import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import type { StockItem } from '#contract/stock-item.ts';
import type { Answer } from '#domain/answer.ts';

import { searchOf } from './question.ts';
import { changeSince } from './recent-change.ts';
import type { RecentLookup } from './recent-lookups.ts';
import styles from './recent-panel.module.css';
import { asOfWords, changeWords, rememberedWords } from './recent-words.ts';
import { useWording } from './use-wording.ts';
import { quantityWords } from './wording.ts';

/** One remembered lookup; without an answer of now, it stands with the time it is of. */
export function RecentRow(props: { lookup: RecentLookup; now: Answer | null; nowData: StockItem | undefined }) {
  const { lookup, now, nowData } = props;
  const { product, quantity, askedAt } = lookup;
  const wording = useWording(product.unit);
  const asOf = asOfWords(wording, askedAt);
  const current = now === null ? undefined : now.kind === 'not-available' ? null : nowData;
  const change = current === undefined ? null : changeWords(wording, changeSince(lookup, current, wording.today));
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
            <Trans>as of {asOf}</Trans>
          </span>
        </span>
        <span className={styles.change} data-kind={current === undefined ? undefined : now?.kind}>
          {change ?? (current !== undefined && <Trans>unchanged</Trans>)}
        </span>
      </Link>
    </li>
  );
}
