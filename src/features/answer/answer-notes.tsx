import { Trans } from '@lingui/react/macro';
import { TrendingDown } from 'lucide-react';

import type { Answer } from '#domain/answer.ts';
import { fallBelow } from '#domain/split-delivery.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { AnswerNote } from './answer-note.tsx';
import styles from './answer-notes.module.css';
import { MostAvailable } from './most-available.tsx';
import { quantityWords, shortDateWords, type Wording } from './wording.ts';

interface AnswerNotesProps {
  answer: Answer;
  quantity: Thousandths;
  /** Null while the calendar is on the way, and where it failed. */
  timeline: StockTimeline | null;
  /** Whether the calendar is on the way. */
  isPending: boolean;
  wording: Wording;
  /** What would make the day it is needed by, where that was asked. */
  remedy?: string | null;
  onAsk: (quantity: Thousandths) => void;
}

/** What to know beside the answer: what would make the day, what is the most, where the level falls again. */
export function AnswerNotes(props: AnswerNotesProps) {
  const { answer, quantity, timeline, isPending, wording, remedy, onAsk } = props;
  return (
    <div className={styles.notes}>
      {remedy && <AnswerNote>{remedy}</AnswerNote>}
      {timeline === null ? (
        <AnswerNote>
          {isPending ? (
            <Trans>Being checked against the product's calendar …</Trans>
          ) : (
            <Trans>Not checked against the product's calendar: it could not be loaded.</Trans>
          )}
        </AnswerNote>
      ) : (
        <>
          {answer.kind === 'not-available' && <MostAvailable timeline={timeline} wording={wording} onAsk={onAsk} />}
          <LevelFalls answer={answer} quantity={quantity} timeline={timeline} wording={wording} />
        </>
      )}
    </div>
  );
}

interface LevelFallsProps {
  answer: Answer;
  quantity: Thousandths;
  timeline: StockTimeline;
  wording: Wording;
}

function LevelFalls({ answer, quantity, timeline, wording }: LevelFallsProps) {
  const fall = fallBelow(timeline, answer, quantity);
  if (fall === null) return null;
  const level = quantityWords(wording, fall.level);
  const date = shortDateWords(wording, fall.date);
  return (
    <p className={styles.warning}>
      <TrendingDown size={18} aria-hidden="true" />
      <span>
        <strong>
          <Trans>
            The level falls to {level} on {date}.
          </Trans>
        </strong>{' '}
        <Trans>Plans for later count on part of this quantity.</Trans>
      </span>
    </p>
  );
}
