import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { dateAnswerWords } from '#features/answer/date-answer-words.ts';
import { quantityWords, shortDateWords, type Wording } from '#features/answer/wording.ts';
import { Panel } from '#features/panel.tsx';
import { answerFor } from '#domain/answer.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { addDays, type CalendarDate, daysBetween } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import { EstimateNote } from './estimate-note.tsx';
import { StepPlot } from './step-plot.tsx';
import { daysCovered, mostByDate, quantityScale } from './what-if.ts';
import { mostWords } from './what-if-words.ts';
import { mostOverDays, waitOverQuantity } from './what-if-plots.ts';
import styles from './what-if-panel.module.css';
import { WhatIfSlider } from './what-if-slider.tsx';

/** Two sliders along the calendar: another quantity gives its date, another date the most that makes it. */
export function WhatIfPanel(props: {
  timeline: StockTimeline;
  asked: Thousandths;
  neededBy: CalendarDate | null;
  wording: Wording;
  onAsk: (quantity: Thousandths) => void;
}) {
  const { timeline, asked, neededBy, wording, onAsk } = props;
  const { today } = wording;
  const { t } = useLingui();
  const breaks = quantityBreaks(timeline);
  const scale = quantityScale(breaks, asked);
  const least = Math.min(scale.step, asked);
  const span = daysCovered(breaks, neededBy, today);
  const [quantity, setQuantity] = useState(asked);
  const [days, setDays] = useState(neededBy === null ? 0 : daysBetween(today, neededBy));
  const date = addDays(today, days);
  const amount = quantityWords(wording, quantity);
  return (
    <Panel title={t`What if`} aside={<EstimateNote />}>
      <div className={styles.pair}>
        <WhatIfSlider
          label={t`Another quantity`}
          min={least}
          max={scale.most}
          step={scale.step}
          value={quantity}
          onChange={setQuantity}
          chosen={amount}
          outcome={dateAnswerWords(wording, answerFor(timeline, quantity))}
        >
          <StepPlot plot={waitOverQuantity(breaks, today, { least, most: scale.most })} />
        </WhatIfSlider>
        <WhatIfSlider
          label={t`Another date`}
          min={0}
          max={span}
          step={1}
          value={days}
          onChange={setDays}
          chosen={shortDateWords(wording, date)}
          outcome={mostWords(wording, mostByDate(timeline, date))}
        >
          <StepPlot plot={mostOverDays(breaks, today, span)} />
        </WhatIfSlider>
      </div>
      {quantity !== asked && (
        <Button variant="light" className={styles.ask} onClick={() => onAsk(quantity)}>
          <Trans>Ask the service for {amount}</Trans>
        </Button>
      )}
    </Panel>
  );
}
