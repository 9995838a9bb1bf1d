import { useNavigate, useSearch } from '@tanstack/react-router';

import { fromThousandths, toThousandths, type Thousandths } from '#lib/thousandths.ts';

import { AnswerPanel } from './answer-panel.tsx';
import { AnswerRegion } from './answer-region.tsx';
import { AnswerWaiting } from './answer-waiting.tsx';
import styles from './availability-page.module.css';
import { BreakLadder } from './break-ladder.tsx';
import { CalendarTrouble } from './calendar-trouble.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { DeliveryEstimatePanel, type DeliverySettings } from './delivery-estimate-panel.tsx';
import type { Question } from './question.ts';
import { isSameQuestion } from './recent-lookups.ts';
import { RecentPanel } from './recent-panel.tsx';
import { SplitDeliveries } from './split-deliveries.tsx';
import type { SplitSettings } from './split-fields.tsx';
import { useAsked } from './use-asked.ts';
import type { useRecentLookups } from './use-recent-lookups.ts';
import { useRemembering } from './use-remembering.ts';
import { WaitingRest } from './waiting-rest.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

const recentShown = 5;
const defaultSplit = { smallestDrop: 1000, mostDrops: 3 };

/** The answer with all that hangs on it; what rests on the calendar waits for the calendar. */
export function AnsweredQuestion(props: {
  question: Question;
  /** Whether another question is on the way: what stands here is the old answer's. */
  isReplaced: boolean;
  recent: ReturnType<typeof useRecentLookups>;
  onAsk: (question: Question) => void;
}) {
  const { question, isReplaced, recent, onAsk } = props;
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const asked = useAsked(question);
  useRemembering(asked, recent.remember);
  const { answer, timeline, wording, contradiction, calendar } = asked;
  const { productId, quantity, neededBy } = question;
  const key = { product: asked.product, quantity, neededBy };
  const others = recent.lookups.filter((lookup) => !isSameQuestion(lookup, key)).slice(0, recentShown);
  const askFor = (other: Thousandths) => onAsk({ ...question, quantity: other });
  const set = (settings: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...settings }), replace: true, resetScroll: false });

  return (
    <>
      <div className={styles.columns}>
        <div className={styles.answer}>
          {isReplaced ? (
            <AnswerRegion headline={<AnswerWaiting />} />
          ) : (
            <AnswerPanel
              asked={asked}
              remembered={recent.lookups.find((lookup) => isSameQuestion(lookup, key))}
              onAsk={askFor}
            />
          )}
        </div>
        <div className={styles.side}>
          {timeline === null ? (
            <CalendarTrouble calendar={calendar} />
          ) : (
            <>
              <BreakLadder timeline={timeline} asked={quantity} wording={wording} onAsk={askFor} />
              <SplitDeliveries
                timeline={timeline}
                quantity={quantity}
                wording={wording}
                settings={splitOf(search)}
                onChange={({ smallestDrop, mostDrops }) =>
                  set({ smallestDrop: fromThousandths(smallestDrop), mostDrops })
                }
              />
            </>
          )}
          {answer !== null && answer.kind !== 'not-available' && contradiction === null && (
            <DeliveryEstimatePanel
              date={answer.date}
              settings={deliveryOf(search)}
              wording={wording}
              onChange={({ deliveryDays, workingDaysOnly }) =>
                set({ deliveryDays: deliveryDays ?? undefined, workingDays: workingDaysOnly || undefined })
              }
            />
          )}
        </div>
        {timeline === null && calendar.error === null && <WaitingRest className={styles.rest} />}
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
            <ChartPanel asked={asked} timeline={timeline} />
          </div>
        )}
      </div>
      <RecentPanel lookups={others} isIdle={!asked.item.isFetching} />
    </>
  );
}

function splitOf(search: { smallestDrop?: number; mostDrops?: number }): SplitSettings {
  return {
    smallestDrop: search.smallestDrop === undefined ? defaultSplit.smallestDrop : toThousandths(search.smallestDrop),
    mostDrops: search.mostDrops ?? defaultSplit.mostDrops,
  };
}

function deliveryOf(search: { deliveryDays?: number; workingDays?: boolean }): DeliverySettings {
  return { deliveryDays: search.deliveryDays ?? null, workingDaysOnly: search.workingDays ?? false };
}
