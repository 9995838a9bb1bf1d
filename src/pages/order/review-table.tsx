import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import { ReviewTableRow } from './review-table-row.tsx';
import styles from './review-table.module.css';
import type { ReviewRow, RowFix } from './review-rows.ts';

/** Raw text beside what was understood; only the rows on screen are there. */
export function ReviewTable(props: {
  rows: readonly ReviewRow[];
  texts: ReadonlyMap<number, string>;
  fixes: ReadonlyMap<number, RowFix>;
  onFix: (line: number, fix: RowFix) => void;
}) {
  const { t } = useLingui();
  const { rows, texts, fixes, onFix } = props;
  const scroller = useRef<HTMLElement>(null);
  // eslint-disable-next-line react/incompatible-library -- it is used in this component alone
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // Rows are measured once they are there: on a small screen they stand over several lines.
    estimateSize: (index) => (rows[index]?.refused ? 72 : 41),
    getItemKey: (index) => rows[index]?.line ?? index,
    overscan: 8,
  });
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={t`Lines of the list`}>
      <table aria-label={t`Pasted lines`} aria-rowcount={rows.length + 1} className={styles.table}>
        <thead>
          <tr aria-rowindex={1} className={styles.head}>
            <th scope="col">
              <Trans>Line</Trans>
            </th>
            <th scope="col">
              <Trans>As it stands in the list</Trans>
            </th>
            <th scope="col">
              <Trans>Understood product</Trans>
            </th>
            <th scope="col" className={styles.end}>
              <Trans>Understood quantity</Trans>
            </th>
            <th scope="col">
              <Trans>Understood date</Trans>
            </th>
            <th scope="col">
              <Trans>Take</Trans>
            </th>
          </tr>
        </thead>
        <tbody className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return row ? (
              <ReviewTableRow
                key={key}
                ref={virtualizer.measureElement}
                index={index}
                top={start}
                row={row}
                text={texts.get(row.line) ?? ''}
                fix={fixes.get(row.line)}
                onFix={onFix}
              />
            ) : null;
          })}
        </tbody>
      </table>
    </section>
  );
}
