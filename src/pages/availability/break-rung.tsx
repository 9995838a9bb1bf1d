import { useLingui } from '@lingui/react/macro';

import { distanceWords, quantityWords, shortDateWords, type Wording } from '#features/answer/wording.ts';
import { later } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import styles from './break-ladder.module.css';
import type { BreakRow } from './break-rows.ts';

/** One rung: a quantity and its date, marked by kind in colour, pattern and words. */
export function BreakRung(props: { row: BreakRow; wording: Wording; onAsk: (quantity: Thousandths) => void }) {
  const { row, wording, onAsk } = props;
  const { t } = useLingui();
  const { upTo, kind, isAsked } = row;
  const amount = quantityWords(wording, upTo ?? row.above);
  const range = upTo !== null ? t`up to ${amount}` : row.above === 0 ? t`any quantity` : t`above ${amount}`;
  const content = (
    <>
      <span className={styles.amount}>{range}</span>
      <span className={styles.mark} data-kind={kind} aria-hidden="true" />
      <RungDate row={row} wording={wording} />
    </>
  );
  return (
    <li className={styles.rung} data-asked={isAsked || undefined}>
      {upTo === null ? (
        <div className={styles.line} aria-current={isAsked || undefined}>
          {content}
        </div>
      ) : (
        <button
          type="button"
          className={styles.line}
          aria-current={isAsked || undefined}
          title={t`Ask for ${amount}`}
          onClick={() => onAsk(upTo)}
        >
          {content}
        </button>
      )}
    </li>
  );
}

function RungDate({ row: { kind, date }, wording }: { row: BreakRow; wording: Wording }) {
  const { t } = useLingui();
  if (date === null) return <span className={styles.date}>{t`not available`}</span>;
  const distance = distanceWords(wording, date);
  if (kind === 'in-stock') return <span className={styles.date}>{distance}</span>;
  return (
    <span className={styles.date}>
      {shortDateWords(wording, later(date, wording.today))}
      <span className={styles.distance}>{kind === 'max-lead-time' ? t`max lead time, ${distance}` : distance}</span>
    </span>
  );
}
