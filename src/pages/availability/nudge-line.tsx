import { Plural, Trans } from '@lingui/react/macro';
import { ChevronsLeft } from 'lucide-react';

import { quantityWords, type Wording } from '#features/answer/wording.ts';
import type { Nudge } from '#domain/quantity-breaks.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import styles from './break-ladder.module.css';

/** "5 m less ships 14 days earlier", and the question for that quantity. */
export function NudgeLine(props: { nudge: Nudge; wording: Wording; onAsk: (quantity: Thousandths) => void }) {
  const { nudge, wording, onAsk } = props;
  const less = quantityWords(wording, nudge.less);
  const quantity = quantityWords(wording, nudge.quantity);
  return (
    <p className={styles.nudge}>
      <ChevronsLeft size={18} aria-hidden="true" />
      <span>
        <Trans>
          {less} less ships <Plural value={nudge.daysEarlier} one="# day earlier" other="# days earlier" />.
        </Trans>{' '}
        <button type="button" className={styles.ask} onClick={() => onAsk(nudge.quantity)}>
          <Trans>Ask for {quantity}</Trans>
        </button>
      </span>
    </p>
  );
}
