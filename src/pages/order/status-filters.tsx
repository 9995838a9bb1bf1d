import { useLingui } from '@lingui/react/macro';

import { useLocale } from '#ui/locale.tsx';
import type { StatusCounts } from '#domain/order/line-state.ts';

import { type ShownLines, shownLines } from './shown-lines.ts';
import styles from './status-filters.module.css';
import { statusWords } from './status-words.ts';

/** How many lines have each status, each a switch that narrows the grid to them. */
export function StatusFilters(props: {
  counts: StatusCounts;
  shown: ShownLines | null;
  onShow: (lines: ShownLines | null) => void;
}) {
  const { t, i18n } = useLingui();
  const { counts, shown, onShow } = props;
  const { formatCount } = useLocale();
  return (
    <fieldset aria-label={t`Lines by status`} className={styles.filters}>
      {shownLines
        .filter((lines) => counts[lines] > 0 || lines === shown)
        .map((lines) => (
          <button
            key={lines}
            type="button"
            aria-pressed={lines === shown}
            data-lines={lines}
            className={styles.filter}
            onClick={() => onShow(lines === shown ? null : lines)}
          >
            {lines === 'late' ? t`Late` : statusWords(lines, i18n)} <b>{formatCount(counts[lines])}</b>
          </button>
        ))}
    </fieldset>
  );
}
