import type { Ref } from 'react';

import { AnswerRegion } from '#features/answer/answer-region.tsx';
import type { Thousandths } from '#lib/thousandths.ts';

import { AnswerPanel } from './answer-panel.tsx';
import { AnswerWaiting } from './answer-waiting.tsx';
import styles from './availability-page.module.css';
import { ChartPanel } from './chart-panel.tsx';
import type { Question } from './question.ts';
import { isSameQuestion } from './recent-lookups.ts';
import { RecentPanel } from './recent-panel.tsx';
import { SidePanels } from './side-panels.tsx';
import { useAsked } from './use-asked.ts';
import type { RecentLookups } from './use-recent-lookups.ts';
import { useRemembering } from './use-remembering.ts';
import { WaitingRest } from './waiting-rest.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

/** The answer with all that hangs on it; what rests on the calendar waits for the calendar. */
export function AnsweredQuestion(props: {
  question: Question;
  /** Whether another question is on the way: what stands here is the old answer's. */
  isReplaced: boolean;
  recent: RecentLookups;
  onAsk: (question: Question) => void;
  /** The answer's own place. */
  answerRef: Ref<HTMLElement>;
  /** The chart's. */
  chartRef: Ref<HTMLDivElement>;
}) {
  const { question, isReplaced, recent, onAsk, answerRef, chartRef } = props;
  const asked = useAsked(question);
  useRemembering(asked, recent.remember);
  const { product, item, answer, timeline, wording, calendar } = asked;
  const { productId, quantity, neededBy } = question;
  const isThis = isSameQuestion.bind(null, { product, quantity, neededBy });
  const askFor = (other: Thousandths) => onAsk({ ...question, quantity: other });
  // Where both fail, the answer's place says so once for both.
  const hasSide = timeline !== null || calendar.error === null || answer !== null;

  return (
    <>
      <div className={styles.columns}>
        <div className={styles.answer}>
          {isReplaced ? (
            <AnswerRegion headline={<AnswerWaiting />} />
          ) : (
            <AnswerPanel ref={answerRef} asked={asked} remembered={recent.lookups.find(isThis)} onAsk={askFor} />
          )}
        </div>
        {hasSide && (
          <div className={styles.side}>
            <SidePanels asked={asked} onAsk={askFor} />
          </div>
        )}
        {calendar.isPending && <WaitingRest className={styles.rest} />}
        {timeline !== null && (
          <div className={styles.rest}>
            <WhatIfPanel
              key={`${productId} ${quantity} ${neededBy}`}
              timeline={timeline}
              asked={quantity}
              neededBy={neededBy}
              wording={wording}
              onAsk={askFor}
            />
            <div ref={chartRef}>
              <ChartPanel productId={productId} quantity={quantity} timeline={timeline} wording={wording} />
            </div>
          </div>
        )}
      </div>
      <RecentPanel lookups={recent.lookups.filter((lookup) => !isThis(lookup))} isIdle={!item.isFetching} />
    </>
  );
}
