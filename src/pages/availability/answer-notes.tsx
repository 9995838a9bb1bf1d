import { Trans } from '@lingui/react/macro';
import { Info, TrendingDown } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Answer } from '#domain/answer.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import { fallBelow } from '#domain/safe-level.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import styles from './answer-notes.module.css';
import { neededByWords } from './needed-by-sentence.ts';
import type { Asked } from './use-asked.ts';
import { quantityWords, shortDateWords } from './wording.ts';

interface AnswerNotesProps {
  asked: Asked;
  answer: Answer;
  onAsk: (quantity: Thousandths) => void;
}

/** What to know beside the answer: what would make the day, what is the most, where the level falls again. */
export function AnswerNotes({ asked, answer, onAsk }: AnswerNotesProps) {
  const remedy = neededByWords(asked, answer)?.remedy;
  return (
    <div className={styles.notes}>
      {remedy && <Note>{remedy}</Note>}
      {answer.kind === 'not-available' && <MostAvailable asked={asked} onAsk={onAsk} />}
      <LevelFalls asked={asked} answer={answer} />
      <CalendarCheck calendar={asked.calendar} />
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Info size={18} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

function MostAvailable({ asked: { timeline, wording }, onAsk }: Omit<AnswerNotesProps, 'answer'>) {
  if (timeline === null) return null;
  const most = quantityBreaks(timeline).breaks.at(-1);
  if (most === undefined)
    return (
      <Note>
        <Trans>By its calendar, no quantity of this product is available on any date.</Trans>
      </Note>
    );
  const amount = quantityWords(wording, most.upTo);
  const date = shortDateWords(wording, most.date);
  return (
    <Note>
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
    </Note>
  );
}

function LevelFalls({ asked, answer }: Omit<AnswerNotesProps, 'onAsk'>) {
  const { timeline, wording, question } = asked;
  const fall = timeline && fallBelow(timeline, answer, question.quantity);
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

function CalendarCheck({ calendar }: { calendar: Asked['calendar'] }) {
  if (calendar.isPending)
    return (
      <Note>
        <Trans>Being checked against the product's calendar …</Trans>
      </Note>
    );
  if (calendar.error === null) return null;
  return (
    <Note>
      <Trans>Not checked against the product's calendar: it could not be loaded.</Trans>
    </Note>
  );
}
