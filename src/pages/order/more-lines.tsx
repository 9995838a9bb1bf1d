import { Trans } from '@lingui/react/macro';

import styles from './verdict-strip.module.css';

/** Shows more of a list that is cut short; nothing where it isn't. */
export function MoreLines({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <button type="button" className={styles.more} onClick={onShow}>
      <Trans>and {count} more</Trans>
    </button>
  );
}
