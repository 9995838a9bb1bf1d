import { Trans } from '@lingui/react/macro';

import { quantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { AnswerNote } from './answer-note.tsx';
import styles from './answer-notes.module.css';
import { quantityWords, shortDateWords, type Wording } from './wording.ts';

/** The largest quantity that can be had where the one asked for can't, and the question for it. */
export function MostAvailable(props: {
  timeline: StockTimeline;
  wording: Wording;
  onAsk: (quantity: Thousandths) => void;
}) {
  const { timeline, wording, onAsk } = props;
  const most = quantityBreaks(timeline).breaks.at(-1);
  if (most === undefined)
    return (
      <AnswerNote>
        <Trans>By its calendar, no quantity of this product is available on any date.</Trans>
      </AnswerNote>
    );
  const amount = quantityWords(wording, most.upTo);
  const date = shortDateWords(wording, most.date);
  return (
    <AnswerNote>
      {most.date <= wording.today ? (
        <Trans>By its calendar, the largest quantity available is {amount}, today.</Trans>
      ) : (
        <Trans>
          By its calendar, the largest quantity available is {amount}, on {date}.
        </Trans>
      )}{' '}
      <button type="button" className={styles.ask} onClick={() => onAsk(most.upTo)}>
        <Trans>Ask for {amount}</Trans>
      </button>
    </AnswerNote>
  );
}
