import { Trans } from '@lingui/react/macro';

import type { Wording } from '#features/answer/wording.ts';

import styles from './earlier-answer.module.css';
import { asOfWords, rememberedWords } from './recent-words.ts';
import type { RecentLookup } from './recent-lookups.ts';

/** What was answered before, dimmed and dated, while the question can't be answered now. */
export function EarlierAnswer({ lookup, wording }: { lookup: RecentLookup; wording: Wording }) {
  const words = rememberedWords(wording, lookup);
  const asOf = asOfWords(wording, lookup.askedAt);
  return (
    <p className={styles.earlier}>
      <strong>
        <Trans>Earlier answer, as of {asOf}:</Trans>
      </strong>{' '}
      {words}
      <br />
      <Trans>It may no longer hold.</Trans>
    </p>
  );
}
